import type { CatalogDatabase } from './database.ts';
import { hashOfSecret } from './secret.ts';

/** A release as it was met among what came in. */
export interface MetRelease {
  release: string;
  first: number;
  last: number;
}

/** When each release of a project was first used: which one is later than another is asked also when nothing that they recorded is left. */
export interface ReleaseBeginnings {
  /** undefined: it was not used yet, or is past the bound. */
  of(project: string): Promise<(release: string) => number | undefined>;
  /**
   * Notes releases that were met, each earlier beginning in the place of a later one. The same again changes nothing. At most 10,000 of a project:
   * those go that were not in use for longest.
   *
   * @param spared - Releases that stay past the bound, since something goes by them. Asked when it bites.
   */
  meet(project: string, met: readonly MetRelease[], spared: () => Promise<readonly string[]>): Promise<void>;
}

export const mostReleases = 10_000;
/** What is in use is written once for so long, and not at every look. */
const metAgainMs = 24 * 3_600_000;

export function createReleaseBeginnings(database: CatalogDatabase, most = mostReleases): ReleaseBeginnings {
  /** As it stands in the table: it is asked with everything that is stored. */
  const known = new Map<string, Map<string, { began: number; met: number }>>();

  async function read(project: string): Promise<Map<string, { began: number; met: number }>> {
    const there = known.get(project);
    if (there !== undefined) return there;
    const rows = await database.selectFrom('release_beginnings').selectAll().where('project', '=', project).execute();
    const all = new Map(rows.map(({ release, began_at, met_at }) => [release, { began: began_at, met: met_at }]));
    known.set(project, all);
    return all;
  }

  return {
    async of(project) {
      const all = await read(project);
      return (release) => all.get(hashOf(project, release))?.began;
    },
    async meet(project, met, spared) {
      const all = await read(project);
      const rows = met.flatMap(({ release, first, last }) => {
        const name = hashOf(project, release);
        const before = all.get(name) ?? { began: first, met: Number.NEGATIVE_INFINITY };
        if (first >= before.began && last < before.met + metAgainMs) return [];
        const [began, lastMet] = [Math.min(first, before.began), Math.max(last, before.met)];
        return [{ project, release: name, began_at: began, met_at: lastMet }];
      });
      if (rows.length === 0) return;
      const next = new Map(all);
      for (const { release, began_at, met_at } of rows) next.set(release, { began: began_at, met: met_at });
      const stay = new Set(next.size > most ? (await spared()).map((release) => hashOf(project, release)) : []);
      const gone = [...next]
        .sort(([, one], [, other]) => other.met - one.met)
        .slice(most)
        .flatMap(([release]) => (stay.has(release) ? [] : [release]));
      await database.transaction().execute(async (transaction) => {
        for (const row of rows)
          await transaction
            .insertInto('release_beginnings')
            .values(row)
            .onConflict((conflict) => conflict.columns(['project', 'release']).doUpdateSet(row))
            .execute();
        for (const release of gone)
          await transaction
            .deleteFrom('release_beginnings')
            .where('project', '=', project)
            .where('release', '=', release)
            .execute();
      });
      for (const release of gone) next.delete(release);
      known.set(project, next);
    },
  };
}

/** Of each project its own, so that they tell nothing of one another. */
const hashOf = (project: string, release: string): string => hashOfSecret(`${project} ${release}`);
