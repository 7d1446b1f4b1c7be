import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type BundleFile, decodeIndex, readBundle, readCode } from '@sightglass/bundle';
import { points, type Specification, type Statement } from '@sightglass/wire';
import { buildDemo } from '../../demo/build.ts';
import { type Score, score } from '../../fixtures/spec-cases/score.mjs';
import { toCandidate } from './candidate.ts';

const root = join(import.meta.dirname, '../..');
const seed = join(root, 'fixtures/spec-cases/seed-bundle');
const floorsFile = join(root, 'fixtures/spec-cases/floors-code.json');

/** One way to put a case to the reader of code: its bundle alone, or with its source map. */
export interface CodeRun {
  name: string;
  /** The run's id in the case. */
  run: string;
  truth: string;
  /** A script, or a whole build packed as one list of files. */
  script: string;
  mapped: boolean;
}

const probe = { truth: join(seed, 'probe.manifest.json'), script: join(seed, 'scripts/probe/probe.min.js') };
const desk = {
  truth: join(root, 'fixtures/parts-desk/ground-truth.json'),
  script: join(root, 'demo/dist/1.0.0/assets/app.js'),
};
const next = {
  truth: join(root, 'fixtures/parts-desk/ground-truth-1.1.0.json'),
  script: join(root, 'demo/dist/1.1.0/assets/app.js'),
};
/** Applications that were written for their case and built elsewhere. */
const products = [
  ['Kennel Days', 'kennel-days'],
  ['Parcel Loft', 'parcel-loft'],
  ['Toolroom', 'toolroom'],
  ['Descant', 'descant'],
  ['Drumbeat', 'drumbeat'],
  ['Seed Vault', 'seed-vault'],
  ['Spokeworks', 'spokeworks'],
  ['Larder', 'larder'],
  ['Seedling Fund', 'seedling-fund'],
  ['Safeswing', 'safeswing'],
  ['Hivekeeper', 'hivekeeper'],
] as const;
const productRuns = products.flatMap(([name, folder]): CodeRun[] => {
  const truth = join(root, 'fixtures/spec-cases', folder, 'case.json');
  const script = join(root, 'fixtures/spec-cases', folder, 'build.json');
  return [
    { name: `${name}, minified`, run: 'min', mapped: false, truth, script },
    { name: `${name}, with its map`, run: 'map', mapped: true, truth, script },
  ];
});

export const codeRuns: CodeRun[] = [
  { name: 'probe, minified', run: 'min', mapped: false, ...probe },
  { name: 'probe, with its map', run: 'map', mapped: true, ...probe },
  { name: 'Parts Desk, minified', run: 'bundle', mapped: false, ...desk },
  { name: 'Parts Desk, with its map', run: 'bundle-map', mapped: true, ...desk },
  { name: 'Parts Desk 1.1.0, minified', run: 'bundle', mapped: false, ...next },
  ...productRuns,
];

/** What the code of a case says. */
export async function statementsOfRun({ script, mapped }: CodeRun): Promise<Statement[]> {
  await buildDemo(join(root, 'demo/dist'));
  const index = decodeIndex(readFileSync(join(root, 'packages/bundle/third-party.bin')));
  const files = filesOf(script).map(({ map, ...file }) => (mapped && map !== undefined ? { ...file, map } : file));
  return readCode(readBundle(files, index), { release: '1.0.0', at: 0 }).statements;
}

function filesOf(script: string): BundleFile[] {
  if (script.endsWith('.json')) return JSON.parse(read(script)) as BundleFile[]; // as this repository keeps it
  return [{ path: 'app.js', text: read(script), map: read(`${script}.map`) }];
}

/** The same, scored against what is true of it. */
export async function scoreCode(run: CodeRun): Promise<Score> {
  const candidate = toCandidate(specificationOf(await statementsOfRun(run)));
  return score(JSON.parse(readFileSync(run.truth, 'utf8')), candidate, run.run);
}

/** Cases that were built elsewhere are kept packed. */
function read(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : gunzipSync(readFileSync(`${file}.gz`)).toString('utf8');
}

function specificationOf(statements: readonly Statement[]): Specification {
  return {
    v: 1,
    project: { id: 'p_000000000000', name: '' },
    span: { from: 0, until: 1 },
    environment: null,
    release: '1.0.0',
    basis: { sessions: 0, visitors: 0, releases: ['1.0.0'] },
    points: points.map(({ point, title }) => {
      const own = statements.filter((statement) => statement.point === point);
      return { point, title, shown: own.length > 0, reason: null, statements: own, leftOut: 0 };
    }),
  };
}

/** Precision and recall over all points that were reached, by the name of the run; they only go up. */
export type CodeFloors = Record<string, { precision: number; recall: number }>;

export function readCodeFloors(): CodeFloors {
  return JSON.parse(readFileSync(floorsFile, 'utf8'));
}

/** Prints how well code alone does. */
export async function tellCode(
  options: { list: boolean; raise: boolean },
  both: { name: string; score: () => Promise<Score> },
): Promise<void> {
  const floors = readCodeFloors();
  console.log('\ncode                       precision   recall   found missed  wrong forbidden');
  for (const run of [...codeRuns.map((one) => ({ name: one.name, score: () => scoreCode(one) })), both]) {
    const { total, missed, wrong, forbidden } = await run.score();
    const share = (value: number | null) => (value === null ? '-' : value.toFixed(3)).padStart(9);
    const numbers = [total.found, total.missed, total.wrong, forbidden.length].map((one) => String(one).padStart(6));
    console.log(`${run.name.padEnd(26)} ${share(total.precision)}${share(total.recall)}  ${numbers.join(' ')}`);
    if (options.list) for (const one of [...missed, ...wrong]) console.log(`  ${JSON.stringify(one).slice(0, 200)}`);
    const floor = floors[run.name] ?? { precision: 0, recall: 0 };
    floors[run.name] = {
      precision: Math.max(floor.precision, total.precision ?? 0),
      recall: Math.max(floor.recall, total.recall ?? 0),
    };
  }
  if (options.raise) writeFileSync(floorsFile, `${JSON.stringify(floors, null, 2)}\n`);
}
