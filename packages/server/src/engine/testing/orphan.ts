import { startEngine } from '../supervise.ts';

/** A parent that starts an engine, tells its process id, and is then killed by the test. */
const quiet = { info: () => undefined, warn: () => undefined };
const engine = startEngine({ ...JSON.parse(process.argv[2] ?? '{}'), log: quiet });
await engine.ready;
process.send?.(engine.pid());
