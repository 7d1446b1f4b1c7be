import { bound, hashOf } from '../later/seen.ts';
import type { Assets, Gathered, Gathering, WantedAssets, WhyWithout } from './asset.ts';
import type { Operation } from './read.ts';
import type { RecorderParts } from './recorder.ts';

/** Of one page load, and of one piece: the door keeps `maxPageAssetNames` and `maxAssetBytes` of `wire` as well. */
const most = { names: 256, bytes: 1_048_576, room: 8_388_608 };
/** A page that is open for hours may load another one each second. */
const mostLoaded = 2_000;
/** What a page shows comes in bursts. */
const gatherAfterMs = 1_000;

export function createAssets(
  wanted: WantedAssets,
  { wrap, hideTyped }: Pick<RecorderParts, 'wrap' | 'hideTyped'>,
  put: (operation: Operation) => void,
  fileOf: RecorderParts['fileOf'],
): Assets {
  /** By address: what the stream calls it. */
  const names = new Map<string, string>();
  const taken = new Set<string>();
  /** What the page has loaded itself, from the network: its bytes, 0 where a host of another origin does not tell. */
  const loaded = new Map<string, number>();
  const asked = new Set<string>();
  const told = new Map<string, Operation>();
  let room = wanted.mayFetch ? most.room : 0;
  let timer = 0;
  let worker: Worker | undefined;
  let source: string | undefined;

  const observer = new PerformanceObserver(
    wrap((list: PerformanceObserverEntryList) => {
      for (const {
        name,
        workerStart,
        responseStatus,
        encodedBodySize,
      } of list.getEntries() as PerformanceResourceTiming[]) {
        // Of what is on another origin the browser tells the status only where this page may read it.
        const status = responseStatus ?? (name.startsWith(`${location.origin}/`) ? 200 : 0);
        // What a service worker answers may be somebody's.
        // Of which parts were shown (`icons.svg#star`) says nothing of the file.
        if (!workerStart && status && status < 400) loaded.set(name.replace(/#.*/, ''), encodedBodySize);
      }
      bound(loaded, mostLoaded);
      soon();
    }),
  );
  observer.observe({ type: 'resource', buffered: true });

  function soon(): void {
    timer ||= window.setTimeout(wrap(begin), gatherAfterMs);
  }

  /**
   * The page's policy lets no worker begin, or not ours, or what the page has put there throws: boxes stand for what is not here.
   *
   * @returns that it is heard: what fails in a worker the browser tells the page's window as well, where nobody has.
   */
  function forbidden(): false {
    put(without('forbidden'));
    stop();
    return false;
  }

  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
    timer = -1;
    worker?.terminate();
  }

  function begin(): void {
    // The largest first: what is small may be an icon of a menu that nobody opens. What was not loaded has no size, and so none that fits.
    const urls = [...names.keys()]
      .filter((url) => Number(loaded.get(url)) <= most.bytes && !asked.has(url))
      .sort((one, other) => Number(loaded.get(other)) - Number(loaded.get(one)));
    urls.splice(most.names - asked.size);
    // No other begins before it has ended. (A timer of that number nobody has.)
    timer = urls[0] ? Infinity : 0;
    if (!timer) return;
    const start = (code?: string): false | undefined => {
      if (timer < 0) return;
      if (!code) return forbidden();
      // Its address lives as long as the page, which makes one.
      source ??= URL.createObjectURL(new Blob([code]));
      worker = new Worker(source);
      worker.onerror = wrap(forbidden);
      worker.onmessage = wrap(({ data }: MessageEvent<Gathered | 0>) => {
        if (data) return tell(data);
        timer = 0;
        worker?.terminate();
        soon();
      });
      for (const url of urls) asked.add(url);
      worker.postMessage({ ...wanted, maxBytes: most.bytes, room, urls } satisfies Gathering);
      return undefined;
    };
    // As text: what a worker asks for as its script goes by what a page's policy lets be scripts of it, which mostly is none by its host.
    void fileOf(`${wanted.origin}/sdk-assets.js`, 'default').then(start).catch(wrap(forbidden));
  }

  function tell([url, hash, text = '', name]: Gathered): void {
    // Base64 has four letters for three bytes.
    room -= text.length * 0.75;
    if (text) put([9, hash, text]);
    const operation: Operation = [16, names.get(url), hash ? [7, hash] : null];
    told.set(url, operation);
    put(name ? [...operation, name] : operation);
  }

  return {
    name(url, base, said) {
      // Its own data, a part of the page, or no address.
      if (/^(about|blob|data|#|$)/.test(said)) return said;
      const { href: whole, origin } = new URL(url, base);
      const known = names.get(whole);
      if (known) return known;
      // Of what was typed a server may draw a picture, with the name of a person in it. What a host is called draws none.
      if (whole.includes('#') || names.size > mostLoaded || !whole.endsWith(hideTyped(whole.slice(origin.length))))
        return `${said}#`;
      let mark = hashOf(whole) % 4_096;
      let name = said;
      while (name !== whole && (name === said || taken.has(name))) name = `${said}#${(mark++).toString(36)}`;
      taken.add(name);
      names.set(whole, name);
      soon();
      return name;
    },
    again() {
      if (wanted.fontsOnly) put(without('fonts'));
      for (const operation of told.values()) put(operation);
    },
    lost() {
      asked.clear();
      told.clear();
      soon();
    },
    stop,
  };
}

/** Nothing is kept, and the recording says why. */
export function createNoAssets(state: WhyWithout, put: (operation: Operation) => void): Assets {
  const nothing = (): undefined => undefined;
  const again = (): void => put(without(state));
  return { name: (_url, _base, said) => said, again, lost: nothing, stop: nothing };
}

function without(state: WhyWithout): Operation {
  return [14, 'assets', { state }];
}
