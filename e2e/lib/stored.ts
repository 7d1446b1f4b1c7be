import { isDeepStrictEqual } from 'node:util';
import {
  type AnswerOf,
  getReplay,
  listRecords,
  listSessions,
  type ReplayIndexLine,
  type WireRecord,
} from '@sightglass/wire';
import { vi } from 'vitest';
import type { About, Doors } from './doors.ts';

/**
 * What a visit left at the server, waited for: as long as a busy machine needs, and where it does not come, the error tells what is there
 * instead. Whoever is to say something of a visit waits for all that is said of, with the page still open: what a page that goes could not
 * hand over any more comes with its next page, or never.
 */
const patience = { timeout: 180_000, interval: 100 };

export type Summary = AnswerOf<typeof listSessions>['sessions'][number];
type OfSession = Readonly<{ project: string; session: string }>;

/** The newest session that says all of this. */
export const sessionWhere = (doors: Doors, about: About, said: Partial<Summary>): Promise<Summary> =>
  vi.waitFor(async () => {
    const { sessions } = await doors.ask(listSessions, about);
    const found = sessions.find((one) => isDeepStrictEqual({ ...one, ...said }, one));
    if (!found) throw new Error(`No session says ${JSON.stringify(said)}. There are: ${JSON.stringify(sessions)}`);
    return found;
  }, patience);

/** The records of a session, once they are so. */
export const recordsWhere = (
  doors: Doors,
  of: OfSession,
  areSo: (records: WireRecord[]) => boolean,
): Promise<WireRecord[]> =>
  vi.waitFor(async () => {
    const answer = await doors.ask(listRecords, { ...of, limit: 5_000 });
    const records = answer.records.map(({ record }) => record);
    if (!areSo(records))
      throw new Error(`Not all is stored yet. Of the session there is: ${records.map(inBrief).join(', ')}`);
    return records;
  }, patience);

/** The events of a session's replay in rrweb's words, a line each, once these words stand in them. */
export const replayWith = (doors: Doors, of: OfSession, words: string): Promise<string> =>
  vi.waitFor(async () => {
    const lines = await (await doors.send(getReplay, { ...of, as: 'rrweb' })).text();
    if (!lines.includes(words))
      throw new Error(
        `“${words}” is not in the replay. Its ${lines.length} characters end with: ${lines.slice(-2_000)}`,
      );
    return lines;
  }, patience);

/** Waits until the replay of a session reaches a moment. */
export const replayUntil = (doors: Doors, of: OfSession, at: number): Promise<void> =>
  vi.waitFor(async () => {
    const lines = (await (await doors.send(getReplay, { ...of, as: 'index' })).text()).split('\n').filter(Boolean);
    const ends = lines.map((line) => (JSON.parse(line) as ReplayIndexLine).place.until);
    const missing = at - Math.max(...ends);
    if (missing > 0) throw new Error(`The replay of ${ends.length} segments ends ${missing} ms too soon.`);
  }, patience);

function inBrief(record: WireRecord): string {
  const said =
    'name' in record ? record.name : 'path' in record ? record.path : 'message' in record ? record.message : '';
  return `${record.kind} ${said} (${record.at})`;
}
