/**
 * `npm run bench`: our promises as numbers, as ratios within one run, as a table and as one line of JSON at the end.
 * `--quick`: a small form. `--only=intake,engine,memory,capture`: some of them.
 */
import { benchCapture } from './capture/index.ts';
import { benchEngine } from './engine/index.ts';
import type { Measured } from './engine/measured.ts';
import { measureMemory } from './engine/memory.ts';
import { benchIntake } from './intake/bench.ts';

const quick = process.argv.includes('--quick');
const port = Number(process.env.PORT ?? 4_690);
const benches: Record<string, () => Promise<Measured[]>> = {
  intake: benchIntake,
  engine: () => benchEngine(quick),
  memory: () => measureMemory(port, quick),
  capture: benchCapture,
};
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');

const measured: (Measured & { bench: string })[] = [];
for (const [bench, run] of Object.entries(benches)) {
  if (only !== undefined && !only.includes(bench)) continue;
  const begun = performance.now();
  console.log(`\n${bench}`);
  for (const one of await run()) {
    measured.push({ bench, ...one });
    const verdict = one.within === undefined ? ' ' : one.within ? '✓' : '✗';
    console.log(`${one.ratio.toFixed(2).padStart(8)} ${verdict} ${one.name}\n           ${one.detail}`);
  }
  console.log(`         (${Math.round((performance.now() - begun) / 1_000)} s)`);
}
console.log(`\n${JSON.stringify(measured)}`);
