import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measured } from '../measured.ts';
import { makeBodies } from './bodies.ts';
import { benchDecode } from './decode.ts';
import type { FromSide, ToSide } from './side.ts';

const rounds = 9;
const roundMs = 1_000;
const connections = 32;
const sizes = [
  { name: 'a page that flushes every few seconds', records: 60 },
  { name: 'a backlog', records: 500 },
];

/**
 * Acknowledged batches for each second of a core, over real HTTP into the real journal with its `fdatasync`, against a bare loop of
 * inflate, `JSON.parse` and append over the same bodies; before it, the decoders of other SDKs. Both by the CPU time of their process, in turn, the median of the rounds.
 * 1 would be the physical limit of the path. The goal is 0.6, and 0.5 for other SDKs.
 */
export async function benchIntake(): Promise<Measured[]> {
  const ratios: Measured[] = benchDecode();
  for (const size of sizes) ratios.push(await benchSize(size));
  return ratios;
}

async function benchSize({ name, records }: { name: string; records: number }): Promise<Measured> {
  const dir = mkdtempSync(join(tmpdir(), 'sg-bench-intake-'));
  const side = fork(fileURLToPath(new URL('./side.ts', import.meta.url)), [dir], { execArgv: [] });
  const ask = async (message: ToSide): Promise<FromSide> => {
    const answer = once(side, 'message');
    side.send(message);
    return (await answer)[0] as FromSide; // what side.ts says
  };
  try {
    const [ready] = (await once(side, 'message')) as [FromSide];
    const port = ready.tell === 'ready' ? ready.port : 0;
    const bodies = makeBodies(64, records);
    const seen: { real: number; bare: number }[] = [];
    await sendFor(port, bodies, roundMs / 2);
    for (let round = 0; round < rounds; round += 1) {
      const looped = await ask({ tell: 'loop', bodies: 64, records, ms: roundMs });
      const before = await ask({ tell: 'cpu' });
      const taken = await sendFor(port, bodies, roundMs);
      const after = await ask({ tell: 'cpu' });
      const used = (after.tell === 'cpu' ? after.seconds : 0) - (before.tell === 'cpu' ? before.seconds : 0);
      seen.push({ real: taken / used, bare: looped.tell === 'looped' ? looped.perCpuSecond : Number.NaN });
    }
    const shares = seen.map(({ real, bare }) => real / bare).sort((one, other) => one - other);
    const middle = seen.sort((one, other) => one.real - other.real)[Math.floor(rounds / 2)];
    const bytes = Math.round(bodies.reduce((sum, body) => sum + body.length, 0) / bodies.length);
    return {
      name: `acknowledged batches per core, ${name}`,
      ratio: shares[Math.floor(rounds / 2)] ?? 0,
      detail: `${records} records, ${bytes} bytes packed: ${Math.round(middle?.real ?? 0)}/s acknowledged, ${Math.round(middle?.bare ?? 0)}/s bare; ratios ${shares.map((share) => share.toFixed(2)).join(' ')}`,
    };
  } finally {
    side.disconnect();
    await once(side, 'exit');
    rmSync(dir, { recursive: true, force: true });
  }
}

/** @returns how many were answered with 202 */
async function sendFor(port: number, bodies: Buffer[], ms: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + ms;
  let next = 0;
  let taken = 0;
  async function send(): Promise<void> {
    while (performance.now() < until) {
      next += 1;
      if ((await post(port, agent, bodies[next % bodies.length] ?? Buffer.alloc(0))) === 202) taken += 1;
    }
  }
  await Promise.all(Array.from({ length: connections }, send));
  agent.destroy();
  return taken;
}

function post(port: number, agent: Agent, body: Buffer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-length': body.length };
    const sent = request({ port, host: '127.0.0.1', path: '/v1/records?key=any', method: 'POST', agent, headers });
    sent.on('error', reject).on('response', (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    sent.end(body);
  });
}
