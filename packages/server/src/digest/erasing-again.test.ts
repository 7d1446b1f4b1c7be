import { join } from 'node:path';
import { sessionsOf } from '@sightglass/store';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createJournal } from '../journal/index.ts';
import { startDigest } from './start.ts';
import { entry, project } from './testing/digest-alone.ts';
import { silentLog, startRealEngine } from './testing/real-engine.ts';

const whom = { visitor: 'anna', sessions: [] };
const silent = () => undefined;

test('whoever has somebody erased again while that is under way hears of what had come since, when it is gone as well', async () => {
  const { data, engine, columns } = await startRealEngine();
  const journal = await createJournal({ dir: join(data, 'journal'), after: 0, teller: silentLog });
  onTestFinished(() => journal.stop());
  async function visit(number: number): Promise<void> {
    const now = Date.now();
    const session = `anna0000-0000-4000-8000-00000000000${number}`;
    const records = [{ kind: 'custom', at: now, name: 'seen' }];
    const about = { v: 1, session, tab: '22222222-2222', seq: 0, first: 0, sentAt: now, startedAt: now };
    await journal.append(entry({ ...about, visitor: whom.visitor, sdk: { name: 'x', version: '1' }, records }));
  }
  let again: Promise<unknown> | undefined;
  const digest = startDigest({
    ...{ data, engine, durable: 0, gone: new Set<string>(), log: silentLog },
    ...{ onLive: silent, onConfirmed: silent, onDropped: silent },
    async onErased() {
      if (again !== undefined) return;
      await visit(1);
      digest.settle();
      again = digest.erase(project, whom);
      // The one that ends first is not an answer to it, and nor is it lost with its digest.
      process.kill(digest.pid() ?? 0, 'SIGKILL');
    },
  });
  onTestFinished(() => digest.stop());
  journal.onGrown(digest.grown);
  await digest.ready;
  await visit(0);
  await vi.waitUntil(() => digest.state().stored === journal.state().durable, { timeout: 60_000, interval: 20 });

  digest.settle();
  expect(await digest.erase(project, whom)).toEqual({ sessions: 1, records: 1, segments: 0, quarantined: 0 });
  expect(await again).toEqual({ sessions: 1, records: 1, segments: 0, quarantined: 0 });
  expect(await sessionsOf(columns, project, whom.visitor)).toEqual([]);
});
