import type { Size } from './bundle.ts';
import { benchPages, pageTitles } from './pages.ts';
import type { Row } from './rows.ts';
import type { Sdk } from './sdks.ts';
import type { Verdict } from './verdicts.ts';

export function printSizes(wanted: Sdk[], sizes: Map<string, Size>, versions: Record<string, string>): void {
  console.log('\nsizes, KiB by gzip -9');
  line(['sdk', 'first', 'later', 'recorder', 'whole', 'version']);
  for (const { name, package: from } of wanted) {
    const size = sizes.get(name);
    if (!size) continue;
    const parts = [size.first, size.later, size.recorder, size.whole].map((bytes) => (bytes / 1_024).toFixed(1));
    line([name, ...parts, from ? `${from} ${versions[from]}` : 'as shipped']);
  }
}

const heads = [
  'sdk',
  'js ms',
  'own ms',
  'block ms',
  'long',
  'heap MB',
  'wire kB',
  'raw kB',
  'requests',
  'worker ms',
  'js, each visit',
];

/** `none` is told as it is; of all others script and heap are what they add to it. */
export function printTable(rows: Row[], wanted: Sdk[]): void {
  for (const page of benchPages) {
    const mine = rows.filter((row) => row.page === page);
    if (mine.length === 0) continue;
    console.log(`\n${page}: ${pageTitles[page]}`);
    line(heads);
    for (const { name } of wanted) {
      const row = mine.find(({ sdk }) => sdk === name);
      if (row) line(cells(row));
    }
  }
  console.log('');
}

function cells(row: Row): string[] {
  return [
    row.sdk,
    row.jsMs.toFixed(row.jsMs < 10 ? 1 : 0),
    row.ownMs.toFixed(0),
    row.longestOwnMs.toFixed(1),
    String(row.longTasks),
    row.heapMb.toFixed(2),
    row.wireKb.toFixed(1),
    row.rawKb.toFixed(0),
    row.requests.toFixed(0),
    row.workerMs.toFixed(0),
    row.jsEach.join(' '),
  ];
}

export function printVerdicts(verdicts: Verdict[]): void {
  for (const [kind, title] of [
    ['budget', 'budgets of ours'],
    ['ahead', 'ours against the best peer'],
  ] as const) {
    const mine = verdicts.filter((verdict) => verdict.kind === kind);
    if (mine.length === 0) continue;
    console.log(`${title}: ${mine.filter(({ within }) => within).length} of ${mine.length} hold`);
    for (const { name, within, detail } of mine) console.log(`  ${within ? '✓' : '✗'} ${name.padEnd(18)} ${detail}`);
  }
}

function line(texts: string[]): void {
  console.log(
    texts
      .map((text, at) => (at === 0 || at === texts.length - 1 ? `${text.padEnd(12)}` : `${text.padStart(9)} `))
      .join(''),
  );
}
