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
  isGone(line: Pick<IssueActivity, 'did' | 'about'>): boolean;
}

const idsAtOnce = 5_000;

/** In one transaction. What it overwrites is gone from the disk after the next `wipe` of the catalog. */
export async function forgetIssues(database: CatalogDatabase, project: string, what: Forgotten): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const some of portions(what.fingerprints))
      await transaction
        .deleteFrom('issue_fingerprints')
        .where('project', '=', project)
        .where('fingerprint', 'in', some)
        .execute();
    for (const some of portions(what.issues)) {
      await transaction.deleteFrom('issues').where('project', '=', project).where('id', 'in', some).execute();
      await transaction
        .deleteFrom('issue_activity')
        .where('project', '=', project)
        .where('issue', 'in', some)
        .execute();
    }
    for (const { fingerprint, message, release } of what.reread)
      await transaction
        .updateTable('issue_fingerprints')
        .set({ message, release })
        .where('project', '=', project)
        .where('fingerprint', '=', fingerprint)
        .execute();
    for (const { id, type, message, source, place, firstAt, firstRelease, resolvedIn, regressedIn } of what.reworded)
      await transaction
        .updateTable('issues')
        .set({
          ...{ type, message, source, place, first_at: firstAt, first_release: firstRelease },
          ...{ resolved_in: resolvedIn, regressed_in: regressedIn },
        })
        .where('project', '=', project)
        .where('id', '=', id)
        .execute();
    const lines = await transaction
      .selectFrom('issue_activity')
      .select(['number', 'did', 'about'])
      .where('project', '=', project)
      .where('about', '!=', '')
      .execute();
    // Written by `note` alone.
    for (const { number, did, about } of lines)
      if (what.isGone({ did: did as IssueActivity['did'], about }))
        await transaction.updateTable('issue_activity').set({ about: '' }).where('number', '=', number).execute();
  });
}

function portions(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, at) =>
    ids.slice(at * idsAtOnce, (at + 1) * idsAtOnce),
  );
}
