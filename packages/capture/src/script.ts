import { lent } from './lent.ts';
import type { Parts } from './load.ts';
import type { Options, Sightglass } from './options.ts';
import { startSightglass } from './start.ts';

/** A call that a page made before the script had come: `(window.sightglass ??= []).push(['setUser', …])`. */
type Said = [keyof Sightglass, ...unknown[]];
type PageApi = Sightglass & { push(said: Said): void };

const already = Symbol.for('sightglass');
const page = window as unknown as {
  sightglass?: PageApi | Said[];
  /** For a part while it is loaded, and what it brings. */
  sightglassLends?: typeof lent;
  sightglassPart?: unknown;
  /** Chromium has it since 135, and takes import maps at any time since 133. */
  fetchLater?: unknown;
  [already]?: Sightglass;
};

/**
 * Entry of `/sdk.js`. Its own script tag, with `defer` and before the page's others, says what to do:
 * `<script defer crossorigin src="https://sightglass.example/sdk.js" data-key="sgk_…" data-release="1.4.2" data-environment="production">`,
 * and `data-sample-rate`, `data-replay-sample-rate`, `data-mask="all"`, `data-consent="required"`, `data-respect-gpc`, `data-allow-traits="plan,team"`.
 */
function begin(tag: HTMLScriptElement | null): void {
  // In a drawing it has no `src`: what is there to be told would go to the page's own server.
  if (page[already] || !tag?.src || !tag.dataset.key) return;
  const { replaySampleRate, sampleRate, respectGpc, allowTraits } = tag.dataset;
  const options = {
    ...tag.dataset, // key, release, environment, mask and consent; a mask that there is not counts as the most private
    origin: tag.src,
    sampleRate: sampleRate || 1,
    replaySampleRate: replaySampleRate || 1,
    respectGpc: (respectGpc ?? 'false') !== 'false',
    allow: { traits: allowTraits?.split(/[\s,]+/) },
  } as Options; // texts as any page may write them, which is looked at where they are used
  const started = startSightglass(options, (part) => loadPart(tag, part));
  page[already] = started;
  // Or whatever else the page has under that name, such as an element: then there is nothing to do, and that fails last.
  const waiting = (page.sightglass ?? []) as Said[];
  const push = (said: Said): void => {
    try {
      const [name, ...args] = said;
      (started[name] as (...args: unknown[]) => void)(...args);
    } catch {
      // Nothing that can be said.
    }
  };
  page.sightglass = { ...started, push };
  waiting.forEach(push);
}

/** What has come: a module runs once, however often it is asked for. */
const parts: Partial<Parts> = {};
/** Held while it loads: WebKit collects what waits for a script that is neither in the page nor held by anybody, and nobody hears that it came. */
let coming: HTMLScriptElement;

/**
 * As a module, which a page that enforces Trusted Types lets in as well, and which puts nothing into the page. Two things would be worse for
 * it, and there it is a script tag: browsers that take no import map after the first module (docs/adr/0010), and a policy that let this
 * script in by its hash.
 *
 * @returns undefined where a blocker answers with a script of its own
 */
async function loadPart<Name extends keyof Parts>(
  { integrity, src, nonce, crossOrigin }: HTMLScriptElement,
  name: Name,
): Promise<Parts[Name] | undefined> {
  const url = src.replace('sdk.js', `sdk-${name}.js`);
  page.sightglassLends = lent;
  try {
    await (page.fetchLater && !integrity
      ? import(url)
      : new Promise((onload, onerror) => {
          coming = document.createElement('script');
          document.head.append(
            Object.assign(coming, { onload, src: url, onerror, nonce, crossOrigin, referrerPolicy: 'no-referrer' }),
          );
          coming.remove();
        }));
    parts[name] ??= page.sightglassPart as Parts[Name];
    return parts[name];
  } finally {
    delete page.sightglassPart;
    delete page.sightglassLends;
  }
}

// A page that we cannot watch is left alone: all of this file stands within a `try`, which its build brings.
begin(document.currentScript as HTMLScriptElement | null);
