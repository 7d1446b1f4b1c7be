import { newId } from '../scene/id.ts';
import { parseJson, toJson } from '../scene/json.ts';
import type { Storage } from './storage.ts';

export const tabName = 'sightglass:tab';
/** Under which a tab keeps what the answers of its session have held: hashes only. */
export const seenName = 'sightglass:seen';
/** Stands in there where a word was left that was typed. */
export const leftWord = '["",""]';

/** Under which a browser remembers that its database holds something of ours. */
export const keptName = 'sightglass:kept';

/** One tab across its reloads. */
export interface Tab {
  readonly id: string;
  /** Numbers the next batch, of so many records. */
  number(records: number): { tab: string; seq: number; first: number };
  /**
   * What the policy of a page of this tab denied us, and reports each time: a worker (true), or a file of this host. Asked once the numbers may
   * be taken.
   */
  denied: boolean | string | undefined;
  /** Hands the numbers to the next page of this tab, or to this one where it comes back or has more to say. */
  leave(): void;
}

/** Of a tab: what its next batch is numbered by, and what its pages are refused. */
type Numbers = [id: string, seq: number, first: number, denied?: Tab['denied']];

/** Tabs of which the numbers are kept after they were left: those of closed ones are never taken. */
const mostTabs = 9;

/**
 * A tab knows by its session storage which it is; its numbers lie in local storage, and only between two pages: a page takes them out and
 * puts them back when it is left. "Duplicate tab" and `window.open` copy session storage, and Firefox shows it to a page that comes back as
 * it was when that was left: two pages that found the numbers there would send different batches under the same identity, and one of each
 * pair would be taken for a duplicate. They are taken when the first batch is cut and no sooner: a browser may show the next page before
 * it tells the last one that it is gone. What a page says once the next one has them is counted as of a tab of its own.
 */
export function openTab(storage: Storage, local: Storage): Tab {
  let mine: Numbers | undefined;
  let known = '';

  /** What tabs have put there, the last one first. */
  function lying(): Numbers[] {
    // Whatever else lies there is no tab's.
    return ([] as Numbers[]).concat((parseJson(local.get(tabName)) as Numbers[]) ?? []).slice(0, mostTabs);
  }

  function take(): Numbers {
    if (mine) return mine;
    const all = lying();
    // None where no page of this tab was before.
    const found = all.find((one) => one?.[0] === storage.get(tabName));
    if (found) local.set(tabName, toJson(all.filter((one) => one !== found)));
    mine = found ?? [newId(), 0, 0];
    known = mine[0];
    return mine;
  }

  return {
    get id() {
      return known || take()[0];
    },
    number(records) {
      const [id, seq, first, denied] = take();
      mine = [id, seq + 1, first + records, denied];
      return { tab: id, seq, first };
    },
    get denied() {
      return take()[3];
    },
    set denied(is) {
      take()[3] = is;
    },
    leave() {
      if (mine) {
        storage.set(tabName, mine[0]);
        local.set(tabName, toJson([mine, ...lying()]));
      }
      mine = undefined;
    },
  };
}
