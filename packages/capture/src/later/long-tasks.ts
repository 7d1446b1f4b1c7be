import { type Place, placeOf } from '../privacy/path.ts';
import type { Scene } from '../scene/scene.ts';
import { observeEntries } from './entries.ts';

const maxScripts = 10;
const maxPerView = 50;

interface ScriptTiming {
  invoker: string;
  invokerType: string;
  sourceFunctionName: string;
  sourceURL: string;
  duration: number;
}
type AnimationFrame = PerformanceEntry & { blockingDuration: number; scripts: ScriptTiming[] };

/** Long animation frames with the scripts that filled them; long tasks where the browser knows no frames. */
export function observeLongTasks(scene: Scene): void {
  let view: string | undefined;
  let count = 0;
  const places = new Map<string, Place | undefined>();

  function mayTell(): boolean {
    if (view !== scene.moment.view) count = 0;
    view = scene.moment.view;
    return count++ < maxPerView;
  }

  /** A page has few scripts and many frames that they make long. */
  function placeOfScript(url: string): Place | undefined {
    if (!places.has(url) && places.size < maxPerView) places.set(url, placeOf(url, scene.known, true));
    return places.get(url);
  }

  const framed = observeEntries(scene, 'long-animation-frame', (entry) => {
    const { blockingDuration, scripts } = entry as AnimationFrame;
    // A frame that blocked nobody was long to draw or to wait: no script's doing.
    if (blockingDuration <= 0 || !mayTell()) return;
    scene.say({
      kind: 'longtask',
      at: scene.at(entry.startTime),
      type: 'long-animation-frame',
      durationMs: Math.round(entry.duration),
      blockingMs: Math.round(blockingDuration),
      scripts: scripts.slice(0, maxScripts).map((script) => scriptOf(script, placeOfScript(script.sourceURL))),
    });
  });
  if (framed) return;
  observeEntries(scene, 'longtask', ({ startTime, duration }) => {
    if (!mayTell()) return;
    const at = scene.at(startTime);
    scene.say({
      kind: 'longtask',
      at,
      type: 'longtask',
      durationMs: duration,
      blockingMs: Math.max(0, duration - 50),
      scripts: [],
    });
  });
}

function scriptOf({ invoker, invokerType, sourceFunctionName, duration }: ScriptTiming, place: Place | undefined) {
  return {
    // An invoker is an address, or names an element by id or source: `IMG#id.onload`, `IMG[src=…].onload`.
    invoker: /script$/.test(invokerType) ? invokerType : invoker.replace(/(#|\[).*(?=\.on|$)/s, '').slice(0, 256),
    function: sourceFunctionName.slice(0, 256),
    host: place?.host ?? '',
    file: place?.path ?? '',
    durationMs: Math.round(duration),
  };
}
