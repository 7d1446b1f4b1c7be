import type { User } from './entities.ts';

interface Sightglass {
  setUser(user: { id: string; role: string }): void;
}

declare global {
  interface Window {
    sightglass?: Sightglass;
  }
}

/** Tells Sightglass who is here, by id and role only. Its script loads on its own time, so this waits for it if need be. */
export function tellWho({ userId, role }: User): void {
  const tell = () => window.sightglass?.setUser({ id: userId, role });
  if (window.sightglass) tell();
  else document.querySelector('script[data-key]')?.addEventListener('load', tell, { once: true });
}
