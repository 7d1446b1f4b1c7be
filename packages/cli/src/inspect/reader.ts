/** The process that `readApart` starts: it reads one release, tells it, and ends; it ends also when nobody waits for it any more. */
import type { FromReader, ToRead } from './read.ts';
import { readInThread } from './thread.ts';

const tell = (message: FromReader, then?: () => void) => process.send?.(message, undefined, undefined, then);

process.once('disconnect', () => process.exit());
process.once('message', async (toRead: ToRead) => {
  const inspection = await readInThread(toRead, {
    onGathered: (gathered) => tell({ tell: 'gathered', gathered }),
    onShare: (share) => tell({ tell: 'share', share }),
  });
  tell({ tell: 'read', inspection }, () => process.disconnect());
});
