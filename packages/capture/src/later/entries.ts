import type { Scene } from '../scene/scene.ts';

/** Hears performance entries of one type, those before us included. Says false where the browser has no such type. */
export function observeEntries(scene: Scene, type: string, each: (entry: PerformanceEntry) => void): boolean {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes(type)) return false;
  const observer = new PerformanceObserver(
    scene.guard.wrap((list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) scene.guard.run(() => each(entry));
    }),
  );
  observer.observe({ type, buffered: true });
  scene.onStop(() => observer.disconnect());
  return true;
}
