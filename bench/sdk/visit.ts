import type { Browser, CDPSession, Page } from 'playwright-core';
import { actOnce } from './act.ts';
import type { BenchPage } from './pages.ts';
import { randomFrom } from './random.ts';
import type { Sdk } from './sdks.ts';
import { type Sent, type Sink, serveVisit } from './sink.ts';
import { type Cost, categories, costOf, type TraceEvent } from './trace.ts';

/** What one visit to one page with one SDK cost. Bytes as sent by the page, also as it was left. */
export interface Visit extends Cost, Sent {
  page: BenchPage;
  sdk: string;
  /** Of V8, after a forced collection, when the page's own work is over. */
  heapBytes: number;
  /** From when the page had loaded until it was left. */
  livedMs: number;
}

/** A visit that came to no end. */
export interface Failed {
  page: BenchPage;
  sdk: string;
  why: string;
}

/** Loops of input on each page. */
const loops: Record<BenchPage, number> = { load5k: 0, mutate: 0, interact: 1, minute: 5 };
/** After the page's own work: time for snapshots, flushes and collections, the same for all. */
const restMs: Record<BenchPage, number> = { load5k: 7_000, mutate: 1_500, interact: 1_500, minute: 1_000 };
/** Visits of one group begin this far apart, so that no two of them load at the same time. */
const apartMs = 1_200;
const workMs = 90_000;
/** Not that of a headless browser, for which some SDKs do nothing. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

/**
 * Visits `page` with each of `group` at the same time, each in a context, a process and an origin of its own, under one trace. Only
 * pages that mostly wait are visited in groups: threads are timed by their own clocks.
 */
export async function visitGroup(
  browser: Browser,
  page: BenchPage,
  group: Sdk[],
  scripts: string,
): Promise<(Visit | Failed)[]> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) events.push(event);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { recordMode: 'recordUntilFull', includedCategories: categories, excludedCategories: ['*'] },
  });
  const visits = await Promise.all(
    group.map(async (sdk, at) => {
      await new Promise((done) => setTimeout(done, at * apartMs));
      const failed = (reason: unknown): Failed => ({ page, sdk: sdk.name, why: String(reason).split('\n')[0] ?? '' });
      return visitOne(browser, page, sdk, scripts).catch(failed);
    }),
  );
  const complete = new Promise<boolean>((done) =>
    session.once('Tracing.tracingComplete', ({ dataLossOccurred }) => done(dataLossOccurred)),
  );
  await session.send('Tracing.end');
  const isLossy = await complete;
  await session.detach();
  return visits.map((visit) => {
    if ('why' in visit) return visit;
    const { heapBytes, livedMs, sink, apart, sdk } = visit;
    const cost = isLossy ? undefined : costOf(events, { origin: sink.origin, apart });
    return cost
      ? { page, sdk, heapBytes, livedMs, ...sink.sent, ...cost }
      : { page, sdk, why: 'its trace is not whole' };
  });
}

interface Open {
  sdk: string;
  heapBytes: number;
  livedMs: number;
  sink: Sink;
  apart: [number, number];
}

async function visitOne(browser: Browser, page: BenchPage, sdk: Sdk, scripts: string): Promise<Open> {
  const sink = await serveVisit(page, sdk, scripts);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, userAgent });
  try {
    // Some SDKs stay silent when they are automated.
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }));
    const tab = await context.newPage();
    await tab.goto(`${sink.origin}/page`, { waitUntil: 'load' });
    const loadedAt = performance.now();
    await live(tab, page);
    const { heapBytes, apart } = await heapOf(await context.newCDPSession(tab));
    const livedMs = performance.now() - loadedAt;
    await tab.goto(`${sink.origin}/left`);
    await tab.waitForTimeout(500);
    return { sdk: sdk.name, heapBytes, livedMs, sink, apart };
  } finally {
    await context.close();
    await sink.stop();
  }
}

/** What happens on the page after it has loaded, with the rest that follows. */
export async function live(tab: Page, page: BenchPage): Promise<void> {
  if (page === 'mutate')
    await tab.waitForFunction('window.done === true', undefined, { timeout: workMs, polling: 500 });
  const random = randomFrom(7);
  // A recorder that waits for an idle page has begun by now.
  if (loops[page] > 0) await tab.waitForTimeout(1_500);
  for (let loop = 0; loop < loops[page]; loop += 1) await actOnce(tab, random);
  await tab.waitForTimeout(restMs[page]);
}

/** @returns when it was at work, too: microseconds of the clock that traces use. */
async function heapOf(session: CDPSession): Promise<{ heapBytes: number; apart: [number, number] }> {
  const now = (): number => Number(process.hrtime.bigint() / 1_000n);
  const from = now();
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const until = now();
  await session.detach();
  return { heapBytes: usedSize, apart: [from, until] };
}
