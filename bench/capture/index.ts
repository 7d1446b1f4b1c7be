import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from '../../e2e/lib/chromium.ts';
import { buildSdk } from '../../packages/capture/build.ts';
import { type BenchPage, pages, type Watcher, watchers } from './pages.ts';
import { scriptMs } from './script-time.ts';
import { serveBench } from './serve.ts';

export interface Measured {
  name: string;
  ratio: number;
  detail: string;
}

const rounds = 3;
/** After the page's own work: time for snapshots, flushes and collections, the same for all. */
const idleMs = 6_500;
const categories = ['devtools.timeline', 'v8', 'disabled-by-default-v8.gc', 'blink', '__metadata'];
const titles: Record<BenchPage, string> = {
  load: 'a page of 5,000 nodes',
  resort: '1,000 rows re-sorted 50 times',
};

/**
 * Main-thread script time of a page alone, with our SDK, and with Datadog's, replay on in both: medians of interleaved runs in real
 * Chromium, by the thread's CPU clock. Two ratios a page: the watched page against the bare one, and what ours adds against what Datadog's adds.
 */
export async function benchCapture(): Promise<Measured[]> {
  const scripts = await mkdtemp(join(tmpdir(), 'bench-capture-'));
  await buildSdk(scripts);
  await build({
    entryPoints: { datadog: join(import.meta.dirname, 'datadog.ts') },
    outdir: scripts,
    bundle: true,
    minify: true,
    format: 'esm',
    splitting: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  const server = await serveBench(scripts);
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });
  const times = new Map<string, number[]>();
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const page of pages)
        for (let turn = 0; turn < watchers.length; turn += 1) {
          const watcher = watchers[(turn + round) % watchers.length] ?? 'none';
          const ms = await oneRun(browser, `${server.origin}/${page}/${watcher}`);
          times.set(`${page} ${watcher}`, [...(times.get(`${page} ${watcher}`) ?? []), ms]);
        }
  } finally {
    await browser.close();
    await server.stop();
    await rm(scripts, { recursive: true, force: true });
  }
  return pages.flatMap((page) => compare(page, (watcher) => times.get(`${page} ${watcher}`) ?? []));
}

async function oneRun(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  // Some SDKs stay silent when they are automated.
  await context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
  const page = await context.newPage();
  await browser.startTracing(page, { categories });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction('window.done === true', undefined, { timeout: 60_000, polling: 250 });
  await page.waitForTimeout(idleMs);
  const trace = await browser.stopTracing();
  await context.close();
  return scriptMs(trace);
}

function compare(page: BenchPage, times: (watcher: Watcher) => number[]): Measured[] {
  const none = median(times('none'));
  const ours = median(times('sightglass'));
  const theirs = median(times('datadog'));
  const spread = (watcher: Watcher) => times(watcher).map(Math.round).join(' ');
  return [
    {
      name: `SDK, ${titles[page]}: watched by Sightglass / not watched`,
      ratio: ours / none,
      detail: `script ${Math.round(ours)} ms against ${Math.round(none)} ms (runs ${spread('sightglass')} against ${spread('none')})`,
    },
    {
      name: `SDK, ${titles[page]}: what Sightglass adds / what Datadog adds`,
      ratio: Math.max(0, ours - none) / Math.max(1, theirs - none),
      detail: `+${Math.round(ours - none)} ms against +${Math.round(theirs - none)} ms (runs ${spread('sightglass')} against ${spread('datadog')})`,
    },
  ];
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('Nothing was measured');
  return middle;
}
