import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { buildDemo } from '../build.ts';
import { seedDesk } from './seed/seed.ts';
import { startDemoServer } from './serve.ts';

/**
 * The example application as a process of its own: `PORT` (4601), `HOST` (127.0.0.1), `RELEASE` (1.1.0),
 * `SIGHTGLASS_ORIGIN` and `SIGHTGLASS_KEY` to be watched, `DEMO_HINTS=1` to show how to sign in.
 * Says `ready` to its parent once it listens.
 */
const { env } = process;
const release = env.RELEASE === '1.0.0' ? '1.0.0' : '1.1.0';
const root = join(import.meta.dirname, '../dist');
await buildDemo(root);
const desk = seedDesk(release, { now: Date.now }, randomBytes(16).toString('hex'));
const watching =
  env.SIGHTGLASS_ORIGIN && env.SIGHTGLASS_KEY ? { origin: env.SIGHTGLASS_ORIGIN, key: env.SIGHTGLASS_KEY } : undefined;
const demo = await startDemoServer({
  port: Number(env.PORT ?? 4601),
  host: env.HOST ?? '127.0.0.1',
  root,
  visitedBy: () => ({ desk, watching, hints: env.DEMO_HINTS === '1' }),
});
if (process.send) process.send('ready');
else console.log(`Tenon Parts Desk ${release}: ${demo.origin}`);

const stop = () => void demo.stop().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
