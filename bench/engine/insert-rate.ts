import { recordRow } from '../../packages/store/src/contract/index.ts';
import type { Columns } from '../../packages/store/src/index.ts';
import { type Measured, median } from '../measured.ts';

const from = Date.UTC(2026, 10, 20);
const rowsPerBatch = 5_000;

/** How fast the engine takes ready NDJSON in batches as digest sends them, against `JSON.parse` of the very same lines. */
export async function measureInsertRate(columns: Columns, quick: boolean): Promise<Measured> {
  const batches = Array.from({ length: quick ? 4 : 20 }, (_, batch) => makeBatch(batch));
  const parsing: number[] = [];
  const inserting: number[] = [];
  for (const batch of batches) {
    parsing.push(timed(() => parseLines(batch)));
    const began = performance.now();
    await columns.insert('records', batch);
    inserting.push(performance.now() - began);
  }
  const [parseMs, insertMs] = [median(parsing), median(inserting)];
  const perSecond = (ms: number) => Math.round((rowsPerBatch / ms) * 1_000).toLocaleString('en');
  return {
    name: 'engine insert / JSON.parse of the same NDJSON',
    ratio: insertMs / parseMs,
    detail: `${perSecond(insertMs)} rows/s against ${perSecond(parseMs)} rows/s; ${batches.length} batches of ${rowsPerBatch} rows, ${Math.round((batches[0]?.length ?? 0) / 1_024)} KiB each, one after the other`,
  };
}

function makeBatch(batch: number): string {
  const lines = Array.from({ length: rowsPerBatch }, (_, index) => {
    const number = batch * rowsPerBatch + index;
    const row = recordRow({
      ...{
        project: 'p_0000000insert',
        kind: 'resource',
        type: 'fetch',
        method: 'GET',
        status: 200,
        duration_ms: number % 900,
      },
      ...{
        at: from + number * 20,
        session: `session-${number >> 6}-insert`,
        number: number & 63,
        received_at: from + number * 20,
      },
      ...{ path: `/api/thing-${number % 200}/{integer}`, route: `/section-${number % 40}`, record_id: `id-${number}` },
      record: JSON.stringify({
        kind: 'resource',
        response: { types: ['object'], fields: { id: { types: ['integer'] } } },
      }),
      _batch: 1_000 + batch,
    });
    return JSON.stringify(row);
  });
  return `${lines.join('\n')}\n`;
}

let consumed = 0;

function parseLines(ndjson: string): void {
  for (const line of ndjson.split('\n')) if (line !== '') consumed += (JSON.parse(line) as { number: number }).number;
}

function timed(work: () => void): number {
  const began = performance.now();
  work();
  if (consumed < 0) throw new Error('Numbers of records rise'); // the result is used, so that the work cannot be left out
  return performance.now() - began;
}
