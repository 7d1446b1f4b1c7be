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
type AnimationFrame = PerformanceEntry & { blockingDuration: number; scripts: ScriptTiming[] };

/** Long animation frames with the scripts that filled them; Chromium has them since 123, of March 2024. */
export function observeLongTasks(scene: Scene): void {
  const within = createBound(scene, 'frames');
  observeEntries<AnimationFrame>(
    scene,
    'long-animation-frame',
    ({ startTime, duration, blockingDuration, scripts }) => {
      // A frame that blocked nobody was long to draw or to wait: no script's doing.
      if (!(blockingDuration > 0 && within(maxPerView))) return;
      scene.say({
        kind: 'longtask',
        at: scene.at(startTime),
        type: 'long-animation-frame',
        durationMs: Math.round(duration),
        blockingMs: Math.round(blockingDuration),
        scripts: scripts
          .slice(0, maxScripts)
          .map((script) => scriptOf(script, placeOf(script.sourceURL, scene.known, true), scene)),
      });
    },
  );
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
