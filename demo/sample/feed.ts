import type { RecordedVisit } from '../recordings/format.ts';
import { readRecordedVisits, readRecordingIndex, recordingsFolder } from '../recordings/read.ts';
import { moveBody } from './move.ts';
import { uploadReleases } from './upload-releases.ts';

export interface FeedOptions {
  /** Where the intake is, such as `http://127.0.0.1:4600`. */
  origin: string;
  /** The client key of the project that gets the sample. */
  key: string;
  /** Its id: the built scripts and source maps of both releases are uploaded first. Without it they are not. */
  project?: string;
  /** An API token of an admin of the project: it lets old times in and marks what comes as sample data. */
  backfillToken: string;
  /** Epoch milliseconds at which the recording's fourteen days are to end. */
  now: number;
  /** How much of the recording, 0 to 1. Without it the sample: a third of each journey's visits, of both releases. */
  share?: number;
  onProgress?(progress: FeedProgress): void;
  /** Ends the feeding early; what was sent stays. */
  signal?: AbortSignal;
  folder?: string;
}

export interface FeedProgress {
  visits: number;
  of: number;
}

export interface Fed {
  visits: number;
  bodies: number;
  /** Bodies that the intake did not take, by what it answered. */
  refused: Record<string, number>;
}

const atOnce = 4;
const maxTries = 5;
const pauseMs = 400;

/**
 * Sends recorded visits through the real intake, moved so that they end now. A body that the intake is too busy for is sent again a
 * few times; what it refuses is counted. Feeding the same recording again stores nothing twice, as long as `now` is the same.
 *
 * @throws when the intake cannot be reached.
 */
export async function feedSample(options: FeedOptions): Promise<Fed> {
  const { folder = recordingsFolder, signal, origin, project, backfillToken: token } = options;
  if (project !== undefined) await uploadReleases({ origin, project, token });
  const index = readRecordingIndex(folder);
  const chosen = choose(index.visits, options.share);
  const moveMs = Math.round(options.now) - index.until;
  const fed: Fed = { visits: 0, bodies: 0, refused: {} };

  async function feedVisit(visit: RecordedVisit, texts: string[]): Promise<void> {
    for (const [at, text] of texts.entries()) {
      const door = visit.bodies[at]?.door ?? 'records';
      const status = await post(options, door, moveBody(door, text, moveMs));
      fed.bodies += 1;
      if (status !== 202) fed.refused[status] = (fed.refused[status] ?? 0) + 1;
    }
    fed.visits += 1;
    options.onProgress?.({ visits: fed.visits, of: chosen.size });
  }

  const busy = new Set<Promise<void>>();
  for (const file of ['sample', 'rest'] as const) {
    if (!index.visits.some((visit) => visit.file === file && chosen.has(visit.n))) continue;
    for await (const { visit, texts } of readRecordedVisits(index, file, folder)) {
      if (signal?.aborted) break;
      if (!chosen.has(visit.n)) continue;
      const feeding = feedVisit(visit, texts).finally(() => busy.delete(feeding));
      busy.add(feeding);
      if (busy.size >= atOnce) await Promise.race(busy);
    }
  }
  await Promise.all(busy);
  return fed;
}

/** Numbers of the visits to send: the sample, or an even share of all. */
function choose(visits: RecordedVisit[], share: number | undefined): Set<number> {
  const taken =
    share === undefined
      ? visits.filter((visit) => visit.file === 'sample')
      : visits.filter((_, at) => Math.floor((at + 1) * share) > Math.floor(at * share));
  return new Set(taken.map((visit) => visit.n));
}

async function post(options: FeedOptions, door: 'records' | 'segments', body: string): Promise<number> {
  const { origin, key, backfillToken, signal } = options;
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${origin}/v1/${door}?key=${encodeURIComponent(key)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sightglass-backfill': backfillToken },
      body,
      ...(signal ? { signal } : {}),
    });
    await response.arrayBuffer();
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || tries === maxTries) return response.status;
    const waitMs = Number(response.headers.get('retry-after')) * 1_000 || pauseMs * tries;
    await new Promise((done) => setTimeout(done, waitMs));
  }
}
