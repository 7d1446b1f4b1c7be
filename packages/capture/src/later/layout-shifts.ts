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
  from: number;
  until: number;
  largest?: LayoutShift;
}

/** Answers with the worst of what was told by now, and begins anew; undefined where the browser tells no shifts. */
export function observeShifts(scene: Scene): { worst(): Shifts; restart(): void } | undefined {
  const none: Shifts = { value: 0, from: -windowMs, until: -apartMs };
  let now = none;
  let worst = none;
  const take = observeEntries<LayoutShift>(scene, 'layout-shift', (shift) => {
    const { hadRecentInput, value, startTime } = shift;
    if (hadRecentInput) return;
    if (startTime - now.until >= apartMs || startTime - now.from >= windowMs) now = { ...none, from: startTime };
    const largest = now.largest && now.largest.value > value ? now.largest : shift;
    now = { value: now.value + value, from: now.from, until: startTime, largest };
    if (now.value > worst.value) worst = now;
  });
  return (
    take && {
      worst() {
        take();
        return worst;
      },
      restart() {
        now = worst = none;
      },
    }
  );
}
