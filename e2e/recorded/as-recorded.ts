import { modelOf, type PlainNode } from '@sightglass/replay';
import { expect } from 'vitest';
import type { RecordingPage } from './recording-page.ts';

export const html = (body: string, head = ''): string =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

export const soon = (check: () => Promise<void>): Promise<void> =>
  expect.poll(() => check().then(() => true), { interval: 100 }).toBe(true);

/** What is asked of a recording as it stands. */
export interface AsRecorded {
  /** Every node. */
  nodes(): Promise<PlainNode[]>;
  one(name: string, id: string): Promise<PlainNode | undefined>;
  state(name: string, id: string): Promise<Record<string, unknown>>;
  /** All of a kind, as they came: the kind, when, and what it says. */
  operations(kind: number): Promise<[number, number, ...unknown[]][]>;
}

export function asRecorded(recording: () => RecordingPage): AsRecorded {
  async function nodes(): Promise<PlainNode[]> {
    const all: PlainNode[] = [];
    const gather = (node: PlainNode): void => {
      all.push(node);
      node.children?.forEach(gather);
    };
    const { document } = modelOf(await recording().lines());
    if (document) gather(document);
    return all;
  }

  const one: AsRecorded['one'] = async (name, id) =>
    (await nodes()).find((node) => node.name === name && node.attributes?.id === id);

  return {
    nodes,
    one,
    state: async (name, id) => (await one(name, id))?.states ?? {},
    operations: async (kind) =>
      (await recording().lines())
        .flatMap((line) => ('events' in line ? (line.events as [number, number, ...unknown[]][]) : []))
        .filter(([found]) => found === kind),
  };
}
