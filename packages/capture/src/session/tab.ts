import { newId } from '../scene/id.ts';
import type { Storage } from './storage.ts';

const key = 'sightglass:tab';

/** One tab across its reloads: its id, and how many batches and records it has sent. */
export interface Tab {
  id: string;
  /** Number of the next batch. */
  seq: number;
  /** Number of the next record. */
  first: number;
  /** A page of this tab was refused a worker by its policy. */
  noWorker: boolean;
  /** Takes the tab up again when the page comes back from the back-forward cache. */
  resume(): void;
  /** Hands the tab to the next page of this tab. */
  leave(): void;
  forget(): void;
}

/**
 * The tab's numbers lie in session storage only between two pages: a page takes them out when it begins and puts them back when it is left.
 * "Duplicate tab" and `window.open` copy session storage, so two tabs that found the numbers there would send different batches
 * under the same identity, and one of each pair would be taken for a duplicate.
 */
export function openTab(storage: Storage): Tab {
  const tab: Tab = {
    ...take(),
    resume: () => void Object.assign(tab, take()),
    leave: () => storage.set(key, JSON.stringify([tab.id, tab.seq, tab.first, tab.noWorker])),
    forget: () => storage.remove(key),
  };

  function take(): Pick<Tab, 'id' | 'seq' | 'first' | 'noWorker'> {
    try {
      const [id, seq, first, noWorker] = JSON.parse(storage.get(key) ?? '');
      if (/^[\da-f]{16}$/.test(id) && seq >= 0 && first >= 0) return { id, seq, first, noWorker };
    } catch {
      // No page of this tab before.
    } finally {
      storage.remove(key);
    }
    return { id: newId(), seq: 0, first: 0, noWorker: false };
  }

  return tab;
}
