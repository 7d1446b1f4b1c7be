import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Catalog } from '@sightglass/store';
import type { Logger } from 'pino';
import { forked } from '../forked.ts';
import { type Demo, startDemo } from './demo.ts';
import {
  type FeedOrder,
  type FeedReport,
  type FeedSample,
  feedSampleProject,
  findSampleProject,
} from './sample-project.ts';

export interface Example {
  /** undefined: it could not start, and `say` was told why. */
  origin: string | undefined;
  /** In the background: the sample project's recorded visits, if they are not in yet. */
  feed(): void;
  stop(): Promise<void>;
}

/**
 * The example application with its project: started as a child, watched by our own SDK; and, at the first start, days of recorded
 * visits fed in through the real intake. Whatever fails here is said, and Sightglass goes on.
 *
 * @param folder - The repository's `demo`.
 * @param say - One line for the operator.
 */
export async function startExample(about: {
  catalog: Catalog;
  folder: string;
  origin: string;
  port: number;
  host: string;
  now: () => number;
  say: (line: string) => void;
  log: Logger;
}): Promise<Example> {
  const { catalog, folder, origin, port, host, now, say, log } = about;
  const sample = await findSampleProject(catalog, now);
  const { project, key, feedAsOf } = sample;
  const feeding = new AbortController();
  let demo: Demo | undefined;
  try {
    demo = await startDemo({ script: `${folder}/server/main.ts`, port, host, watchedBy: { origin, key } });
  } catch (error) {
    log.warn({ err: error }, 'the example application did not start');
    say((error as Error).message); // startDemo throws nothing but sentences
  }
  return {
    origin: demo?.origin,
    feed() {
      if (feedAsOf !== null) void feedInBackground({ project, key, feedAsOf });
    },
    async stop() {
      feeding.abort();
      await demo?.stop();
    },
  };

  async function feedInBackground(unfed: { project: string; key: string; feedAsOf: number }): Promise<void> {
    try {
      const script = join(folder, 'sample/feed.ts');
      const visits = await feedSampleProject(catalog, unfed, origin, (about) =>
        runFeed({ script, about }, say, feeding.signal),
      );
      say(`Sample project: ${visits} recorded visits are in.`);
    } catch (error) {
      if (feeding.signal.aborted) return;
      log.warn({ err: error }, 'the sample was not fed');
      say('The sample visits could not be fed; the next start tries again. The log has the cause.');
    }
  }
}

/** Runs the feed in a process of its own, and says each quarter of the way. @throws when it fails or is cut short. */
function runFeed(order: FeedOrder, say: (line: string) => void, signal: AbortSignal): ReturnType<FeedSample> {
  const child = forked(fileURLToPath(new URL('./feed-process.ts', import.meta.url)), [], {
    execArgv: [],
    stdio: 'ignore',
  });
  signal.addEventListener('abort', () => child.kill('SIGKILL'));
  let said = 0;
  return new Promise((resolve, reject) => {
    child.on('message', (report: FeedReport) => {
      if (report.tell === 'fed') resolve(report);
      else if (report.tell === 'failed') reject(new Error(report.message));
      else if (report.visits >= (said + 0.25) * report.of && report.visits < report.of) {
        said = report.visits / report.of;
        say(`Sample project: ${report.visits} of ${report.of} recorded visits are in …`);
      }
    });
    child.on('error', reject);
    child.once('exit', (code, by) => reject(new Error(`The feeding process ended with ${by ?? code}`)));
    // What keeps it from being told is told by the events.
    if (child.connected) child.send(order, () => undefined);
  });
}
