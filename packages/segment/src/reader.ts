import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { changeChildren } from './children.ts';
import { changeDescriptions } from './descriptions.ts';
import { createModel, type Model } from './model.ts';
import { numberAt, pointerMoves, tellOther } from './other.ts';
import { isPosition, numberOf, pairOf, textOf } from './plain.ts';
import type { NativeSegment, Reading } from './reading.ts';
import { changeRules, defineSheet, weighRules } from './rules.ts';
import { tellAsset } from './tell-asset.ts';
import { change, createTeller, firstFreeNumber } from './teller.ts';
import { storedIn } from './tokens.ts';

/** Reads the segments of one page load, one after the other (see docs/formats/segment.md). Never throws, whatever they hold. */
export interface SegmentReader {
  /** Reads one more. Segments are given in the order of their numbers; where some are missing, the rest goes on. */
  read(segment: NativeSegment): Reading;
  /** What is to be shown where nothing more comes: an anchor that was not completed, as far as it goes. */
  rest(): ReplayEvent[];
  /**
   * From here on the page is followed and not told until `at`; then it is told whole, once, as it stood at that moment. So one comes to a
   * moment without carrying out what lies before it.
   */
  quietUntil(at: EpochMs): void;
  /** The page whole, as it stands now: nothing where it is not known, or an anchor of it is still being filled in. */
  tell(at: EpochMs): ReplayEvent[];
  /** An anchor has begun and is not complete: what is known of the page is half of it. */
  isFilling(): boolean;
  /** Stored texts that were asked for and are not known. */
  readonly missing: ReadonlySet<string>;
  readonly model: Model;
}

/** What one segment may cost, in nodes and tokens looked at; many times what a page in a browser comes to. */
const maxSteps = 20_000_000;
/** Past this many told nodes in a segment, the page is told once, at the end, instead of each change of it. */
const maxTold = 300_000;

/** @param texts - Stored texts by hash; those that the segments bring are added to what it knows. */
export function createSegmentReader(texts: ReadonlyMap<string, string> = new Map()): SegmentReader {
  const model = createModel();
  const teller = createTeller(model);
  const brought = new Map<string, string>();
  const missing = new Set<string>();
  /** An anchor that is being filled in; what is to be told once it is complete. */
  let anchor: { at: EpochMs; held: ReplayEvent[] } | null = null;
  let lastSeq: number | undefined;
  let latest = 0;
  /** Nothing is told until this moment; null: all is. */
  let quiet: { until: EpochMs; still: Map<string, ReplayEvent> } | null = null;
  let focusSeen: unknown = 1;
  /** Where the pointer is, of whatever page load. */
  let pointer: ReplayEvent | null = null;

  function stored(hash: string): string {
    const text = brought.get(hash) ?? texts.get(hash);
    if (text === undefined) missing.add(hash);
    return text ?? '';
  }

  function read(segment: NativeSegment): Reading {
    const reading: Reading = { events: [], activity: [], notes: [], refused: 0 };
    // What is missing may have completed it. What came of it is better than nothing.
    if (lastSeq !== undefined && segment.seq !== lastSeq + 1) endAnchor(reading);
    lastSeq = segment.seq;
    const toldBefore = teller.added();
    let steps = 0;
    let owed = false;
    for (const operation of segment.events) {
      steps += Array.isArray(operation) ? weigh(operation, model) : 1;
      if (steps > maxSteps || !isOperation(operation)) {
        reading.refused += 1;
        continue;
      }
      const at = Math.min(segment.from + operation[1], Math.max(segment.from, segment.until));
      if (operation[0] !== 5) latest = Math.max(latest, at);
      if (quiet && !anchor && at > quiet.until) wake(quiet.until, reading);
      owed ||= teller.added() - toldBefore > maxTold;
      const isTold = !anchor && !owed && !quiet;
      apply(operation, { at: operation[0] === 5 ? at : latest, end: segment.until, isTold, reading });
    }
    if (owed && !anchor && !quiet) append(reading.events, teller.page(latest));
    return reading;
  }

  function wake(at: EpochMs, reading: Reading): void {
    append(reading.events, teller.page(at));
    for (const event of quiet ? [pointer, ...quiet.still.values()] : [])
      if (event) reading.events.push({ ...event, timestamp: at });
    quiet = null;
  }

  function apply([kind, , ...items]: Operation, moment: Moment): void {
    const { at, isTold, reading } = moment;
    const events = operate(kind, kind !== 6 ? items : items[0] === 5 ? seen(items) : placed(items), moment);
    if (kind === 0 || kind === 1) return;
    // Of all that was done meanwhile, what still shows is where the pointer is, what it presses, what has the focus, and what is selected.
    if (kind === 5) pointer = lastPosition(events, pointer);
    const [selection] = kind === 13 ? events : [];
    if (selection) quiet?.still.set('selection', selection);
    const [interaction] = kind === 6 ? events : [];
    if (interaction) quiet?.still.set(items[0] === 5 || items[0] === 6 ? 'focus' : 'press', interaction);
    if (quiet || (treeKinds.has(kind) && !isTold)) return;
    append(anchor ? anchor.held : reading.events, events);
    if (isByPerson(kind, items)) reading.activity.push(at);
  }

  /** With a page that is told whole nobody says if its focus is to be seen: as before, and it is before anybody has pressed anything. */
  function seen([what, id, x = focusSeen, ...place]: readonly unknown[]): unknown[] {
    focusSeen = x;
    return [what, id, x, ...place];
  }

  /** What a script or a key clicks on has no place: the pointer stays where it is. */
  function placed([what, id, x, y, ...more]: readonly unknown[]): unknown[] {
    const last = x || y ? null : lastPlace(pointer);
    return [what, id, last?.x ?? x, last?.y ?? y, ...more];
  }

  function operate(kind: number, items: readonly unknown[], { at, end, isTold, reading }: Moment): ReplayEvent[] {
    switch (kind) {
      case 0:
        beginAnchor(items, at);
        return [];
      case 1:
        endAnchor(reading);
        return [];
      case 2: {
        const [base, entries] = items;
        if (!isId(base) || !Array.isArray(entries)) return [];
        const changed = changeChildren(model, base, entries, stored);
        return isTold ? teller.children(changed, at) : [];
      }
      case 3:
      case 4:
        return changeDescriptions(kind, items, { model, teller, stored, at, isTold });
      case 5:
        return pointerMoves(model, items, at, end);
      case 7:
        return scroll(items, at);
      case 8:
        return resize(pairOf(items), at);
      case 9:
        if (typeof items[0] === 'string' && typeof items[1] === 'string') brought.set(items[0], items[1]);
        return [];
      case 10:
        return changeRules(model, items, at);
      case 11:
        return defineSheet(model, items, stored) ? (isTold ? teller.sheet(numberOf(items[0]), at) : []) : [];
      case 16: {
        const [address, token] = items;
        const data = storedIn(token, stored);
        if (!model.assets.mayBind(address) || typeof data !== 'string' || !model.assets.bind(address, data)) return [];
        return isTold ? tellAsset(address, at, { model, teller }) : [];
      }
      default:
        return tellOther(kind, items, { model, at, notes: reading.notes });
    }
  }

  function beginAnchor([base, page, tokens]: readonly unknown[], at: EpochMs): void {
    if (!isId(base)) return;
    const { href, width, height, dark } = (typeof page === 'object' && page !== null ? page : {}) as Record<
      string,
      unknown
    >;
    model.href = textOf(href);
    model.isDark = dark === true;
    resize([numberOf(width), numberOf(height)], at);
    model.begin(base);
    quiet?.still.clear();
    changeChildren(model, base + 1, [[base, 0, 0, tokens]], stored);
    pointer = overPage(pointer, numberAt(model, 0));
    anchor = { at, held: pointer && !quiet ? [{ ...pointer, timestamp: at }] : [] };
  }

  function endAnchor(reading: Reading): void {
    if (!anchor) return;
    const { at, held } = anchor;
    anchor = null;
    if (quiet && latest <= quiet.until) return;
    wake(at, reading);
    append(reading.events, held);
  }

  function resize([width, height]: [number, number], at: EpochMs): ReplayEvent[] {
    if (width <= 0 || height <= 0) return [];
    model.width = width;
    model.height = height;
    return anchor ? [] : [change(at, { source: 4, width, height })];
  }

  function scroll(items: readonly unknown[], at: EpochMs): ReplayEvent[] {
    const events: ReplayEvent[] = [];
    for (let place = 0; place + 2 < items.length; place += 3) {
      const node = model.nodes.get(numberOf(items[place]));
      const [x, y] = pairOf([items[place + 1], items[place + 2]]);
      if (!node) continue;
      node.states.set(':scroll', [x, y]);
      events.push(change(at, { source: 3, id: node.number, x, y }));
    }
    return events;
  }

  return {
    read,
    rest: () => (anchor ? [...teller.page(anchor.at), ...anchor.held] : []),
    quietUntil(at) {
      quiet = { until: at, still: new Map() };
    },
    tell(at) {
      if (anchor) return [];
      const reading: Reading = { events: [], activity: [], notes: [], refused: 0 };
      wake(at, reading);
      return reading.events;
    },
    isFilling: () => anchor !== null,
    missing,
    model,
  };
}

function lastPlace(pointer: ReplayEvent | null): { x: number; y: number } | undefined {
  return ((pointer?.data ?? {}) as { positions?: { x: number; y: number }[] }).positions?.at(-1); // as `pointerMoves` makes them
}

function lastPosition(moves: readonly ReplayEvent[], before: ReplayEvent | null): ReplayEvent | null {
  const last = moves.at(-1);
  const { positions } = (last?.data ?? {}) as { positions?: unknown[] }; // as `pointerMoves` makes them
  return last && positions ? change(last.timestamp, { source: 1, positions: positions.slice(-1) }) : before;
}

/** Of a page that is told anew nobody knows what is under the pointer: it is where it was. */
function overPage(pointer: ReplayEvent | null, id: number): ReplayEvent | null {
  const { positions = [] } = (pointer?.data ?? {}) as { positions?: object[] }; // as `pointerMoves` makes them
  return pointer && change(pointer.timestamp, { source: 1, positions: positions.map((one) => ({ ...one, id })) });
}

/** As `push`, for more than a call takes as arguments. */
function append<T>(list: T[], more: readonly T[]): void {
  for (const one of more) list.push(one);
}

type Operation = [kind: number, t: number, ...items: unknown[]];

interface Moment {
  at: EpochMs;
  /** When the segment ends. */
  end: EpochMs;
  /** False: the page is told whole later. */
  isTold: boolean;
  reading: Reading;
}

/** Operations that say what the page is: an anchor that is being filled in takes them up. */
const treeKinds = new Set([2, 3, 4, 7, 8, 10, 11, 15, 16]);

function isByPerson(kind: number, items: readonly unknown[]): boolean {
  if (kind === 4) return items.some((item, at) => at % 3 === 1 && (item === ':value' || item === ':checked'));
  // Where the focus is as a page is told whole has no place.
  if (kind === 6) return items.length > 2;
  return kind === 5 || kind === 7 || kind === 13;
}

function isOperation(given: unknown): given is Operation {
  if (!Array.isArray(given)) return false;
  const [kind, t] = given as unknown[];
  return isPosition(kind) && typeof t === 'number' && t >= 0 && Number.isFinite(t);
}

function isId(base: unknown): base is number {
  return isPosition(base) && base > 0 && base < firstFreeNumber / 2;
}

/** What an operation may cost before it is carried out: children lists that are compared, sheets that are taken apart. */
function weigh(operation: readonly unknown[], model: Model): number {
  let steps = operation.length;
  const [kind, , ...items] = operation;
  if (kind === 4) steps += weighDescriptions(items, model);
  if (kind === 10) steps += weighRules(model, items);
  if (kind === 11) steps += model.adopters.size;
  if (kind === 16 && model.assets.mayBind(items[0])) {
    steps += model.nodes.size * 4;
    for (const sheet of model.sheets.values()) steps += 1 + sheet.size() / 16;
  }
  const entries = kind === 2 ? items[1] : undefined;
  if (Array.isArray(entries))
    for (const entry of entries) {
      const [parent, , , tokens] = Array.isArray(entry) ? (entry as unknown[]) : [];
      steps += 1 + (Array.isArray(tokens) ? tokens.length : 0);
      steps += (model.nodes.get(numberOf(parent))?.children.length ?? 0) / 2;
    }
  return steps;
}

/** Nodes that are built anew are looked for among their siblings. */
function weighDescriptions(items: readonly unknown[], model: Model): number {
  let steps = 0;
  for (let place = 0; place + 2 < items.length; place += 3)
    if (items[place + 1] === ':css' || items[place + 1] === ':blocked')
      steps += (model.nodes.get(numberOf(items[place]))?.parent?.children.length ?? 0) / 4;
  return steps;
}
