import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../e2e/lib/chromium.ts';
import type { Measured } from '../measured.ts';
import { bundleSdks, type Size } from './bundle.ts';
import { type BenchPage, benchPages } from './pages.ts';
import { randomFrom } from './random.ts';
import { type Row, rowsOf } from './rows.ts';
import { type Sdk, sdks, type Unmeasured, versionOf } from './sdks.ts';
import { printSizes, printTable, printVerdicts } from './table.ts';
import { judge } from './verdicts.ts';
import { type Visit, visitGroup } from './visit.ts';

export interface SdkBench {
  rounds: number;
  pages: BenchPage[];
  sdks: string[];
}

/** As many at once; a page on which the main thread is busy all the time is visited alone. */
const atOnce: Record<BenchPage, number> = { load5k: 4, mutate: 1, interact: 4, minute: 5 };
/** Bytes hardly differ between rounds, and a minute is long. */
const minuteRounds = 1;

/**
 * What a page costs without an SDK, with an observer that does nothing, with ours, with ours without replay, and with each peer, replay on: rounds are interleaved and
 * shuffled, rows hold medians, and everything is above the same page without an SDK in the same run. Prints sizes, a row for every page
 * and SDK, verdicts and a line of JSON.
 */
export async function benchSdk(asked: Partial<SdkBench>): Promise<Measured[]> {
  const { rounds = 2, pages = [...benchPages], sdks: names = sdks.map(({ name }) => name) } = asked;
  const unmeasured: Unmeasured[] = [];
  const wanted: Sdk[] = [];
  const versions: Record<string, string> = {};
  for (const sdk of sdks.filter(({ name }) => name === 'none' || names.includes(name))) {
    const version = await versionOf(sdk);
    if ('why' in version) {
      unmeasured.push(version);
      continue;
    }
    wanted.push(sdk);
    if (sdk.package) versions[sdk.package] = version.version;
  }
  const scripts = await mkdtemp(join(tmpdir(), 'bench-sdk-'));
  try {
    const sizes = await bundleSdks(scripts, wanted);
    printSizes(wanted, sizes, versions);
    const loadBefore = loadavg();
    const visits = await visitAll(wanted, pages, rounds, scripts, unmeasured);
    return tell({ wanted, sizes, versions, unmeasured, visits, loads: [loadBefore, loadavg()] });
  } finally {
    await rm(scripts, { recursive: true, force: true });
  }
}

async function visitAll(
  wanted: Sdk[],
  pages: BenchPage[],
  rounds: number,
  scripts: string,
  unmeasured: Unmeasured[],
): Promise<Visit[]> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });
  const random = randomFrom(Date.now());
  const none = wanted.filter(({ name }) => name === 'none');
  const visits: Visit[] = [];
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const page of pages) {
        if (page === 'minute' && round >= minuteRounds) continue;
        // Everything is told above the page alone, so that is visited twice.
        const order = shuffled(page === 'minute' ? wanted : [...wanted, ...none], random);
        for (let at = 0; at < order.length; at += atOnce[page]) {
          const group = order.slice(at, at + atOnce[page]);
          for (const visit of await visitGroup(browser, page, group, scripts)) {
            if ('why' in visit) {
              unmeasured.push({ name: `${visit.sdk} on ${page}, round ${round + 1}`, why: visit.why });
              continue;
            }
            console.error(progress(visit, round));
            visits.push(visit);
          }
        }
      }
  } finally {
    await browser.close();
  }
  return visits;
}

function shuffled<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

function progress({ page, sdk, scriptMs, wireBytes, requests }: Visit, round: number): string {
  return `  ${round + 1} ${page} ${sdk}: ${Math.round(scriptMs)} ms of script, ${requests} requests, ${Math.round(wireBytes / 1_000)} kB`;
}

interface Told {
  wanted: Sdk[];
  sizes: Map<string, Size>;
  versions: Record<string, string>;
  unmeasured: Unmeasured[];
  visits: Visit[];
  loads: number[][];
}

function tell({ wanted, sizes, versions, unmeasured, visits, loads }: Told): Measured[] {
  const rows: Row[] = rowsOf(visits);
  printTable(rows, wanted);
  for (const { name, why } of unmeasured) console.log(`not measured: ${name}: ${why}`);
  const verdicts = judge(rows, sizes);
  printVerdicts(verdicts);
  const load = loads.map((averages) => Number((averages[0] ?? 0).toFixed(1)));
  console.log(`load of the machine over a minute, before and after: ${load.join(', ')}`);
  console.log(
    JSON.stringify({ sdk: { versions, sizes: Object.fromEntries(sizes), rows, verdicts, unmeasured, load } }),
  );
  return verdicts.map(({ name, ratio, within, detail }) => ({ name, ratio, within, detail }));
}
