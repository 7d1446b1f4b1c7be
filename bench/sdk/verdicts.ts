import type { Size } from './bundle.ts';
import type { BenchPage } from './pages.ts';
import { type Column, columns, type Row } from './rows.ts';
import { isPeer } from './sdks.ts';

export interface Verdict {
  kind: 'budget' | 'ahead';
  name: string;
  /** What ours takes of its budget, or of what the best peer takes. */
  ratio: number;
  within: boolean;
  detail: string;
}

type Budget = [page: BenchPage, sdk: 'ours' | 'ours-rum', column: Column, most: number];

/** What we promise of a page that is watched. `minute` is of 60 s. */
const budgets: Budget[] = [
  ['load5k', 'ours', 'jsMs', 50],
  ['load5k', 'ours', 'longestOwnMs', 16],
  ['load5k', 'ours', 'wireKb', 40],
  ['load5k', 'ours', 'heapMb', 1.5],
  ['load5k', 'ours', 'longTasks', 0],
  ['mutate', 'ours', 'jsMs', 300],
  ['mutate', 'ours', 'wireKb', 120],
  ['mutate', 'ours', 'heapMb', 1.5],
  ['mutate', 'ours', 'longTasks', 0],
  ['interact', 'ours', 'jsMs', 100],
  ['interact', 'ours', 'longTasks', 0],
  ['minute', 'ours', 'wireKb', 100],
  ['minute', 'ours', 'requests', 15],
  ['minute', 'ours', 'workerMs', 80],
  ['minute', 'ours', 'longTasks', 0],
  ['load5k', 'ours-rum', 'jsMs', 20],
];

/** KiB by gzip -9. */
const sizeBudgets: [part: keyof Size, most: number][] = [
  ['recorder', 12],
  ['whole', 24],
];

export const units: Record<Column, string> = {
  jsMs: 'ms of script',
  longestOwnMs: 'ms in its longest block',
  longTasks: 'long tasks',
  heapMb: 'MB of heap',
  wireKb: 'kB sent',
  rawKb: 'kB before packing',
  requests: 'requests',
  workerMs: 'ms in workers',
};

/** Ours against its budgets, and against the best peer with replay in every column of every page. */
export function judge(rows: Row[], sizes: Map<string, Size>): Verdict[] {
  return [...sizeVerdicts(sizes), ...budgetVerdicts(rows), ...aheadVerdicts(rows)];
}

function sizeVerdicts(sizes: Map<string, Size>): Verdict[] {
  const ours = sizes.get('ours');
  if (!ours) return [];
  const kept = sizeBudgets.map(([part, most]) => budget(`size, ${part}`, ours[part] / 1_024, most, 'KiB by gzip'));
  const peers = [...sizes].filter(([name]) => isPeer(name));
  const whole = (wanted: (name: string) => boolean): [string, number][] =>
    peers.filter(([name]) => wanted(name)).map(([name, size]) => [name, size.whole / 1_024]);
  return [
    ...kept,
    // A recorder alone is compared with a recorder alone.
    ...ahead(
      'size, recorder',
      ours.recorder / 1_024,
      whole((name) => name === 'rrweb'),
      'KiB by gzip',
    ),
    ...ahead(
      'size, whole',
      ours.whole / 1_024,
      whole((name) => name !== 'rrweb'),
      'KiB by gzip',
    ),
  ];
}

function budgetVerdicts(rows: Row[]): Verdict[] {
  return budgets.flatMap(([page, sdk, column, most]) => {
    const row = rows.find((one) => one.page === page && one.sdk === sdk);
    return row ? [budget(`${page}, ${sdk}`, row[column], most, units[column])] : [];
  });
}

function budget(name: string, value: number, most: number, unit: string): Verdict {
  const ratio = most === 0 ? value : value / most;
  return { kind: 'budget', name, ratio, within: value <= most, detail: `${figure(value)} of ${most} ${unit}` };
}

function aheadVerdicts(rows: Row[]): Verdict[] {
  return rows
    .filter(({ sdk }) => sdk === 'ours')
    .flatMap((ours) =>
      columns.flatMap((column) => {
        const peers = rows
          .filter(({ page, sdk }) => page === ours.page && isPeer(sdk))
          // A peer that packs on the main thread has no worker to compare.
          .filter((row) => column !== 'workerMs' || row.workerMs > 0);
        return ahead(
          ours.page,
          ours[column],
          peers.map((row) => [row.sdk, row[column]]),
          units[column],
        );
      }),
    );
}

/** As good as the best peer counts. */
function ahead(name: string, value: number, peers: [name: string, value: number][], unit: string): Verdict[] {
  const [best] = peers.sort((a, b) => a[1] - b[1]);
  if (!best) return [];
  const ratio = best[1] > 0 ? value / best[1] : 1 + value;
  const detail = `${figure(value)} against ${figure(best[1])} ${unit} (${best[0]})`;
  return [{ kind: 'ahead', name, ratio, within: value <= best[1], detail }];
}

function figure(value: number): string {
  return Math.abs(value) < 10 ? value.toFixed(1) : String(Math.round(value));
}
