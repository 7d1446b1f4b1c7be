import type { User } from './entities.ts';

interface Sightglass {
  setUser(user: { id: string; role: string }): void;
}

declare global {
  interface Window {
    sightglass?: Sightglass;
  }
}

/** Tells Sightglass who is here, by id and role only. Its script runs before this one, unless somebody blocks it. */
export function tellWho({ userId, role }: User): void {
  window.sightglass?.setUser({ id: userId, role });
}
