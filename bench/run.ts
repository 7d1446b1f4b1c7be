/**
 * `npm run bench`: our promises as numbers, as ratios within one run, as a table and as one line of JSON at the end.
 * `npm run bench -- sdk`, `-- intake engine`, `-- --only=memory`: some of them. `--quick`: a small form.
 * Of `engine`: `--records 10` (millions, else five), `--data /tmp/engine` (a folder that stays: the next run need not fill it), `--about calls`
 * (only questions of that name).
 * Of `sdk`: `--rounds 3`, `--pages load5k,mutate`, `--sdks none,ours`, `--profile` (where our own time goes, by function).
 */
import { parseArgs } from 'node:util';
import { benchEngine } from './engine/index.ts';
import { measureMemory } from './engine/memory.ts';
import { benchIntake } from './intake/bench.ts';
import { measureBesideReading } from './intake/beside-reading.ts';
import type { Measured } from './measured.ts';
import { benchReleases } from './releases/index.ts';
import { benchReplay } from './replay/index.ts';
import { benchSdk } from './sdk/index.ts';
import { benchPages } from './sdk/pages.ts';
import { profileOurs } from './sdk/profile.ts';
import { benchSpecify } from './specify/index.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    pages: { type: 'string' },
    sdks: { type: 'string' },
    records: { type: 'string', default: '5' },
    data: { type: 'string' },
    about: { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
  },
});
const { quick } = values;
const port = Number(process.env.PORT ?? 4_690);
const pages = benchPages.filter((page) => values.pages === undefined || values.pages.split(',').includes(page));
const benches: Record<string, () => Promise<Measured[]>> = {
  intake: benchIntake,
  engine: () => benchEngine({ quick, millions: Number(values.records), data: values.data, about: values.about }),
  specify: () => benchSpecify(quick),
  releases: benchReleases,
  replay: () => benchReplay(quick),
  reading: () => measureBesideReading(port, quick),
  memory: () => measureMemory(port, quick),
  sdk: () =>
    values.profile
      ? profileOurs(pages)
      : benchSdk({
          pages,
          rounds: values.rounds === undefined ? (quick ? 1 : 2) : Number(values.rounds),
          ...(values.sdks !== undefined && { sdks: values.sdks.split(',') }),
        }),
};
const only = [...positionals, ...(values.only?.split(',') ?? [])];
const unknown = only.filter((name) => !(name in benches));
if (unknown.length > 0)
  throw new Error(`No bench is called ${unknown.join(', ')}: there are ${Object.keys(benches).join(', ')}`);

const measured: (Measured & { bench: string })[] = [];
for (const [bench, run] of Object.entries(benches)) {
  if (only.length > 0 && !only.includes(bench)) continue;
  const begun = performance.now();
  console.log(`\n${bench}`);
  for (const one of await run()) {
    measured.push({ bench, ...one });
    // It has said so in a table of its own.
    if (bench === 'sdk') continue;
    const verdict = one.within === undefined ? ' ' : one.within ? '✓' : '✗';
    console.log(`${one.ratio.toFixed(2).padStart(8)} ${verdict} ${one.name}\n           ${one.detail}`);
  }
  console.log(`         (${Math.round((performance.now() - begun) / 1_000)} s)`);
}
console.log(`\n${JSON.stringify(measured)}`);
