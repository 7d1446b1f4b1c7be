import { nameVariables } from '@sightglass/wire';
import type { NamedValue, Part } from '../evaluate/value.ts';

/** Where a call goes, taken apart. */
export interface Address {
  /** Empty: the page's own. */
  host: string;
  /** Begins with `/`; `{name}` for what varies. */
  path: string;
  query: NamedValue[];
  /** Names of a query that stands in the text: `?page=`. */
  queryNames: string[];
}

/**
 * The address in a text: host, path, query. A part before the first slash that only running would tell is a base, and left off. A part
 * that hangs on a word at the end is a query: `/orders${search}`.
 *
 * @returns `undefined` when it is none that a product would call.
 */
export function addressOf(parts: readonly Part[]): Address | undefined {
  const query = parts.flatMap((part) => (typeof part !== 'string' && 'query' in part ? part.query : []));
  const text = parts
    .map((part) => (typeof part === 'string' ? part : 'hole' in part ? `{${speaking(part.hole)}}` : ''))
    .join('');
  // `/permissions&environment=`, where what stands before the query is put in later.
  const [before = '', ...after] = text.split(/\?|&(?=[\w.[\]-]+=)/);
  const queryNames = [...after.join('&').matchAll(/(?:^|&)([\w.[\]-]+)=/g)].map(([, name = '']) => name);
  const absolute = /^(?:https?|wss?):\/\/([^/{]+)/.exec(before);
  const host = absolute?.[1] ?? '';
  const rest = (absolute ? before.slice(absolute[0].length) : before)
    .replace(/#.*$/, '')
    .replace(/^(?:\{[^{}]*\})+(?=\/)/, '')
    .replace(/^(?:\{[^{}]*\})+(?=(?:api|rest|v\d+)\b|[\w-]+\/)/, '/')
    // `/${base}/api/…`, where the base is no part of what is called.
    .replace(/^\/(?:\{[^{}]*\})+(?=\/(?:api|rest)\/)/, '')
    .replace(/^(?=(?:api|rest)\/[\w{])/, '/');
  if (!rest.startsWith('/') || rest.startsWith('//'))
    return host === '' ? undefined : { host, path: '/', query, queryNames };
  const segments = rest
    .split('/')
    .map((segment) => (/^\{[^{}]*\}$/.test(segment) ? segment : segment.replace(/\{[^{}]*\}$/, '')));
  const path = named(segments.join('/').replace(/(?<=.)\/+$/, ''));
  // A segment that is empty is a value that was not there: `id ?? ''`.
  return path.includes('//') || /[\s<>"'`\\^|]/.test(path) ? undefined : { host, path, query, queryNames };
}

/** Names that say what varies; the others are told from the segment before. */
function named(path: string): string {
  const told = nameVariables(path.replace(/\{[^{}]*\}/g, '{integer}')).split('/');
  const taken = new Set<string>();
  return path
    .split('/')
    .map((segment, i) => {
      const own = /^\{([^{}]+)\}$/.exec(segment)?.[1];
      const chosen = own !== undefined && !taken.has(own) ? segment : (told[i] ?? segment);
      taken.add(chosen.slice(1, -1));
      return chosen;
    })
    .join('/');
}

const saysNothing =
  /^(?:id|key|value|name|data|item|param|args?|self|this|path|url|string|text|result|current|undefined)$/i;

function speaking(name: string | undefined): string {
  return name !== undefined && /^[a-z][A-Za-z0-9]{2,}$/.test(name) && !saysNothing.test(name) ? name : '';
}

/** Whether what varies comes before any word that names a thing: then the caller has to say where it goes. */
export function isOpen(parts: readonly Part[]): boolean {
  let before = '';
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    if (typeof part === 'string') before += part;
    else if ('hole' in part && part.parameters.length === 0 && /^\/?$/.test(before) && isPath(next)) before = '';
    else if ('hole' in part)
      return /^(?:https?:\/\/[^/]*)?\/?(?:(?:api|rest|graphql|v\d+(?:\.\d+)?)\/?)*$/i.test(before);
  }
  return before === '';
}

/** What stands behind a base that no caller gives: `${config.base}/orders`. */
const isPath = (part: Part | undefined): boolean =>
  typeof part === 'string' && /^\/(?:[a-z]|$)|^(?:api|rest)\//i.test(part);

const asset =
  /\.(?:m?js|css|map|png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|otf|eot|mp[34]|webm|wasm|webmanifest|json5?|txt|xml|html?|ya?ml|md|pdf|csv)$/i;
const probe = /(?:^|\/)(?:_?health(?:z|[-_]?check)?|livez?|liveness|readyz?|readiness|ping|heartbeat)$/i;
const internal =
  /^\/(?:_next|_nuxt|_app|__\w+|\.well-known|@vite|@id|node_modules|static|assets|locales?|i18n|fonts|images?|img|favicon)(?:\/|$)/i;
const watching =
  /telemetry|analytics|metrics|collect(?:or)?\b|sentry|datadog|browser-intake|segment\.(?:io|com)|amplitude|mixpanel|hotjar|clarity\.ms|posthog|fullstory|logrocket|bugsnag|newrelic|nr-data|doubleclick|google(?:tagmanager|apis|-analytics)|gstatic|facebook|intercom|statsig|launchdarkly|rudderstack|plausible|matomo/i;
const elsewhere =
  /(?:^|\.)(?:w3\.org|schema\.org|localhost|example\.(?:com|org)|jsdelivr\.net|unpkg\.com|cdnjs\.cloudflare\.com|cloudfront\.net|github\.com|githubusercontent\.com|npmjs\.com|reactjs\.org|react\.dev|mozilla\.org|invalid|test)(?::\d+)?$/i;

/** `https://action/`: what stands for an address within a script; no browser reaches a name of one word. */
const nowhere = /^[a-z][a-z-]*$/i;

/** Files, probes, telemetry and documentation: no calls of the product. */
export function isNoise({ host, path }: Pick<Address, 'host' | 'path'>): boolean {
  if (asset.test(path) || probe.test(path) || internal.test(path)) return true;
  if (host !== '') return watching.test(host) || elsewhere.test(host) || nowhere.test(host);
  return /^\/(?:telemetry|analytics|collect|beacon|metrics|tracking|rum|vitals)(?:\/|$)/i.test(path) || path === '/';
}
