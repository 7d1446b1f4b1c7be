import type { Scene } from '../scene/scene.ts';

/** Whether the page is looked at, and whether the browser believes to be online. */
export function observePageState(scene: Scene): void {
  const visibility = (): string => document.visibilityState;
  const online = (): string => (navigator.onLine ? 'online' : 'offline');
  let was: Record<string, string> = { 'page.visibility': visibility(), 'page.online': online() };

  function moved(subject: string, to: string): void {
    const from = was[subject];
    if (from === to) return;
    was = { ...was, [subject]: to };
    scene.say({ kind: 'state', subject, to, from });
  }

  scene.listen('visibilitychange', () => moved('page.visibility', visibility()));
  for (const type of ['online', 'offline']) scene.listen(type, () => moved('page.online', online()));
}
