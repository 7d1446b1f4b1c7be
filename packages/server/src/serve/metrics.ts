import type { Catalog } from '@sightglass/store';
import type { DigestState } from '../digest/index.ts';
import type { JournalState } from '../journal/index.ts';
import type { DoorLedger } from '../ledger/index.ts';
import type { Metric } from './health.ts';

export interface Measured {
  catalog: Pick<Catalog, 'projects'>;
  ledger: Pick<DoorLedger, 'summary'>;
  journal(): JournalState;
  digest(): DigestState;
  watchers(): number;
}

/** The numbers of `/metrics`: of the whole server, since whoever scrapes it is nobody's member. */
export async function collectMetrics({ catalog, ledger, journal, digest, watchers }: Measured): Promise<Metric[]> {
  const { durable, confirmed, waitingBytes, trouble } = journal();
  const { stored, trouble: digestTrouble, days } = digest();
  const gauge = (name: string, help: string, value: number): Metric => ({
    name,
    help,
    type: 'gauge',
    values: [{ value }],
  });
  return [
    await countOutcomes(catalog, ledger),
    gauge('journal_durable', 'Last journal entry that is safe on the disk', durable),
    gauge('journal_confirmed', 'Last journal entry that is stored and synced elsewhere', confirmed),
    gauge('journal_waiting_bytes', 'Bytes of journal entries that are not confirmed yet', waitingBytes),
    gauge('journal_trouble', '1 while nothing can be acknowledged', trouble === null ? 0 : 1),
    gauge('digest_stored', 'Last journal entry that can be asked for', stored),
    gauge('digest_trouble', '1 while nothing can be stored', digestTrouble === null ? 0 : 1),
    gauge('digest_days_left', 'Past days that are not ready yet: questions about them take longer', days.left),
    gauge('live_watchers', 'Open live tails', watchers()),
    gauge('process_resident_memory_bytes', 'Resident memory of the server process', process.memoryUsage.rss()),
    gauge('process_uptime_seconds', 'Seconds since the server process started', Math.round(process.uptime())),
  ];
}

async function countOutcomes(catalog: Measured['catalog'], ledger: Measured['ledger']): Promise<Metric> {
  const sums = new Map<string, { labels: { door: string; outcome: string }; value: number }>();
  // '': what came with no key, or none that is known.
  for (const id of ['', ...(await catalog.projects.list()).map((project) => project.id)])
    for (const { door, outcome, items } of ledger.summary(id).outcomes) {
      const sum = sums.get(`${door} ${outcome}`) ?? { labels: { door, outcome }, value: 0 };
      sum.value += items;
      sums.set(`${door} ${outcome}`, sum);
    }
  return {
    name: 'intake_items_total',
    help: 'Items that came in, by door and by what became of them',
    type: 'counter',
    values: [...sums.values()],
  };
}
