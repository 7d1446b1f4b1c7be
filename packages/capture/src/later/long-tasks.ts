import { type Place, placeOf } from '../privacy/path.ts';
import type { Scene } from '../scene/scene.ts';
import { createBound } from './bound.ts';
import { observeEntries } from './entries.ts';
import { functionOf } from './errors.ts';

const maxScripts = 10;
const maxPerView = 50;

interface ScriptTiming {
  invoker: string;
  invokerType: string;
  sourceFunctionName: string;
  sourceURL: string;
  duration: number;
}
type LongEntry = PerformanceEntry & { scripts?: ScriptTiming[] };
type AnimationFrame = LongEntry & { blockingDuration: number };

/** Long animation frames with the scripts that filled them; long tasks where the browser knows no frames. */
export function observeLongTasks(scene: Scene): void {
  const within = createBound(scene, 'frames');

  function tell(type: 'long-animation-frame' | 'longtask', entry: LongEntry, blockingMs: number): void {
    // A frame that blocked nobody was long to draw or to wait: no script's doing.
    if (!(blockingMs > 0 && within(maxPerView))) return;
    scene.say({
      kind: 'longtask',
      at: scene.at(entry.startTime),
      type,
      durationMs: Math.round(entry.duration),
      blockingMs: Math.round(blockingMs),
      scripts: (entry.scripts ?? [])
        .slice(0, maxScripts)
        .map((script) => scriptOf(script, placeOf(script.sourceURL, scene.known, true), scene)),
    });
  }

  const framed = observeEntries<AnimationFrame>(scene, 'long-animation-frame', (frame) =>
    tell('long-animation-frame', frame, frame.blockingDuration),
  );
  if (!framed) observeEntries(scene, 'longtask', (task) => tell('longtask', task, task.duration - 50));
}

function scriptOf(
  { invoker, invokerType, sourceFunctionName, duration }: ScriptTiming,
  place: Place | undefined,
  scene: Scene,
) {
  return {
    // An invoker is an address, or names an element by id or source: `IMG#id.onload`, `IMG[src=…].onload`; and an event, which a server may call as
    // it likes: `EventSource.onorder-7`.
    invoker: /script$/.test(invokerType)
      ? invokerType
      : scene.known.hide(invoker.replace(/[#[].*(?=\.on|$)|(?<=\.on[a-z]*)[^a-z].*/gs, '')).slice(0, 256),
    function: functionOf(sourceFunctionName, scene).slice(0, 256),
    host: place?.host ?? '',
    file: place?.path ?? '',
    durationMs: Math.round(duration),
  };
}
