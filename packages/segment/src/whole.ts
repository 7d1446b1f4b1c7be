import type { ReplayEvent, ReplayLine } from '@sightglass/wire';
import { html, type Model, type PageNode, svg } from './model.ts';
import { createSegmentReader, type SegmentReader } from './reader.ts';
import type { NativeSegment } from './reading.ts';

/** The lines of one page load, as a replay gives them or as segments were sent; in any order, texts among them. */
export type PageLine = ReplayLine | (NativeSegment & { format: 'sightglass/1' });

/** rrweb's events of one page load, as any of its tools reads them. Pointer positions are in bunches, each with its own time. */
export function toRrweb(lines: readonly PageLine[]): ReplayEvent[] {
  const { segments, reader } = open(lines);
  const events = segments.flatMap((segment) => reader.read(segment).events);
  return [...events, ...reader.rest()].sort((a, b) => a.timestamp - b.timestamp);
}

/** A page as it stood, in plain values that can be compared. */
export interface PlainPage {
  href: string;
  width: number;
  height: number;
  document: PlainNode | null;
  /** The rules of constructed sheets by their number. */
  sheets: Record<number, readonly string[]>;
}

export interface PlainNode {
  kind: PageNode['kind'];
  id: number;
  /** Of elements and document types. */
  name?: string;
  namespace?: 'html' | 'svg' | 'math';
  /** In the order of their names; of document types, `public` and `system`. */
  attributes?: Record<string, string>;
  states?: Record<string, unknown>;
  text?: string;
  /** A `style` or `link` whose rules were changed one by one: all that it says now. */
  rules?: readonly string[];
  /** A shadow root first; in a frame its document. */
  children?: PlainNode[];
}

/** The page as it stands when all of these were read. */
export function modelOf(lines: readonly PageLine[]): PlainPage {
  const { segments, reader } = open(lines);
  for (const segment of segments) reader.read(segment);
  return plainPage(reader.model);
}

export function plainPage({ href, width, height, root, sheets }: Model): PlainPage {
  return {
    ...{ href, width, height, document: root && plainNode(root) },
    sheets: Object.fromEntries([...sheets].map(([number, sheet]) => [number, sheet.list()])),
  };
}

function plainNode(root: PageNode): PlainNode {
  const plain = alone(root);
  // Not by recursion: a page may nest deeper than a stack.
  const waiting: [PageNode, PlainNode][] = [[root, plain]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, into] = next;
    if (node.children.length === 0) continue;
    into.children = node.children.map((child) => {
      const one = alone(child);
      waiting.push([child, one]);
      return one;
    });
  }
  return plain;
}

function alone(node: PageNode): PlainNode {
  const { kind, id, tag, namespace, text, attributes, states, rules } = node;
  if (kind === 'text') return { kind, id, text };
  if (kind === 'doctype') return { kind, id, name: tag, attributes: { public: node.publicId, system: node.systemId } };
  const plain: PlainNode = { kind, id };
  if (kind === 'element') {
    plain.name = tag;
    plain.namespace = namespace === html ? 'html' : namespace === svg ? 'svg' : 'math';
    plain.attributes = sorted(attributes);
  }
  if (states.size > 0) plain.states = sorted(states);
  if (rules) plain.rules = rules.list();
  return plain;
}

function sorted<T>(entries: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function open(lines: readonly PageLine[]): {
  segments: NativeSegment[];
  reader: SegmentReader;
} {
  const texts = new Map<string, string>();
  const segments = new Map<number, NativeSegment>();
  for (const line of lines)
    if ('text' in line) {
      if (line.value !== null) texts.set(line.text, line.value);
    } else if ('format' in line && line.format === 'sightglass/1' && !segments.has(line.seq))
      segments.set(line.seq, line);
  return { segments: [...segments.values()].sort((a, b) => a.seq - b.seq), reader: createSegmentReader(texts) };
}
