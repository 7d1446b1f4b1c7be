/** The process that is measured: either the real doors and journal behind HTTP, or a bare loop over the same bodies. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createJournal } from '../../packages/server/src/journal/index.ts';
import { createReceiver } from '../../packages/server/src/receive/index.ts';
import { makeBodies } from './bodies.ts';

export type ToSide = { tell: 'loop'; bodies: number; records: number; ms: number } | { tell: 'cpu' };
export type FromSide =
  | { tell: 'ready'; port: number }
  | { tell: 'looped'; perCpuSecond: number }
  | { tell: 'cpu'; seconds: number };

const dir = process.argv[2] ?? '';
const silent = { info: () => undefined, warn: () => undefined };
const say = (message: FromSide) => process.send?.(message);
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const journal = await createJournal({ dir: join(dir, 'journal'), after: 0, teller: silent });
// As a digest would that keeps up: files are recycled.
journal.onGrown((durable) => journal.confirm(durable));
const receiver = createReceiver({
  keys: { find: () => ({ project: 'p_abcdefabcdef', revoked: false }) },
  journal,
  hub: { watched: () => false },
  outcomes: { count: () => undefined },
  backfill: () => false,
  now: Date.now,
  quota: { perSecond: 1e9, burst: 1e9 },
});
const server = createServer((request, response) => receiver.handle(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  say({ tell: 'ready', port: typeof address === 'object' && address !== null ? address.port : 0 });
});

process.on('message', (message: ToSide) => {
  if (message.tell === 'cpu') say({ tell: 'cpu', seconds: cpuSeconds() });
  else say({ tell: 'looped', perCpuSecond: loop(makeBodies(message.bodies, message.records), message.ms) });
});
process.on('disconnect', () => process.exit(0));

/** The least that can be done with a body: inflate, parse, append. The sum is used, so nothing is optimised away. */
function loop(bodies: Buffer[], ms: number): number {
  const file = openSync(join(dir, 'bare'), 'w');
  let done = 0;
  let fields = 0;
  const begun = performance.now();
  const cpu = cpuSeconds();
  while (performance.now() - begun < ms)
    for (const body of bodies) {
      fields += Object.keys(JSON.parse(gunzipSync(body).toString('utf8'))).length;
      writeSync(file, body);
      done += 1;
    }
  const used = cpuSeconds() - cpu;
  closeSync(file);
  if (fields === 0) throw new Error('nothing was parsed');
  return done / used;
}
