import type { Scene } from '../scene/scene.ts';

/** Whether the page is looked at, and whether the browser believes to be online. */
export function observePageState(scene: Scene): void {
  const was: Record<string, string> = {};

  function moved(subject: string, to: string): void {
    const from = was[subject];
    was[subject] = to;
    if (from && from !== to) scene.say({ kind: 'state', subject, to, from });
  }

  const look = (): void => {
    moved('page.visibility', document.visibilityState);
    moved('page.online', navigator.onLine ? 'online' : 'offline');
  };
  look();
  for (const type of ['visibilitychange', 'online', 'offline']) scene.listen(type, look);
  // That a page which is left is out of sight as well is not worth a request.
  scene.listen('pagehide', () => {
    was['page.visibility'] = 'hidden';
  });
}
