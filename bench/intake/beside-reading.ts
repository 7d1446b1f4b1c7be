import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { createColumns, migrate } from '../../packages/store/src/index.ts';
import { fillProject, type Traffic } from '../engine/traffic.ts';
import { type Measured, median, percentile } from '../measured.ts';
import { type Ask, lastDays, type Served, samplesStored, serve } from '../served.ts';
import { makeBodies } from './bodies.ts';

const recordsPerBatch = 10;
/** Between an acknowledgement and the next batch: a site with some visitors, which leaves the machine to those who read. */
const pauseMs = 20;
const readers = 2;
/** Of the median: a machine of two cores on which the engine takes both. What waited for reading would take as long as that. */
const most = 4;

const dayMs = 86_400_000;

/**
 * How long a batch waits for its 202 while others have the server read what is heavy, against how long it waits while nobody does; in one
 * run of the whole product. Inferred is from the sample project, searched is a larger one. Each reading is another one, so that none is answered
 * from what is kept.
 *
 * @param port - This one and the next must be free.
 */
export async function measureBesideReading(port: number, quick: boolean): Promise<Measured[]> {
  const server = await serve(port);
  try {
    const { id, clientKey } = (await server.ask('/api/v1/projects', { name: 'Read' })) as Record<string, string>;
    const traffic = await fill(server, id ?? '', quick ? 60_000 : 300_000);
    const sample = await samplesStored(server.ask);
    const { basis } = (await server.ask(`/api/v1/projects/${sample}/spec?${lastDays(30)}&format=json`)) as {
      basis: { releases: string[] };
    };
    const address = `${server.origin}/v1/records?key=${clientKey}`;
    const ms = quick ? 3_000 : 10_000;
    await acknowledged(address, 1_000);
    const measured: Measured[] = [];
    for (const [name, pathOf] of Object.entries(readings(traffic, `/api/v1/projects/${sample}/spec`, basis.releases))) {
      const idle = await acknowledged(address, ms);
      const { busy, took } = await whileRead(server.ask, pathOf, address, ms);
      const ratio = median(busy) / median(idle);
      measured.push({
        name: `acknowledging while ${name} / while nobody reads`,
        ratio,
        within: ratio <= most,
        detail: `${told(busy)} against ${told(idle)}; ${took.length} readings of ${Math.round(median(took))} ms at the median`,
      });
    }
    return measured;
  } finally {
    await server.stop();
  }
}

/** Straight into the engine, beside the server that has it. */
async function fill({ data }: Served, project: string, records: number): Promise<Traffic> {
  const columns = createColumns({ socketPath: join(data, 'engine.sock') });
  try {
    await migrate(columns);
    return await fillProject(columns, project, records);
  } finally {
    await columns.stop();
  }
}

/** By what is read: the path of each turn, a little other than those before. */
function readings(
  { project, from, until }: Traffic,
  spec: string,
  releases: readonly string[],
): Record<string, (turn: number) => string> {
  const door = `/api/v1/projects/${project}`;
  const search = encodeURIComponent('route:* then action:* then call:* within 10s');
  const [before = '', after = before] = releases;
  const begin = Date.now() - 40 * dayMs;
  const since = (turn: number): number => begin + (turn % 10) * 7_200_000;
  return {
    'specifications are inferred': (turn) => `${spec}?from=${since(turn)}&until=${begin + 41 * dayMs}&format=json`,
    'releases are compared': (turn) =>
      `${spec}/diff?from=${before}&to=${after}&since=${since(turn)}&until=${begin + 41 * dayMs}`,
    'sessions are searched': (turn) => `${door}/sessions?from=${from + turn}&until=${until}&search=${search}`,
    'issues are listed': (turn) => `${door}/issues?from=${from + turn}&until=${until}&search=role:admin`,
  };
}

async function whileRead(
  ask: Ask,
  pathOf: (turn: number) => string,
  address: string,
  ms: number,
): Promise<{ busy: number[]; took: number[] }> {
  const took: number[] = [];
  const end = performance.now() + ms;
  let turn = 0;
  async function read(): Promise<void> {
    while (performance.now() < end) {
      const began = performance.now();
      await ask(pathOf(turn++));
      took.push(performance.now() - began);
    }
  }
  const [busy] = await Promise.all([acknowledged(address, ms), ...Array.from({ length: readers }, read)]);
  return { busy, took };
}

/** How long each batch waited for its 202, one after the other. */
async function acknowledged(address: string, ms: number): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const [body = Buffer.alloc(0)] = makeBodies(1, recordsPerBatch);
    const began = performance.now();
    const response = await fetch(address, { method: 'POST', body: new Uint8Array(body) });
    await response.arrayBuffer();
    if (response.status !== 202) throw new Error(`A batch was answered with ${response.status}`);
    times.push(performance.now() - began);
    await after(pauseMs);
  }
  return times;
}

function told(times: readonly number[]): string {
  const at = (share: number): string => percentile(times, share).toFixed(1);
  return `${median(times).toFixed(1)} ms (p95 ${at(0.95)}, longest ${at(1)})`;
}
