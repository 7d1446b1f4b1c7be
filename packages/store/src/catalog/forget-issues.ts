import { setImmediate } from 'node:timers/promises';
import type { IssueActivity } from '@sightglass/wire';
import type { CatalogDatabase } from './database.ts';

/** What an issue says from now on. */
interface Reworded {
  id: string;
  type: string;
  message: string;
  source: string;
  place: string;
  firstAt: number;
  firstRelease: string;
  resolvedIn: string | null;
  regressedIn: string | null;
}

/** What of a project's issues goes, and what those that stay say from then on. */
export interface Forgotten {
  fingerprints: readonly string[];
  /** By their ids; their logs go with them. */
  issues: readonly string[];
  reread: readonly { fingerprint: string; message: string; release: string }[];
  reworded: readonly Reworded[];
  /** Whether a line of a log is about something that goes: the line stays, and says no more what it was. */
  isGone(line: Pick<IssueActivity, 'at' | 'did' | 'about'>): boolean;
}

const idsAtOnce = 5_000;
/** Milliseconds of work. */
const rowsAtOnce = 200;

/** Whoever else waits has their turns beside it. What it overwrites is gone from the disk after the next `wipe` of the catalog. @param transaction - All of it or nothing. */
export async function forgetIssues(transaction: CatalogDatabase, project: string, what: Forgotten): Promise<void> {
  for (const some of portions(what.fingerprints, idsAtOnce))
    await transaction
      .deleteFrom('issue_fingerprints')
      .where('project', '=', project)
      .where('fingerprint', 'in', some)
      .execute();
  for (const some of portions(what.issues, idsAtOnce)) {
    await transaction.deleteFrom('issues').where('project', '=', project).where('id', 'in', some).execute();
    await transaction.deleteFrom('issue_activity').where('project', '=', project).where('issue', 'in', some).execute();
  }
  for (const some of portions(what.reread, rowsAtOnce)) {
    await setImmediate();
    for (const { fingerprint, message, release } of some)
      await transaction
        .updateTable('issue_fingerprints')
        .set({ message, release })
        .where('project', '=', project)
        .where('fingerprint', '=', fingerprint)
        .execute();
  }
  for (const some of portions(what.reworded, rowsAtOnce)) {
    await setImmediate();
    for (const { id, type, message, source, place, firstAt, firstRelease, resolvedIn, regressedIn } of some)
      await transaction
        .updateTable('issues')
        .set({
          ...{ type, message, source, place, first_at: firstAt, first_release: firstRelease },
          ...{ resolved_in: resolvedIn, regressed_in: regressedIn },
        })
        .where('project', '=', project)
        .where('id', '=', id)
        .execute();
  }
  const lines = await transaction
    .selectFrom('issue_activity')
    .select(['number', 'at', 'did', 'about'])
    .where('project', '=', project)
    .where('about', '!=', '')
    .execute();
  // Written by `note` alone.
  for (const { number, at, did, about } of lines)
    if (what.isGone({ at, did: did as IssueActivity['did'], about }))
      await transaction.updateTable('issue_activity').set({ about: '' }).where('number', '=', number).execute();
}

function portions<Item>(items: readonly Item[], atOnce: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / atOnce) }, (_, at) =>
    items.slice(at * atOnce, (at + 1) * atOnce),
  );
}
