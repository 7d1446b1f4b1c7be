import type { Segment } from '@sightglass/wire';
import type { Page } from 'playwright-core';
import { type Browsing, startBrowsing } from '../../e2e/lib/chromium.ts';
import { startStoredReplay } from '../../e2e/lib/stored-replay.ts';
import { type Measured, percentile } from '../measured.ts';
import { type Shown, seek, showOurs, showRrweb, type Told, tell } from './in-page.ts';
import { begun, createRandom, makeSession } from './session.ts';
import { traceTasks, workOf } from './tasks.ts';
import { makeHugePage, makeStorm } from './worst.ts';

const minutes = 60_000;
/** What we hold ourselves to, in a session of two hours and 50 MB. */
const lines = { firstMs: 1_500, seekMs: 300, taskMs: 200 };

/** @param quick - A tenth of it. */
export async function benchReplay(quick: boolean): Promise<Measured[]> {
  const browsing = await startBrowsing({ width: 1280, height: 800 });
  try {
    return [...(await longSession(browsing, quick)), ...(await worst(browsing, quick))];
  } finally {
    await browsing.stop();
  }
}

async function longSession(browsing: Browsing, quick: boolean): Promise<Measured[]> {
  const durationMs = (quick ? 12 : 120) * minutes;
  const made = { durationMs, bytes: quick ? 5e6 : 50e6, nodes: 4_000 };
  const random = createRandom(11);
  const moments = Array.from({ length: quick ? 6 : 24 }, () => begun + Math.floor(random() * durationMs));
  const { ours, rrweb, bytes } = await both(browsing, makeSession(made), moments);
  const half = await both(
    browsing,
    makeSession({ ...made, durationMs: durationMs / 4, bytes: made.bytes / 4 }),
    [],
    false,
  );
  const size = `${(bytes / 1e6).toFixed(0)} MB in ${Math.round(durationMs / minutes)} min`;
  const slowest = ({ seeksMs }: Weighed): number => percentile(seeksMs, 0.95);
  return [
    {
      name: `replay: first frame, ${size}: ours ÷ rrweb's replayer`,
      ratio: ours.firstMs / rrweb.firstMs,
      detail: `${ms(ours.firstMs)} (at most ${lines.firstMs} ms) to ${ms(rrweb.firstMs)}; all read over after ${ms(ours.readMs)}`,
      within: ours.firstMs <= lines.firstMs,
    },
    {
      name: 'replay: seek, the slowest but one in twenty: ours ÷ rrweb’s replayer',
      ratio: slowest(ours) / slowest(rrweb),
      detail: `${ms(slowest(ours))} (at most ${lines.seekMs} ms), ${list(ours.seeksMs)} to ${ms(slowest(rrweb))}, ${list(rrweb.seeksMs)}`,
      within: slowest(ours) <= lines.seekMs,
    },
    {
      name: 'replay: work of the screen’s own thread for a seek: ours ÷ rrweb’s replayer',
      ratio: ours.seekWorkMs / rrweb.seekWorkMs,
      detail: `${ms(ours.seekWorkMs)} to ${ms(rrweb.seekWorkMs)} by the thread's own clock, which other work on the machine does not move`,
    },
    {
      name: 'replay: longest task: ours ÷ rrweb’s replayer',
      ratio: ours.longestTaskMs / rrweb.longestTaskMs,
      detail: `${ms(ours.longestTaskMs)} (at most ${lines.taskMs} ms) to ${ms(rrweb.longestTaskMs)}; ${ours.failed} events failed`,
      within: ours.longestTaskMs <= lines.taskMs,
    },
    {
      name: 'replay: memory: ours ÷ rrweb’s replayer',
      ratio: ours.heap / rrweb.heap,
      detail: `${mb(ours.heap)} to ${mb(rrweb.heap)} of the page after all seeks; ours keeps at most 80 MB more in its worker`,
    },
    {
      name: 'replay: memory: this session ÷ a quarter of it',
      ratio: ours.heap / half.ours.heap,
      detail: `${mb(ours.heap)} to ${mb(half.ours.heap)}: bounded, whatever the length`,
      within: ours.heap < half.ours.heap * 1.5 + 20e6,
    },
  ];
}

async function worst(browsing: Browsing, quick: boolean): Promise<Measured[]> {
  const [nodes, changes] = quick ? [100_000, 500_000] : [1_000_000, 10_000_000];
  const cases: [string, Iterable<Segment>, number[]][] = [
    [`a page of ${nodes / 1_000} k nodes`, makeHugePage(nodes), [begun + 9_000]],
    [`${changes / 1e6} M changes in a minute`, makeStorm(changes), [begun + 20_000, begun + 40_000]],
  ];
  const measured: Measured[] = [];
  for (const [name, session, moments] of cases) {
    const { ours } = await both(browsing, session, moments, false);
    const { nodes: left, changes: rushed } = ours.leftOut;
    measured.push({
      name: `replay: longest task, ${name}, of ${lines.taskMs} ms`,
      ratio: ours.longestTaskMs / lines.taskMs,
      detail: `${ms(ours.longestTaskMs)}; first frame ${ms(ours.firstMs)}, seeks ${list(ours.seeksMs)}; told as left out: ${left} nodes, ${rushed} changes; ${mb(ours.heap)}`,
      within: ours.longestTaskMs <= lines.taskMs && left + rushed > 0,
    });
  }
  return measured;
}

type Weighed = Shown & Told & { seeksMs: number[]; seekWorkMs: number; longestTaskMs: number; heap: number };

async function both(
  browsing: Browsing,
  session: Iterable<Segment>,
  moments: number[],
  compare = true,
): Promise<{ ours: Weighed; rrweb: Weighed; bytes: number }> {
  const stage = await startStoredReplay(session);
  try {
    const ours = await measure(browsing, stage.origin, moments, (page) => page.evaluate(showOurs, begun));
    const theirs = (page: Page) => page.evaluate(showRrweb, begun);
    const rrweb = compare ? await measure(browsing, stage.origin, moments, theirs) : ours;
    return { ours, rrweb, bytes: stage.bytes };
  } finally {
    await stage.stop();
  }
}

async function measure(
  browsing: Browsing,
  origin: string,
  moments: number[],
  show: (page: Page) => Promise<Shown>,
): Promise<Weighed> {
  const page = await browsing.context.newPage();
  try {
    await page.goto(origin);
    const tasks = await traceTasks(page);
    const shown = await show(page);
    const work = await workOf(page);
    const seeksMs = await page.evaluate(seek, moments);
    const seekWorkMs = (await work()) / Math.max(1, moments.length);
    const told = await page.evaluate(tell);
    return { ...shown, ...told, seeksMs, seekWorkMs, longestTaskMs: await tasks(), heap: await heapOf(page) };
  } finally {
    await page.close();
  }
}

/** Of the page, after collecting what nobody holds. What its worker keeps has bounds of its own (see `createShelf`). */
async function heapOf(page: Page): Promise<number> {
  const line = await page.context().newCDPSession(page);
  await line.send('HeapProfiler.collectGarbage');
  return (await line.send('Runtime.getHeapUsage')).usedSize;
}

const ms = (value: number): string => `${value.toFixed(0)} ms`;
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
const list = (values: readonly number[]): string => `[${values.map((value) => value.toFixed(0)).join(' ')}]`;
