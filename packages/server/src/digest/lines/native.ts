import { createSpelling } from '@sightglass/segment';
import type { Segment } from '@sightglass/wire';
import { createGatherer, type LineGatherer, speechless } from './gather.ts';
import { createHolding, type Holding } from './held.ts';

/** @returns nothing; tells of each line, and of what the page holds, with its moment. */
type Put = (line: string, at: number, kind: 'screen' | 'held') => void;

/** A sheet that a script changes looks like any other text here, where the page's tree is not known. */
const looksLikeCss = /\{[^{}]*:[^{}]*\}/;

/**
 * The texts that an own segment brings onto the page (docs/formats/segment.md), without building the page: whole trees, new children, changed
 * texts, and what stands in fields. The recorder masked what is to be masked before it was sent.
 */
export function nativeLines({ events, from, until }: Segment & { format: 'sightglass/1' }, put: Put): void {
  for (const [kind, t, ...items] of events) {
    const at = Math.min(from + t, Math.max(from, until));
    const gatherer = createGatherer((line) => put(line, at, 'screen'));
    const holding = createHolding((text) => put(text, at, 'held'));
    const [base, entries, tokens] = items;
    if (kind === 0) readTokens(createSpelling(typeof base === 'number' && base + 1)(tokens), gatherer, holding);
    else if (kind === 2) {
      const spell = createSpelling(base);
      for (const entry of listOf(entries)) readTokens(spell(listOf(entry)[3]), gatherer, holding);
    } else if (kind === 3) readTexts(items, gatherer, holding);
    else if (kind === 4) readStates(items, gatherer);
  }
}

function readTokens(tokens: readonly unknown[], gatherer: LineGatherer, holding: Holding): void {
  const open: string[] = [];
  let silent = 0;
  for (const token of tokens) {
    if (typeof token === 'string') {
      if (silent > 0) continue;
      gatherer.text(token);
      holding.text(token);
    } else if (typeof token === 'number' && token < 0) {
      for (let left = Math.min(-token, open.length); left > 0; left -= 1) end();
    } else if (Array.isArray(token)) {
      const tag = tagOf(token);
      if (tag === undefined) continue;
      gatherer.edge(tag);
      open.push(tag);
      holding.open(tag, (name) => attributeOf(token, name));
      if (speechless.has(tag)) silent += 1;
      const value = token.indexOf(':value');
      if (value > 0 && typeof token[value + 1] === 'string') gatherer.alone(token[value + 1] as string); // just looked at
    }
  }
  while (open.length > 0) end();
  gatherer.end();

  function end(): void {
    const tag = open.pop() ?? '';
    if (speechless.has(tag)) silent -= 1;
    gatherer.edge(tag);
    holding.close();
  }
}

function attributeOf(token: readonly unknown[], name: string): string | undefined {
  for (let at = 1; at + 1 < token.length; at += 1) {
    const value = token[at + 1];
    if (token[at] === name) return typeof value === 'string' ? value : undefined;
  }
  return undefined;
}

/** Of tokens that are to be closed: an element's name; '' for documents in frames and shadow roots. */
function tagOf(token: readonly unknown[]): string | undefined {
  const [what] = token;
  if (typeof what === 'string') return what;
  if (what === 1) return typeof token[2] === 'string' ? token[2] : '';
  return what === 9 || what === 11 ? '' : undefined;
}

function readTexts(items: readonly unknown[], gatherer: LineGatherer, holding: Holding): void {
  for (let place = 1; place < items.length; place += 2) {
    const item = items[place];
    // Of one that only grew, what came, and the words before that.
    const said = Array.isArray(item) ? (item as unknown[])[1] : item;
    if (typeof said !== 'string' || looksLikeCss.test(said)) continue;
    gatherer.alone(said);
    holding.changed(said);
  }
}

function readStates(items: readonly unknown[], gatherer: LineGatherer): void {
  for (let place = 1; place + 1 < items.length; place += 3) {
    const value = items[place + 1];
    if (items[place] === ':value' && typeof value === 'string') gatherer.alone(value);
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
