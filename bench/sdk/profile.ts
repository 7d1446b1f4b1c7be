import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../e2e/lib/chromium.ts';
import { bundleReadable } from './bundle.ts';
import type { BenchPage } from './pages.ts';
import { sdks } from './sdks.ts';
import { serveVisit } from './sink.ts';
import { live } from './visit.ts';

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
  children?: number[] | undefined;
  /** Samples by line, counted from 1. */
  positionTicks?: { line: number; ticks: number }[] | undefined;
}

interface Profile {
  nodes: ProfileNode[];
  samples?: number[] | undefined;
  timeDeltas?: number[] | undefined;
}

const everyMicroseconds = 200;
const shown = 30;
const shownBlocks = 4;
/** Lines of a function that took at least this share of it. */
const lineShare = 0.15;

/** Prints where the time of our own script goes on each page, by function of a build that is not minified. Measures nothing else. */
export async function profileOurs(pages: BenchPage[]): Promise<[]> {
  const scripts = await mkdtemp(join(tmpdir(), 'bench-profile-'));
  const ours = sdks.find(({ name }) => name === 'ours');
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await bundleReadable(scripts);
    for (const page of pages) {
      if (!ours) continue;
      const sink = await serveVisit(page, ours, scripts);
      const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await tab.goto(`${sink.origin}/left`);
      const session = await tab.context().newCDPSession(tab);
      await session.send('Profiler.enable');
      await session.send('Profiler.setSamplingInterval', { interval: everyMicroseconds });
      await session.send('Profiler.start');
      await tab.goto(`${sink.origin}/page`, { waitUntil: 'load' });
      await live(tab, page);
      const { profile } = await session.send('Profiler.stop');
      await printProfile(page, profile, `${sink.origin}/sdk/`, scripts);
      await tab.close();
      await sink.stop();
    }
  } finally {
    await browser.close();
    await rm(scripts, { recursive: true, force: true });
  }
  return [];
}

async function printProfile(page: BenchPage, profile: Profile, own: string, scripts: string): Promise<void> {
  const { nodes, samples = [], timeDeltas = [] } = profile;
  const selfOf = new Map<number, number>();
  for (const [at, id] of samples.entries()) selfOf.set(id, (selfOf.get(id) ?? 0) + (timeDeltas[at] ?? 0) / 1_000);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times = new Map<string, { self: number; total: number; file: string; ticks: Map<number, number> }>();

  const names = new Map<number, string>();
  /** @returns the time below `node`, all of which is ours where it or what called it is. */
  function visit(node: ProfileNode, within: Set<string>): number {
    const { functionName, url, lineNumber } = node.callFrame;
    const mine = url.startsWith(own);
    const name = mine
      ? `${functionName || '(anonymous)'} ${url.slice(own.length)}:${lineNumber + 1}`
      : within.size > 0
        ? functionName || '(native)'
        : '';
    const inside = name === '' || within.has(name) ? within : new Set([...within, name]);
    if (name !== '' || within.size > 0) names.set(node.id, name);
    const self = selfOf.get(node.id) ?? 0;
    let total = self;
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) total += visit(child, inside);
    }
    if (name !== '') {
      const time = times.get(name) ?? { self: 0, total: 0, file: mine ? url.slice(own.length) : '', ticks: new Map() };
      time.self += self;
      if (!within.has(name)) time.total += total;
      for (const { line, ticks } of node.positionTicks ?? []) time.ticks.set(line, (time.ticks.get(line) ?? 0) + ticks);
      times.set(name, time);
    }
    return total;
  }

  const root = nodes[0];
  if (root) visit(root, new Set());
  const all = [...times];
  const sum = all.reduce((total, [, { self }]) => total + self, 0);
  console.log(
    `\n${page}: ${sum.toFixed(1)} ms of our own (wall time, sampled every ${everyMicroseconds} µs)\n   self  total`,
  );
  for (const line of await moduleLines(nodes, selfOf, own, scripts)) console.log(line);
  for (const block of blocksOf(samples, timeDeltas, names).slice(0, shownBlocks)) console.log(block);
  for (const [name, { self, total, file, ticks }] of all.sort((a, b) => b[1].self - a[1].self).slice(0, shown)) {
    console.log(`${self.toFixed(1).padStart(7)}${total.toFixed(1).padStart(7)}  ${name}`);
    if (!file) continue;
    const lines = (await readFile(join(scripts, file), 'utf8')).split('\n');
    const every = [...ticks.values()].reduce((sum, count) => sum + count, 0);
    for (const [line, count] of [...ticks].sort((a, b) => b[1] - a[1]).slice(0, 4))
      if (count / every >= lineShare)
        console.log(
          `                   ${Math.round((100 * count) / every)} %  ${lines[line - 1]?.trim().slice(0, 110)}`,
        );
  }
}

/** Samples of ours that follow each other, the longest first, each with what took most of it. */
function blocksOf(samples: number[], timeDeltas: number[], names: Map<number, string>): string[] {
  const blocks: { ms: number; by: Map<string, number> }[] = [];
  let block: (typeof blocks)[number] | undefined;
  for (const [at, id] of samples.entries()) {
    const name = names.get(id);
    if (name === undefined) {
      block = undefined;
      continue;
    }
    const ms = (timeDeltas[at] ?? 0) / 1_000;
    if (!block) {
      block = { ms: 0, by: new Map() };
      blocks.push(block);
    }
    block.ms += ms;
    block.by.set(name, (block.by.get(name) ?? 0) + ms);
  }
  return blocks
    .sort((a, b) => b.ms - a.ms)
    .map(({ ms, by }) => {
      const most = [...by].sort((a, b) => b[1] - a[1]).slice(0, 8);
      return `block of ${ms.toFixed(1)} ms: ${most.map(([name, part]) => `${name} ${part.toFixed(1)}`).join(', ')}`;
    });
}

/** Self time by module: a readable build says before each module where it is from. */
async function moduleLines(nodes: ProfileNode[], selfOf: Map<number, number>, own: string, scripts: string) {
  const modules = new Map<string, string[]>();
  const times = new Map<string, number>();
  for (const { id, callFrame } of nodes) {
    if (!callFrame.url.startsWith(own)) continue;
    const file = callFrame.url.slice(own.length);
    const lines = modules.get(file) ?? moduleOfLines(await readFile(join(scripts, file), 'utf8'));
    modules.set(file, lines);
    const name = `${file} ${lines[callFrame.lineNumber] ?? ''}`;
    times.set(name, (times.get(name) ?? 0) + (selfOf.get(id) ?? 0));
  }
  return [...times]
    .sort((a, b) => b[1] - a[1])
    .slice(0, shown)
    .map(([name, ms]) => `${ms.toFixed(1).padStart(7)} ms  ${name}`);
}

function moduleOfLines(text: string): string[] {
  let module = '';
  return text.split('\n').map((line) => {
    module = /^ {2}\/\/ (?:\S*\/)?((?:src|dist)\/\S+\.[jt]s)$/.exec(line)?.[1] ?? module;
    return module;
  });
}
