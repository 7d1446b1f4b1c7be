import type { Catalog } from '@sightglass/store';
import type { Logger } from 'pino';
import { type Demo, startDemo } from './demo.ts';
import { type FeedSample, feedSampleProject, findSampleProject } from './sample-project.ts';

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
      // The demo is no package of ours: its script is found where the repository has it, when it is needed.
      const { feedSample } = (await import(`${folder}/sample/feed.ts`)) as { feedSample: FeedSample };
      let told = 0;
      const onProgress = ({ visits, of }: { visits: number; of: number }) => {
        if (visits < (told + 0.25) * of || visits === of) return;
        told = visits / of;
        say(`Sample project: ${visits} of ${of} recorded visits are in …`);
      };
      const visits = await feedSampleProject(catalog, unfed, feedSample, {
        origin,
        signal: feeding.signal,
        onProgress,
      });
      if (!feeding.signal.aborted) say(`Sample project: ${visits} recorded visits are in.`);
    } catch (error) {
      if (feeding.signal.aborted) return;
      log.warn({ err: error }, 'the sample was not fed');
      say('The sample visits could not be fed; the next start tries again. The log has the cause.');
    }
  }
}
