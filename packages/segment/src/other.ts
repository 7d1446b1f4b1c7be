import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { tellMedia } from './descriptions.ts';
import type { Model, PageNode } from './model.ts';
import { isPicture, pictureCommands } from './picture.ts';
import { numberOf } from './plain.ts';
import type { Note } from './reading.ts';
import { byFinger } from './still.ts';
import { change } from './teller.ts';

/** Positions further apart than this are told apart, as rrweb's recorder does. */
const bunchMs = 500;

/** `[later, x, y, id, …]`, told in bunches at the time of their last: rrweb's `MouseMove`, or `TouchMove`. */
export function pointerMoves(
  model: Model,
  [given, by]: readonly unknown[],
  from: EpochMs,
  end: EpochMs,
): ReplayEvent[] {
  if (!Array.isArray(given)) return [];
  const events: ReplayEvent[] = [];
  let bunch: { x: number; y: number; id: number; at: EpochMs }[] = [];
  let at = from;
  for (let place = 0; place + 4 <= given.length; place += 4) {
    const [later, x, y, node] = given.slice(place, place + 4) as unknown[];
    at = Math.min(at + Math.max(0, numberOf(later)), Math.max(from, end));
    if (bunch[0] && at - bunch[0].at > bunchMs) leave();
    bunch.push({ x: numberOf(x), y: numberOf(y), id: numberAt(model, node), at });
  }
  leave();
  return events;

  function leave(): void {
    const last = bunch.at(-1);
    if (!last) return;
    const positions = bunch.map(({ at: time, ...position }) => ({ ...position, timeOffset: time - last.at }));
    events.push(change(last.at, { source: by === byFinger ? 6 : 1, positions }));
    bunch = [];
  }
}

/** Where it is not known what was under the pointer, it is over the page. */
export function numberAt(model: Model, id: unknown): number {
  const page = model.root?.children.find(({ kind }) => kind === 'element') ?? model.root;
  return (model.nodes.get(numberOf(id)) ?? page)?.number ?? -1;
}

interface OtherParts {
  model: Model;
  at: EpochMs;
  notes: Note[];
}

/** Interactions, media, selections, pictures, and what else is worth knowing. Kinds that nobody knows say nothing. */
export function tellOther(kind: number, items: readonly unknown[], { model, at, notes }: OtherParts): ReplayEvent[] {
  const node = (id: unknown): PageNode | undefined => model.nodes.get(numberOf(id));
  if (kind === 6) {
    const [what, id, x, y, pointer] = items;
    const place = { x: numberOf(x), y: numberOf(y), pointerType: numberOf(pointer) };
    return [change(at, { source: 2, type: numberOf(what), id: numberAt(model, id), ...place })];
  }
  if (kind === 12) {
    const [id, what, ...rest] = items;
    const found = node(id);
    if (!found) return [];
    const before = found.states.get(':media');
    const paused = what === 0 ? false : what === 1 ? true : !Array.isArray(before) || before[0] !== false;
    const media = [paused, ...rest.slice(0, 4)];
    found.states.set(':media', media);
    return [tellMedia(found.number, media, numberOf(what), at)];
  }
  if (kind === 13) return [change(at, { source: 14, ranges: rangesOf(items[0], node) })];
  if (kind === 14) {
    const [name, about] = items;
    if (typeof name !== 'string' || typeof about !== 'object' || about === null) return [];
    notes.push({ at, name, about: { ...about } });
    return [{ type: 5, timestamp: at, data: { tag: name, payload: about } }];
  }
  if (kind === 15) {
    const [id, width, height, source] = items;
    const found = node(id);
    if (!found || !isPicture(source)) return [];
    found.picture = { width: numberOf(width), height: numberOf(height), source };
    return [change(at, { source: 9, id: found.number, ...pictureCommands(found.picture) })];
  }
  return [];
}

function rangesOf(given: unknown, node: (id: unknown) => PageNode | undefined): object[] {
  const ranges: object[] = [];
  if (!Array.isArray(given)) return ranges;
  for (let place = 0; place + 4 <= given.length; place += 4) {
    const [start, startOffset, end, endOffset] = given.slice(place, place + 4) as unknown[];
    const [first, last] = [node(start), node(end)];
    if (!first || !last) continue;
    const offsets = { startOffset: numberOf(startOffset), endOffset: numberOf(endOffset) };
    ranges.push({ start: first.number, end: last.number, ...offsets });
  }
  return ranges;
}
