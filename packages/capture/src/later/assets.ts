import type { ResourceRecord } from '@sightglass/wire';
import { placeOf } from '../privacy/path.ts';
import { newId } from '../scene/id.ts';
import type { Scene } from '../scene/scene.ts';
import { answerTiming, queryOf } from './bodies.ts';
import { createBound } from './bound.ts';
import { observeEntries } from './entries.ts';

/** A page of thousand pictures tells its story with its first ones. */
const maxPerView = 60;

/** What the page loaded besides calls: the document, scripts, styles, pictures, fonts, media, beacons. */
export function observeAssets(scene: Scene): void {
  const within = createBound(scene, 'files');
  const watch = (entry: PerformanceResourceTiming): void => {
    const { name, startTime, initiatorType, duration, responseEnd, responseStatus } = entry;
    // A sheet that we have read once more (`public-sheets.ts`) ends with a `#`.
    if (/^(fet|xm)|#$/.test(initiatorType + name) || scene.isOurs(name)) return;
    const type = entry.entryType === 'navigation' ? 'document' : typeOf(initiatorType, name);
    const place = placeOf(name, scene.known, /^(script|style|font)$/.test(type));
    if (!place || !within(maxPerView)) return;
    scene.say({
      kind: 'resource',
      at: scene.at(startTime),
      id: newId(),
      type,
      method: type === 'beacon' ? 'POST' : 'GET',
      host: place.host,
      path: place.path,
      query: queryOf(place.params, place.path, scene.known),
      // 0 where the browser does not tell: across origins, and in browsers without `responseStatus`.
      status: responseStatus ?? 0,
      durationMs: Math.max(0, duration || responseEnd - startTime),
      ...answerTiming(entry),
    });
  };
  let isTold: boolean | undefined;
  // Each time that a page writes itself anew (`document.open`) it is loaded once more, by the same request.
  observeEntries<PerformanceResourceTiming>(scene, 'navigation', (entry) => {
    if (!isTold) watch(entry);
    isTold = true;
  });
  observeEntries(scene, 'resource', watch);
}

function typeOf(initiator: string, url: string): ResourceRecord['type'] {
  if (/^(be|pi)/.test(initiator)) return 'beacon';
  const extension = /\.(\w+)([?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? '';
  if (/^(ttf|eot|woff2?|otf)$/.test(extension)) return 'font';
  if (/frame/.test(initiator)) return 'document';
  if (/^(tr|vi|au)/.test(initiator)) return 'media';
  if (initiator === 'script' || /^m?js$/.test(extension)) return 'script';
  if (extension === 'css') return 'style';
  return /^(c|i[mn])/.test(initiator) || /^(webp|svg|ico|jpe?g|png|avif|gif)$/.test(extension) ? 'image' : 'other';
}
