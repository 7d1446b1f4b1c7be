import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { isChosen, noteSwitchedOn, noteTitle } from './chosen-sheets.ts';
import { isSheetOwner, type Model, type PageNode } from './model.ts';
import { numberOf, pairOf, textOf } from './plain.ts';
import { showsChildren } from './shown.ts';
import {
  addressOf,
  animatedAttribute,
  firstOf,
  isMixed,
  isTicked,
  onAttribute,
  openAttributes,
  pictureOf,
  shownAttribute,
} from './tell-node.ts';
import { change, type Mutation, type Teller } from './teller.ts';
import { describe } from './tokens.ts';

interface DescriptionParts {
  model: Model;
  teller: Teller;
  stored(hash: string): string;
  at: EpochMs;
  isTold: boolean;
}

/** Texts (kind 3: `id, text, …`, or `id, [kept, more], …`), or attributes and states (kind 4: `id, name, value, …`). */
export function changeDescriptions(kind: 3 | 4, items: readonly unknown[], parts: DescriptionParts): ReplayEvent[] {
  const { model, teller, at } = parts;
  const mutation: Mutation = { texts: [], attributes: [], removes: [], adds: [] };
  const anew = new Set<PageNode>();
  const after: ReplayEvent[] = [];
  const width = kind === 3 ? 2 : 3;
  for (let place = 0; place + width <= items.length; place += width) {
    const node = model.nodes.get(numberOf(items[place]));
    if (!node) continue;
    if (kind === 3) setText(node, grown(node.text, items[place + 1]), mutation, anew);
    else {
      const [, name, value] = items.slice(place, place + 3);
      const wasChosen = isChosen(node);
      if (!describe(node, name, value, parts) || typeof name !== 'string') continue;
      if (isSheetOwner(node)) noteSheet(node, name, value, wasChosen, anew);
      if (name.startsWith(':')) after.push(...tellState(node, name, mutation, anew, parts));
      else tellAttribute(node, name, mutation);
    }
  }
  if (!parts.isTold) return [];
  const isEmpty = anew.size + mutation.texts.length + mutation.attributes.length === 0;
  return isEmpty ? after : [...teller.anew(anew, at, mutation), ...after];
}

/** A text, or so much of what it was and what comes behind that. */
function grown(before: string, said: unknown): string {
  return Array.isArray(said) ? before.slice(0, Math.max(0, numberOf(said[0]))) + textOf(said[1]) : textOf(said);
}

/** By its title, its `rel`, or as it is switched on, it may come to count, or cease to. */
function noteSheet(node: PageNode, name: string, value: unknown, wasChosen: boolean, anew: Set<PageNode>): void {
  if (name === 'disabled' && value === null) noteSwitchedOn(node);
  noteTitle(node);
  if (isChosen(node) !== wasChosen) anew.add(node);
}

function setText(node: PageNode, text: string, mutation: Mutation, anew: Set<PageNode>): void {
  if (node.kind !== 'text') return;
  node.text = text;
  const { parent } = node;
  if (!parent) return;
  if (parent.rules !== null && !parent.states.has(':css')) {
    // Its text is another, so what scripts had made of its rules is gone.
    parent.rules = null;
    anew.add(parent);
  } else if (showsChildren(parent))
    mutation.texts.push({ id: node.number, value: parent.tag === 'style' ? node.assets.css(text) : text });
}

function tellAttribute(node: PageNode, name: string, mutation: Mutation): void {
  const shown = shownAttribute(node, name, node.attributes.get(name) ?? null);
  if (shown !== undefined) attributesOn(node, mutation)[name] = shown;
  const others = { ...addressOf(node, name), ...(/^(checked|selected)$/.test(name) ? firstOf(node) : {}) };
  if (Object.keys(others).length > 0) Object.assign(attributesOn(node, mutation), others);
}

function attributesOn(node: PageNode, mutation: Mutation): Record<string, string | null> {
  const last = mutation.attributes.at(-1);
  if (last?.id === node.number) return last.attributes;
  const attributes: Record<string, string | null> = {};
  mutation.attributes.push({ id: node.number, attributes });
  return attributes;
}

/** Puts what shows the state into the mutation, or answers the events that do. */
function tellState(
  node: PageNode,
  name: string,
  mutation: Mutation,
  anew: Set<PageNode>,
  { teller, at, isTold }: DescriptionParts,
): ReplayEvent[] {
  const value = node.states.get(name);
  const id = node.number;
  switch (name) {
    case ':value':
      if (node.tag !== 'input' && node.tag !== 'textarea') return [];
      return [change(at, { source: 5, id, text: textOf(value), isChecked: false })];
    case ':checked':
      attributesOn(node, mutation).sg_mixed = isMixed(value) ? '' : null;
      return [change(at, { source: 5, id, text: node.attributes.get('value') ?? 'on', isChecked: isTicked(value) })];
    case ':selected':
      Object.assign(attributesOn(node, mutation), { selected: value === true ? '' : null, ...firstOf(node) });
      return [];
    case ':open':
      Object.assign(attributesOn(node, mutation), value === undefined ? closed(node) : openAttributes(node, value));
      return [];
    case ':on':
      Object.assign(attributesOn(node, mutation), onAttribute(value));
      return [];
    case ':animated':
      Object.assign(attributesOn(node, mutation), animatedAttribute(value));
      return [];
    case ':natural':
      if (node.tag === 'img')
        Object.assign(attributesOn(node, mutation), {
          src: value === undefined ? (node.attributes.get('src') ?? null) : pictureOf(node, value),
          ...addressOf(node, 'src'),
        });
      return [];
    case ':scroll': {
      const [x, y] = pairOf(value);
      return [change(at, { source: 3, id, x, y })];
    }
    case ':media':
      return Array.isArray(value) ? [tellMedia(id, value, value[0] === false ? 0 : 1, at)] : [];
    case ':css':
      if (!isSheetOwner(node)) return [];
      node.rules = null;
      anew.add(node);
      return [];
    case ':blocked':
      anew.add(node);
      return [];
    case ':adopted':
      return isTold ? teller.adopted(node, at) : [];
    default:
      return [];
  }
}

function closed(node: PageNode): Record<string, null> {
  return { rr_open_mode: null, ...(node.tag === 'dialog' && !node.attributes.has('open') ? { open: null } : {}) };
}

/** @param media - `[paused, at, volume, muted, rate]`. */
export function tellMedia(id: number, media: readonly unknown[], type: number, at: EpochMs): ReplayEvent {
  const [, time, volume, muted, rate] = media;
  return change(at, {
    ...{ source: 7, type, id, currentTime: numberOf(time), volume: numberOf(volume, 1), muted: muted === true },
    playbackRate: numberOf(rate, 1),
  });
}
