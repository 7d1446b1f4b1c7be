/** The process that `readApart` starts: it reads one release, tells it, and ends; it ends also when nobody waits for it any more. */
import type { FromReader, ToRead } from './read.ts';
import { readInThread } from './thread.ts';

const tell = (message: FromReader, then?: () => void) => process.send?.(message, undefined, undefined, then);

process.once('disconnect', () => process.exit());
process.once('message', async (toRead: ToRead) => {
  const inspection = await readInThread(toRead, (gathered) => tell({ tell: 'gathered', gathered }));
  tell({ tell: 'read', inspection }, () => process.disconnect());
});
