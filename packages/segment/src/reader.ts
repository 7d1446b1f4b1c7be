import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { isDrawing } from './assets.ts';
import { isByPerson } from './by-person.ts';
import { changeChildren } from './children.ts';
import { guessSwitchedOn } from './chosen-sheets.ts';
import { changeDescriptions } from './descriptions.ts';
import { tellDrawing } from './drawings.ts';
import { laidOutIn } from './laid-out.ts';
import { createModel, type Model, type PageNode } from './model.ts';
import { pointerMoves, tellOther } from './other.ts';
import { isPosition, numberOf, pairOf, textOf } from './plain.ts';
import type { NativeSegment, Reading } from './reading.ts';
import { changeRules, defineSheet, weighRules } from './rules.ts';
import { createStill } from './still.ts';
import { tellAsset } from './tell-asset.ts';
import { modeOf } from './tell-node.ts';
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
  let quietUntil: EpochMs | null = null;
  let focusSeen: unknown = 1;
  const still = createStill();

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
      if (quietUntil !== null && !anchor && at > quietUntil) wake(quietUntil, reading);
      owed ||= teller.added() - toldBefore > maxTold;
      const isTold = !anchor && !owed && quietUntil === null;
      apply(operation, { at: operation[0] === 5 ? at : latest, end: segment.until, isTold, reading });
    }
    if (owed && !anchor && quietUntil === null) append(reading.events, page(latest));
    return reading;
  }

  /** The page whole, with what was done with it before and still shows. */
  function page(at: EpochMs): ReplayEvent[] {
    return [...teller.page(at), ...stillThere(at)];
  }

  /** By the numbers that nodes have now. */
  function stillThere(at: EpochMs): ReplayEvent[] {
    const parts = { model, at, notes: [] };
    return still
      .all()
      .flatMap(([kind, items]) => (kind === 5 ? pointerMoves(model, items, at, at) : tellOther(kind, items, parts)));
  }

  function wake(at: EpochMs, reading: Reading): void {
    append(reading.events, page(at));
    quietUntil = null;
  }

  function apply([kind, , ...given]: Operation, moment: Moment): void {
    const { at, isTold, reading } = moment;
    const items = kind === 5 ? still.moved(given) : kind !== 6 ? given : given[0] === 5 ? seen(given) : placed(given);
    const events = operate(kind, items, moment);
    if (kind === 0 || kind === 1) return;
    still.take(kind, items);
    if (quietUntil !== null || (treeKinds.has(kind) && !isTold)) return;
    append(anchor ? anchor.held : reading.events, events);
    // Opened anew in another mode, it was told whole.
    if (kind === 2 && events[1]?.type === 2) append(reading.events, stillThere(at));
    if (isByPerson(kind, given, anchor !== null)) reading.activity.push(at);
  }

  /** With a page that is told whole nobody says if its focus is to be seen: as before, and it is before anybody has pressed anything. */
  function seen([what, id, x = focusSeen, ...place]: readonly unknown[]): unknown[] {
    focusSeen = x;
    return [what, id, x, ...place];
  }

  /** What a script or a key clicks on has no place: the pointer stays where it is. */
  function placed([what, id, x, y, ...more]: readonly unknown[]): unknown[] {
    const [left, top] = x || y ? [x, y] : still.place();
    return [what, id, left, top, ...more];
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
        return resize(items, at);
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
        if (!isTold) return [];
        return [
          ...(isDrawing(data) ? [tellDrawing([address, data], at)] : []),
          ...tellAsset(address, at, { model, teller }),
        ];
      }
      default:
        return tellOther(kind, items, { model, at, notes: reading.notes });
    }
  }

  function beginAnchor([base, page, tokens, ...size]: readonly unknown[], at: EpochMs): void {
    if (!isId(base)) return;
    const { href, width, height, dark } = (typeof page === 'object' && page !== null ? page : {}) as Record<
      string,
      unknown
    >;
    model.href = textOf(href);
    model.isDark = dark === true;
    resize(size.length > 0 ? size : [width, height], at);
    model.begin(base);
    changeChildren(model, base + 1, [[base, 0, 0, tokens]], stored);
    still.forgetNodes();
    anchor = { at, held: quietUntil === null ? stillThere(at) : [] };
  }

  function endAnchor(reading: Reading): void {
    if (!anchor) return;
    const { at, held } = anchor;
    anchor = null;
    guessSwitchedOn(model.nodes.values());
    if (quietUntil === null) {
      append(reading.events, teller.page(at));
      append(reading.events, held);
    } else if (latest > quietUntil) wake(at, reading);
  }

  function resize(items: readonly unknown[], at: EpochMs): ReplayEvent[] {
    const [width, height, bar] = laidOutIn(items);
    if (width <= 0 || height <= 0) return [];
    model.width = width;
    model.height = height;
    // Once there was one, whether there is goes by what the page holds.
    if (bar !== undefined) model.bar ||= bar;
    return anchor ? [] : [change(at, { source: 4, width, height, bar: model.bar })];
  }

  function scroll(items: readonly unknown[], at: EpochMs): ReplayEvent[] {
    const events: ReplayEvent[] = [];
    for (let place = 0; place + 2 < items.length; place += 3) {
      const told = model.nodes.get(numberOf(items[place]));
      const [x, y] = pairOf([items[place + 1], items[place + 2]]);
      if (!told) continue;
      const node = scrolledBy(told);
      node.states.set(':scroll', [x, y]);
      events.push(change(at, { source: 3, id: node.number, x, y }));
    }
    return events;
  }

  return {
    read,
    rest: () => (anchor ? [...teller.page(anchor.at), ...anchor.held] : []),
    quietUntil(at) {
      quietUntil = at;
    },
    tell(at) {
      if (anchor) return [];
      const reading: Reading = { events: [], activity: [], notes: [], refused: 0 };
      if (model.root) wake(at, reading);
      return reading.events;
    },
    isFilling: () => anchor !== null,
    missing,
    model,
  };
}

/** As `push`, for more than a call takes as arguments. */
function append<T>(list: T[], more: readonly T[]): void {
  for (const one of more) list.push(one);
}

/** A document is scrolled by its root or, in quirks mode, its body too: it has one place, whoever tells it. */
function scrolledBy(node: PageNode): PageNode {
  const { parent } = node;
  const root = node.tag === 'body' ? parent?.parent : parent;
  return root?.kind === 'document' && (modeOf(root) === 'quirks') === (node.tag === 'body') ? root : node;
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
  if (kind === 3) steps += weighTexts(items, model);
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

/** A few letters behind a long text have all of it told again. */
function weighTexts(items: readonly unknown[], model: Model): number {
  let steps = 0;
  for (let place = 0; place + 1 < items.length; place += 2)
    if (Array.isArray(items[place + 1])) steps += (model.nodes.get(numberOf(items[place]))?.text.length ?? 0) / 4;
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
