import type { Segment } from '@sightglass/wire';
import { createGatherer, type LineGatherer, speechless } from './gather.ts';
import { createHolding, type Holding } from './held.ts';

type Put = (line: string, at: number, kind: 'screen' | 'held') => void;

const looksLikeCss = /\{[^{}]*:[^{}]*\}/;
const fieldsWithText = new Set(['text', 'search', 'email', 'tel', 'url', 'number']);

/** The texts that rrweb's events bring onto the page: snapshots, nodes that were added, texts that changed, what stands in fields. */
export function rrwebLines({ events }: Segment & { format: 'rrweb/2' }, put: Put): void {
  for (const { type, timestamp, data } of events) {
    const gatherer = createGatherer((line) => put(line, timestamp, 'screen'));
    const holding = createHolding((text) => put(text, timestamp, 'held'));
    const about = objectOf(data);
    if (type === 2) readNode(about.node, gatherer, holding);
    else if (type === 3 && about.source === 0) {
      for (const added of listOf(about.adds)) readNode(objectOf(added).node, gatherer, holding);
      for (const text of listOf(about.texts)) {
        const { value } = objectOf(text);
        if (typeof value !== 'string' || looksLikeCss.test(value)) continue;
        gatherer.alone(value);
        holding.changed(value);
      }
    } else if (type === 3 && about.source === 5 && typeof about.text === 'string' && about.text !== 'on')
      gatherer.alone(about.text);
    gatherer.end();
  }
}

/** Not by recursion: a page may nest deeper than a stack. */
function readNode(root: unknown, gatherer: LineGatherer, holding: Holding): void {
  const waiting: (unknown | { closes: string })[] = [root];
  while (waiting.length > 0) {
    const node = objectOf(waiting.pop());
    if (typeof node.closes === 'string') {
      gatherer.edge(node.closes);
      holding.close();
      continue;
    }
    if (node.type === 3 && typeof node.textContent === 'string' && node.isStyle !== true) {
      gatherer.text(node.textContent);
      holding.text(node.textContent);
    }
    const tag = typeof node.tagName === 'string' ? node.tagName.toLowerCase() : '';
    if (speechless.has(tag)) continue;
    if (node.type === 2) {
      const attributes = objectOf(node.attributes);
      gatherer.edge(tag);
      readField(tag, attributes, gatherer);
      holding.open(tag, (name) => (typeof attributes[name] === 'string' ? attributes[name] : undefined));
      waiting.push({ closes: tag });
    }
    const children = listOf(node.childNodes);
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push(children[at]);
  }
  gatherer.end();
}

function readField(tag: string, { type, value }: Record<string, unknown>, gatherer: LineGatherer): void {
  const isText = tag === 'textarea' || (tag === 'input' && (type === undefined || fieldsWithText.has(String(type))));
  if (isText && typeof value === 'string') gatherer.alone(value);
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}; // an object's fields, unknown
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
