import type { Parcel } from '../send/parcel.ts';
import { sessionName } from '../session/session.ts';
import type { Storage } from '../session/storage.ts';
import { keptName } from '../session/tab.ts';

const maxKeptChars = 5 * 1024 * 1024;
const name = 'sightglass';
const table = 'kept';

/** What could not be sent, in the browser's database for the next visit: at most 5 MB of what this page found and keeps there. */
export interface Store {
  keep(parcel: Parcel): void;
  /** All that earlier pages left behind. */
  take(): Promise<Parcel[]>;
  /** It has arrived. */
  remove(parcel: Parcel): void;
}

/**
 * @param key - The client key: what one project kept is not sent to another.
 * @param local - Remembers that there is something to take: a database takes its time to open, and mostly there is nothing in it.
 */
export function createStore(key: string, local: Storage): Store {
  let chars = 0;
  let count = 0;

  /**
   * Ends when it is written, with null, or with what was wrong. Where the browser has no database for us (private windows), what waits lives as
   * long as the page.
   */
  async function inTable(task: (kept: IDBObjectStore) => void): Promise<DOMException | null | undefined> {
    try {
      const database = await open();
      const tx = database.transaction(table, 'readwrite');
      task(tx.objectStore(table));
      await new Promise((done) => {
        tx.oncomplete = tx.onabort = done;
      });
      database.close();
      return tx.error;
    } catch {
      // Said above.
    }
    return undefined;
  }

  return {
    keep(parcel) {
      const { door, text } = parcel;
      if (parcel.kept || parcel.written || chars + text.length > maxKeptChars) return;
      chars += text.length;
      local.set(keptName, '1');
      const at = [key, Date.now() * 1_000 + count++];
      parcel.written = inTable((kept) => kept.put({ door, text }, at)).then((failed) => {
        if (failed === null) parcel.kept = at;
      });
    },
    async take() {
      // Where nothing can be stored there, not even the session, nothing is remembered either.
      if (local.get(sessionName) && !local.get(keptName)) return [];
      let parcels!: IDBRequest<Parcel[]>;
      let keys!: IDBRequest<IDBValidKey[]>;
      await inTable((kept) => {
        const range = IDBKeyRange.bound([key], [key, []]);
        parcels = kept.getAll(range);
        keys = kept.getAllKeys(range);
      });
      // By now, not as they come: what fails here is this promise's, and not the page's to hear of.
      const found = parcels.result;
      found.forEach((parcel, at) => {
        chars += parcel.text.length;
        parcel.kept = keys.result[at];
      });
      if (!found[0]) local.remove(keptName);
      return found;
    },
    async remove(parcel) {
      await parcel.written;
      const at = parcel.kept;
      if (!at) return;
      chars -= parcel.text.length;
      await inTable((kept) => kept.delete(at));
    },
  };
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = reject;
    opening.onupgradeneeded = () => opening.result.createObjectStore(table);
    opening.onsuccess = () => resolve(opening.result);
  });
}
