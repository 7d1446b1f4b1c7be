import type { Scene } from '../scene/scene.ts';

/**
 * Hears performance entries of one type, those before us included.
 *
 * @returns what takes at once those that are still on their way; undefined where the browser has no such type.
 */
export function observeEntries<Entry extends PerformanceEntry>(
  scene: Scene,
  type: string,
  each: (entry: Entry) => void,
  options?: { durationThreshold: number },
): (() => void) | undefined {
  if (!window.PerformanceObserver?.supportedEntryTypes?.includes(type)) return undefined;
  const safe = scene.guard.wrap(each as (entry: PerformanceEntry) => void);
  const observer = new PerformanceObserver(scene.guard.wrap((list) => list.getEntries().forEach(safe)));
  observer.observe({ type, buffered: true, ...options });
  scene.onStop(() => observer.disconnect());
  return () => observer.takeRecords().forEach(safe);
}
