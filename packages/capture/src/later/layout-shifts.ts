import type { Scene } from '../scene/scene.ts';
import { observeEntries } from './entries.ts';

export interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node | null }[];
}

/** Shifts count together while less than a second lies between them, and for five seconds at most: https://web.dev/articles/cls */
const apartMs = 1_000;
const windowMs = 5_000;

/** Shifts that count together. */
interface Shifts {
  value: number;
  /** Not there, nor the next: there was none. */
  from?: number;
  until?: number;
  largest?: LayoutShift;
}

/** Answers with the worst of what was told by now, and begins anew; undefined where the browser tells no shifts. */
export function observeShifts(scene: Scene): { worst(): Shifts; restart(): void } | undefined {
  let now: Shifts = { value: 0 };
  let worst = now;
  const take = observeEntries<LayoutShift>(scene, 'layout-shift', (shift) => {
    const { hadRecentInput, value, startTime } = shift;
    if (hadRecentInput) return;
    const { until, from } = now as Required<Shifts>;
    // Written so that of none the next one is never a part.
    if (!(startTime - until < apartMs && startTime - from < windowMs)) now = { value: 0, from: startTime };
    now.value += value;
    now.until = startTime;
    if (!((now.largest?.value as number) > value)) now.largest = shift;
    if (now.value > worst.value) worst = now;
  });
  return (
    take && {
      worst() {
        take();
        return worst;
      },
      restart() {
        now = worst = { value: 0 };
      },
    }
  );
}
