import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { makeBodies } from '../intake/bodies.ts';
import { type Measured, median } from '../measured.ts';
import { type Ask, lastDays, type Served, samplesStored, serve } from '../served.ts';

/** Of the whole process tree: server, engine, digest and the example application. */
const budgetBytes = 1e9;
const senders = 8;
const recordsPerBatch = 60;

/**
 * Resident memory of everything that `npm start` starts: at rest with the sample project, and while eight senders fill a project as
 * fast as they are answered and somebody leafs through the dashboard.
 *
 * @param port - This one and the next must be free.
 */
export async function measureMemory(port: number, quick: boolean): Promise<Measured[]> {
  const server = await serve(port);
  const { origin, ask } = server;
  try {
    await samplesStored(ask);
    const idle: number[] = [];
    for (let sample = 0; sample < (quick ? 3 : 10); sample += 1) {
      await after(1_000);
      idle.push(treeBytes(server.pid));
    }
    const atRest = sizesOf(server.pid);
    const loaded = await underLoad(server, origin, ask, quick ? 6_000 : 30_000);
    return [
      tell('memory of the process tree at rest / 1 GB', median(idle), atRest),
      tell('memory of the process tree under load / 1 GB', loaded.peak, loaded.says),
    ];
  } finally {
    await server.stop();
  }
}

async function underLoad(
  server: Served,
  origin: string,
  ask: Ask,
  ms: number,
): Promise<{ peak: number; says: string }> {
  const { id, clientKey } = (await ask('/api/v1/projects', { name: 'Load' })) as { id: string; clientKey: string };
  const bodies = makeBodies(256, recordsPerBatch);
  const end = performance.now() + ms;
  let [batches, refused, questions, peak] = [0, 0, 0, 0];
  let atPeak = '';
  async function send(sender: number): Promise<void> {
    for (let turn = sender; performance.now() < end; turn += senders) {
      const body = bodies[turn % bodies.length] ?? new Uint8Array();
      const response = await fetch(`${origin}/v1/records?key=${clientKey}`, {
        method: 'POST',
        body: new Uint8Array(body),
      });
      await response.arrayBuffer();
      if (response.status === 202) batches += 1;
      else refused += 1;
    }
  }
  async function look(): Promise<void> {
    const doors = ['sessions', 'calls', 'routes', 'issues', 'vitals', 'spec'];
    for (let turn = 0; performance.now() < end; turn += 1) {
      await ask(`/api/v1/projects/${id}/${doors[turn % doors.length]}?${lastDays(1)}`);
      questions += 1;
    }
  }
  async function watch(): Promise<void> {
    while (performance.now() < end) {
      const bytes = treeBytes(server.pid);
      if (bytes > peak) [peak, atPeak] = [bytes, sizesOf(server.pid)];
      await after(200);
    }
  }
  await Promise.all([...Array.from({ length: senders }, (_, sender) => send(sender)), look(), watch()]);
  const rate = Math.round((batches / ms) * 1_000);
  return {
    peak,
    says: `${rate} batches/s of ${recordsPerBatch} records, ${refused} put off, ${questions} questions in ${ms / 1_000} s; ${atPeak}`,
  };
}

function tell(name: string, bytes: number, says: string): Measured {
  return { name, ratio: bytes / budgetBytes, detail: `${megabytes(bytes)} (${says})`, within: bytes <= budgetBytes };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** Pages that several processes share are counted in each: an upper bound. */
function treeBytes(root: number | undefined): number {
  return tree(root).reduce((sum, pid) => sum + residentBytes(pid), 0);
}

function sizesOf(root: number | undefined): string {
  return tree(root)
    .map((pid) => `${scriptOf(pid)} ${megabytes(residentBytes(pid))}`)
    .join(', ');
}

function tree(root: number | undefined): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(/^PPid:\s+(\d+)/m.exec(readProc(Number(name), 'status'))?.[1])]),
  );
  const found = root === undefined ? [] : [root];
  // Grows while it is walked: children of children follow.
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child);
  return found;
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status'))?.[1] ?? 0) * 1_024;
}

function scriptOf(pid: number): string {
  const script = readProc(pid, 'cmdline')
    .split('\0')
    .find((part) => /\.[cm]?[jt]s$/.test(part));
  return script?.split('/').slice(-2).join('/') ?? String(pid);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // it ended between the listing and the look
  }
}
