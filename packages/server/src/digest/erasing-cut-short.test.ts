import { join } from 'node:path';
import { recomputeSessions } from '@sightglass/store';
import { ndjson, recordRow } from '@sightglass/store/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDigestLedger } from '../ledger/index.ts';
import { startDigest } from './start.ts';
import { silentLog, startRealEngine } from './testing/real-engine.ts';

const project = 'p_abcdefabcdef';
const whom = { visitor: 'anna', sessions: [] };
const silent = () => undefined;

test('whoever had somebody erased hears how much that was, also where the digest is killed when the ledger says that it is over and nobody was told', async () => {
  const { data, engine, columns } = await startRealEngine();
  let told = 0;
  const digest = startDigest({
    ...{ data, engine, durable: 0, gone: new Set<string>(), log: silentLog },
    ...{ onLive: silent, onConfirmed: silent, onDropped: silent },
    async onErased() {
      told += 1;
      if (told > 1) return;
      process.kill(digest.pid() ?? 0, 'SIGKILL');
      await vi.waitUntil(() => digest.pid() === undefined, { interval: 1 });
      const ledger = openDigestLedger(join(data, 'ledger.sqlite'), Date.now);
      for (const erasure of ledger.erasures()) ledger.endErasure(erasure, [whom.visitor]);
      ledger.stop();
    },
  });
  onTestFinished(() => digest.stop());
  await digest.ready;
  const about = { project, session: 'session-1', visitor: whom.visitor, at: Date.now(), _batch: 1 };
  await columns.insert('records', ndjson([recordRow({ ...about, number: 1 }), recordRow({ ...about, number: 2 })]));
  await recomputeSessions(columns, project, [{ session: about.session, start: about.at }], 1);

  expect(await digest.erase(project, whom)).toEqual({ sessions: 1, records: 2, segments: 0, quarantined: 0 });
  expect(told).toBe(2);
});
