/**
 * A process that feeds the sample and ends: what it unpacks meanwhile (some hundred megabytes) must not stay with the server. It is
 * told what to do in one message, since arguments and environment of a process can be read by others.
 */
import { pathToFileURL } from 'node:url';
import type { FeedOrder, FeedReport, FeedSample } from './sample-project.ts';

process.once('message', async (order: FeedOrder) => {
  const report = (message: FeedReport) => process.send?.(message);
  try {
    const { feedSample } = (await import(pathToFileURL(order.script).href)) as { feedSample: FeedSample }; // the demo's own script, by its contract
    const { visits, refused } = await feedSample({
      ...order.about,
      onProgress: (progress) => report({ tell: 'progress', ...progress }),
    });
    report({ tell: 'fed', visits, refused });
  } catch (error) {
    report({ tell: 'failed', message: String(error) });
  }
  process.disconnect();
});
// Without its parent there is nobody to feed.
process.once('disconnect', () => process.exit());
