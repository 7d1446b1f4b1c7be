import type { PageLine } from '@sightglass/replay';
import type { Page } from 'playwright-core';
import type { Piece, Recorder } from '../../packages/capture/src/recorder/recorder.ts';

/** What a recorder has given, where the page that it records keeps it. */
export type Recording = Window & { recorded: { pieces: Piece[]; faults: string[]; recorder: Recorder } };

type Operation = [kind: number, t: number, ...items: unknown[]];

/**
 * All that a page's recorder has given so far, as the replay reads it. What was asked for before is not brought out of the page again: it would be
 * the most of what a test does.
 *
 * @param kept - An operation as the store keeps it; as it came, where nothing is said.
 */
export function createLines(
  page: Page,
  kept: (operation: Operation) => Operation = (operation) => operation,
): () => Promise<PageLine[]> {
  const lines: PageLine[] = [];
  return async () => {
    // As text: it is handed over as it is, where an object is walked.
    const brought = await page.evaluate((from) => {
      const { recorder, pieces } = (window as unknown as Recording).recorded;
      recorder.cut();
      return JSON.stringify(pieces.slice(from));
    }, lines.length);
    for (const { events, ...piece } of JSON.parse(brought) as Piece[])
      lines.push({
        ...{ ...piece, seq: lines.length, format: 'sightglass/1' as const },
        ...{ events: (JSON.parse(events) as Operation[]).map(kept) },
        ...{ v: 1 as const, session: 'session-1', tab: 'tab-000001', page: 'page-00001', sentAt: piece.until },
      });
    return [...lines];
  };
}

/**
 * The same recording, in as many segments as it may come in: each operation by which the page is told whole, its style sheets last, has one
 * of its own. A recorder that is hurried sends it so.
 */
export function inSteps(lines: readonly PageLine[]): PageLine[] {
  const end = lines.findIndex((line) => operationsOf(line).some(([kind]) => kind === 1));
  const apart = lines.flatMap((line, at) =>
    at > end ? [line] : operationsOf(line).map((operation) => ({ ...line, events: [operation] }) as PageLine),
  );
  return apart.map((line, seq) => ({ ...line, seq }) as PageLine);
}

function operationsOf(line: PageLine): Operation[] {
  return 'events' in line ? (line.events as Operation[]) : [];
}
