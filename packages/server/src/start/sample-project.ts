import type { Catalog } from '@sightglass/store';

export interface SampleProject {
  project: string;
  key: string;
  /** While the sample is not fully in: the moment that its times are moved to. A feed that was cut goes on with the same. */
  feedAsOf: number | null;
}

interface Remembered {
  project: string;
  asOf: number;
  fed: boolean;
}

const setting = 'sample-project';

/** The project of the example application: made at the first start that shows it, and remembered, so that it is made once. */
export async function findSampleProject(catalog: Catalog, now: () => number): Promise<SampleProject> {
  const kept = await catalog.settings.get(setting);
  const made = kept === undefined ? undefined : (JSON.parse(kept) as Remembered);
  // Somebody may have removed it, and has the example shown all the same.
  const isThere = made !== undefined && (await catalog.projects.find(made.project)) !== undefined;
  const remembered = made !== undefined && isThere ? made : await makeProject(catalog, now);
  const keys = await catalog.keys.list(remembered.project);
  const key = keys.find(({ revokedAt }) => revokedAt === null) ?? (await catalog.keys.create(remembered.project));
  return { project: remembered.project, key: key.clientKey, feedAsOf: remembered.fed ? null : remembered.asOf };
}

async function makeProject(catalog: Catalog, now: () => number): Promise<Remembered> {
  const { id } = await catalog.projects.create('Tenon Parts Desk', { sample: true });
  return remember(catalog, { project: id, asOf: now(), fed: false });
}

async function remember(catalog: Catalog, remembered: Remembered): Promise<Remembered> {
  await catalog.settings.set(setting, JSON.stringify(remembered));
  return remembered;
}

interface FeedAbout {
  origin: string;
  project: string;
  key: string;
  backfillToken: string;
  now: number;
}

/** The demo's own script: posts recorded sessions through the real intake. `refused`: bodies that were not taken, by status. */
export type FeedSample = (
  about: FeedAbout & { onProgress(progress: { visits: number; of: number }): void },
) => Promise<{ visits: number; refused: Record<string, number> }>;

/** What the feeding process is told, once. */
export interface FeedOrder {
  script: string;
  about: FeedAbout;
}
/** What it tells. */
export type FeedReport =
  | { tell: 'progress'; visits: number; of: number }
  | { tell: 'fed'; visits: number; refused: Record<string, number> }
  | { tell: 'failed'; message: string };

/**
 * Feeds the sample in with a token that lives as long as this takes. What was cut short or met a server in need is fed again at the
 * next start, as of the same moment, so that nothing is there twice.
 *
 * @param feed - Runs the script to its end; rejects when it cannot.
 * @returns how many visits came in.
 */
export async function feedSampleProject(
  catalog: Catalog,
  sample: { project: string; key: string; feedAsOf: number },
  origin: string,
  feed: (about: FeedAbout) => ReturnType<FeedSample>,
): Promise<number> {
  const { project, key, feedAsOf } = sample;
  const role = { name: 'sample data', role: 'admin', createdBy: 'Sightglass', kind: 'passing' } as const;
  const token = await catalog.tokens.create(project, role);
  const { visits, refused } = await feed({ origin, project, key, backfillToken: token.token, now: feedAsOf });
  await catalog.tokens.revoke(project, token.id);
  if (!Object.keys(refused).some((status) => Number(status) >= 500))
    await remember(catalog, { project, asOf: feedAsOf, fed: true });
  return visits;
}

/** After the sample was removed: nothing more of it comes in, now or at the next start. */
export async function stopFeeding(catalog: Catalog, project: string): Promise<void> {
  const kept = await catalog.settings.get(setting);
  const remembered = kept === undefined ? undefined : (JSON.parse(kept) as Remembered);
  if (remembered?.project !== project || remembered.fed) return;
  await remember(catalog, { ...remembered, fed: true });
  await catalog.tokens.dropPassing();
}
