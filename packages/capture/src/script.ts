import { lent } from './lent.ts';
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
  [already]?: Sightglass;
};

/**
 * Entry of `/sdk.js`. Its own script tag, with `defer` and before the page's others, says what to do:
 * `<script defer src="https://sightglass.example/sdk.js" data-key="sgk_…" data-release="1.4.2" data-environment="production">`,
 * and `data-sample-rate`, `data-replay-sample-rate`, `data-mask="all"`, `data-consent="required"`, `data-respect-gpc`, `data-allow-traits="plan,team"`.
 */
function begin(tag: HTMLScriptElement | null): void {
  if (page[already] || !tag?.dataset.key) return;
  const { key, sampleRate, replaySampleRate, respectGpc, allowTraits, ...asWritten } = tag.dataset;
  const options = {
    ...asWritten, // release, environment, mask and consent; a mask that there is not counts as the most private
    key,
    origin: new URL(tag.src, location.href).origin,
    ...(sampleRate && { sampleRate: Number(sampleRate) }),
    ...(replaySampleRate && { replaySampleRate: Number(replaySampleRate) }),
    ...(respectGpc !== undefined && respectGpc !== 'false' && { respectGpc: true }),
    ...(allowTraits && { allow: { traits: allowTraits.split(/[\s,]+/) } }),
  } as Options; // texts as any page may write them, which is looked at where they are used
  const started = startSightglass(options, {
    later: () => loadPart(tag, 'sdk-later.js'),
    recorder: () => loadPart(tag, 'sdk-recorder.js'),
  });
  page[already] = started;
  const waiting = Array.isArray(page.sightglass) ? page.sightglass : [];
  const push = ([name, ...args]: Said): void => {
    const method = started[name];
    if (typeof method === 'function') (method as (...args: unknown[]) => void)(...args);
  };
  page.sightglass = { ...started, push };
  waiting.forEach(push);
}

/** A script tag, since it needs nothing of the page's policy that this script did not need as well. */
function loadPart<Part>(own: HTMLScriptElement, file: string): Promise<Part> {
  return new Promise((resolve, reject) => {
    page.sightglassLends = lent;
    const tag = document.createElement('script');
    tag.src = own.src.replace('sdk.js', file);
    tag.nonce = own.nonce;
    tag.crossOrigin = own.crossOrigin;
    tag.onerror = reject;
    tag.onload = () => {
      tag.remove();
      const part = page.sightglassPart as Part | undefined;
      delete page.sightglassPart;
      delete page.sightglassLends;
      if (part) resolve(part);
      else reject();
    };
    document.head.append(tag);
  });
}

try {
  begin(document.currentScript as HTMLScriptElement | null);
} catch {
  // A page that we cannot watch is left alone.
}
