import { writeFileSync } from 'node:fs';
import { bothName, scoreBoth } from './both.ts';
import { tellCode } from './code.ts';
import { type Floors, floorsFile, judge, readFloors, specifyRecorded } from './judge.ts';
import { readRecordedFloors, recordedCases, recordedFloorsFile, scoreRecorded } from './recorded.ts';

const folder = process.argv.find((argument) => argument.startsWith('--recordings='))?.slice('--recordings='.length);
const result = judge(await specifyRecorded(folder));
const floors = readFloors();

const share = (value: number | null) => (value === null ? '-' : value.toFixed(3)).padStart(9);
const number = (value: number) => String(value).padStart(6);
console.log('point  precision   recall   found missed  wrong   floors');
for (const [point, { precision, recall, found, missed, wrong }] of Object.entries(result.points)) {
  const floor = floors[point];
  const told = floor ? `${floor.precision.toFixed(3)} / ${floor.recall.toFixed(3)}` : '-';
  console.log(
    `${point.padStart(5)}  ${share(precision)}${share(recall)}  ${number(found)} ${number(missed)} ${number(wrong)}   ${told}`,
  );
}
const { precision, recall, found, missed, wrong } = result.total;
console.log(`  all  ${share(precision)}${share(recall)}  ${number(found)} ${number(missed)} ${number(wrong)}`);
const details = Object.entries(result.details).map(([name, { right, compared }]) => `${name} ${right}/${compared}`);
console.log(`details: ${details.join(', ')}`);
console.log(
  `forbidden ${result.forbidden.length}, canaries ${result.canaries.length}, without evidence ${result.noEvidence}`,
);

if (process.argv.includes('--list')) {
  const text = ({
    id: _,
    sources: __,
    evidence: ___,
    support: ____,
    confidence: _____,
    ...rest
  }: Record<string, unknown>) => JSON.stringify(rest);
  for (const one of result.missed) console.log(`missed ${text(one)}`);
  for (const one of result.wrong) console.log(`wrong ${text(one)}`);
  for (const one of result.forbidden.slice(0, 10)) console.log(`forbidden ${one.pattern} ${one.text}`);
}
const recorded = recordedCases.map((one) => ({ id: one.id, total: scoreRecorded(one).total }));
for (const { id, total } of recorded)
  console.log(`${id}, sessions: precision ${total.precision}, recall ${total.recall}`);
if (process.argv.includes('--raise')) raise(floors);
await tellCode(
  { list: process.argv.includes('--list'), raise: process.argv.includes('--raise') },
  { name: bothName, score: scoreBoth },
);

function raise(before: Floors): void {
  const raised = Object.entries(result.points).map(([point, { precision, recall }]) => {
    const floor = before[point] ?? { precision: 0, recall: 0 };
    return [
      point,
      { precision: Math.max(floor.precision, precision ?? 0), recall: Math.max(floor.recall, recall ?? 0) },
    ];
  });
  writeFileSync(floorsFile, `${JSON.stringify(Object.fromEntries(raised), null, 2)}\n`);
  const known = readRecordedFloors();
  const reached = recorded.map(({ id, total }) => {
    const floor = known[id] ?? { precision: 0, recall: 0 };
    const better = (one: number | null, other: number) => Math.max(one ?? 0, other);
    return [
      id,
      { precision: better(total.precision, floor.precision), recall: better(total.recall, floor.recall) },
    ] as const;
  });
  writeFileSync(recordedFloorsFile, `${JSON.stringify(Object.fromEntries(reached), null, 2)}\n`);
}
