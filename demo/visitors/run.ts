import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSdk } from '../../packages/capture/build.ts';
import { readRecordedVisits, readRecordingIndex, recordingsFolder } from '../recordings/read.ts';
import { type Recorded, writeRecording } from '../recordings/write.ts';
import { firstDay, pausesMs, planVisits, seed } from './plan.ts';
import { recordVisits } from './record.ts';
import { setScene } from './scene.ts';

/**
 * `npm run visitors`: makes every visit of the plan in Chromium, and writes what the SDK sent to `fixtures/recordings/`.
 * `-- --journey NAME` makes one journey's visits, `--limit N` the first N; then nothing is written unless `--out DIR` says where.
 * `--missing` makes the visits that the recording does not have yet, and adds them to it.
 * Fails when the desk showed anything else than the journeys expect, or when the SDK sent what the intake would refuse.
 */
const { values } = parseArgs({
  options: {
    journey: { type: 'string' },
    limit: { type: 'string' },
    missing: { type: 'boolean', default: false },
    out: { type: 'string' },
    'at-once': { type: 'string', default: '6' },
  },
});
const part = values.journey !== undefined || values.limit !== undefined;
const out = values.out ?? (part ? undefined : recordingsFolder);
const known = values.missing ? await readRecorded() : [];
const has = new Set(known.map(({ visit }) => visit.n));
const visits = planVisits()
  .filter(({ n }) => !has.has(n))
  .filter((visit) => values.journey === undefined || visit.journey === values.journey)
  .slice(0, values.limit === undefined ? undefined : Number(values.limit));

const began = Date.now();
const sdkDir = await mkdtemp(join(tmpdir(), 'visitors-sdk-'));
await buildSdk(sdkDir);
const scene = await setScene(sdkDir, { seed, pausesMs });
const { recorded, failed } = await recordVisits(scene, visits, Number(values['at-once']), console.log);
await scene.stop();

const counts = Map.groupBy(recorded, ({ visit }) => visit.journey);
for (const [journey, made] of [...counts].sort()) console.log(`${String(made.length).padStart(4)}  ${journey}`);
const refused = new Set(scene.intake.refused);
for (const line of [...refused].slice(0, 20)) console.log(`the intake would refuse: ${line}`);
console.log(`${recorded.length} of ${visits.length} visits in ${Math.round((Date.now() - began) / 1000)} s`);

if (out !== undefined && failed.length === 0) {
  const all = [...known, ...recorded];
  const ends = all.flatMap(({ visit }) => visit.bodies.map((body) => firstDay + body.at));
  const sdk = await readFile(join(sdkDir, 'sdk.js'), 'utf8');
  const until = ends.reduce((latest, end) => Math.max(latest, end), firstDay);
  const about = { format: 'sightglass-recording/1', application: 'parts-desk', seed, from: firstDay, until } as const;
  const bytes = await writeRecording(out, { ...about, sdkBytes: Buffer.byteLength(sdk) }, all);
  for (const [name, size] of Object.entries(bytes)) console.log(`${out}/${name}: ${size} bytes`);
}
await rm(sdkDir, { recursive: true, force: true });
if (failed.length > 0 || refused.size > 0) process.exitCode = 1;

async function readRecorded(): Promise<Recorded[]> {
  const index = readRecordingIndex();
  const visits: Recorded[] = [];
  for (const file of ['sample', 'rest'] as const)
    for await (const one of readRecordedVisits(index, file)) visits.push(one);
  return visits.sort((a, b) => a.visit.n - b.visit.n);
}
