import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Who watches a page. `none`, the floor and ours have no package; peers are bundled from `peers/<name>.ts`. */
export interface Sdk {
  name: string;
  package?: string;
  /** Markup in the page's head. */
  tag: string;
  replays: boolean;
}

export interface Unmeasured {
  name: string;
  why: string;
}

const key = 'sgk_0123456789abcdef0123456789abcdef';
const peer = (name: string, packageName: string): Sdk => ({
  name,
  package: packageName,
  tag: `<script type="module" src="/sdk/${name}.js"></script>`,
  replays: true,
});

export const sdks: Sdk[] = [
  { name: 'none', tag: '', replays: false },
  // The least that anybody pays who sees all that changes: the browser notes it, and nobody reads it.
  {
    name: 'floor',
    tag: `<script>addEventListener('load', () => new MutationObserver(() => {}).observe(document, { childList: true, attributes: true, characterData: true, subtree: true }))</script>`,
    replays: false,
  },
  { name: 'ours', tag: `<script defer src="/sdk/sdk.js" data-key="${key}"></script>`, replays: true },
  {
    name: 'ours-rum',
    tag: `<script defer src="/sdk/sdk.js" data-key="${key}" data-replay-sample-rate="0"></script>`,
    replays: false,
  },
  peer('rrweb', '@rrweb/record'),
  peer('datadog', '@datadog/browser-rum'),
  peer('sentry', '@sentry/browser'),
  peer('posthog', 'posthog-js'),
  peer('openreplay', '@openreplay/tracker'),
  peer('clarity', 'clarity-js'),
];

/** Somebody else's. */
export const isPeer = (name: string): boolean => sdks.some((sdk) => sdk.name === name && sdk.package !== undefined);

export const packages = join(import.meta.dirname, '../../node_modules');
const fitting =
  /^\(?(MIT|Apache-2\.0|BSD-\d-Clause|ISC|MPL-2\.0)( (AND|OR) (MIT|Apache-2\.0|BSD-\d-Clause|ISC|MPL-2\.0))*\)?$/;

/** The version that is measured, or why none is. */
export async function versionOf(sdk: Sdk): Promise<{ version: string } | Unmeasured> {
  if (!sdk.package) return { version: '' };
  const text = await readFile(join(packages, sdk.package, 'package.json'), 'utf8').catch(() => undefined); // Not installed.
  if (text === undefined) return { name: sdk.name, why: `${sdk.package} is not installed` };
  const { version, license }: { version: string; license?: string } = JSON.parse(text);
  if (!fitting.test(license ?? '')) return { name: sdk.name, why: `its licence is ${license ?? 'not stated'}` };
  return { version };
}
