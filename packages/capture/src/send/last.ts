import { newId } from '../scene/id.ts';
import { toJson } from '../scene/json.ts';
import type { Storage } from '../session/storage.ts';
import type { Parcel } from './parcel.ts';

/** Local storage is the page's, and small: only a page's last moments go there, since only it can be written at once. */
const maxChars = 200_000;

type Line = [door: Parcel['door'], text: string, page: string];

/** What a page could not hand over when it was left, for the next visit. */
export interface Last {
  keep(parcels: Parcel[]): void;
  take(): Parcel[];
}

/** @param key - The client key, of which the end tells projects apart. */
export const lastName = (key: string): string => `sightglass:last:${key.slice(-8)}`;

/** @param key - The client key: what one project kept is not sent to another. */
export function createLast(storage: Storage, key: string): Last {
  const name = lastName(key);
  const page = newId();

  function read(): Line[] {
    try {
      // Other tabs keep theirs under the same name. What is no text is not ours, and would never go.
      return JSON.parse(storage.get(name) ?? '[]').filter(([, text, by]: Line) => by !== page && text.trim);
    } catch {
      // Not ours, or cut off while it was written.
      return [];
    }
  }

  return {
    keep(parcels) {
      let left = maxChars;
      const lines = read();
      for (const { door, text, kept } of parcels) {
        if (!kept && text.length <= left) {
          left -= text.length;
          lines.push([door, text, page]);
        }
      }
      if (lines[0]) storage.set(name, toJson(lines));
      else storage.remove(name);
    },
    take() {
      const lines = read();
      storage.remove(name);
      return lines.map(([door, text]) => ({ door, text }));
    },
  };
}
