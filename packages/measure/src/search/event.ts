import { isCall } from '@sightglass/store';
import type { SearchNode, SearchTest } from '@sightglass/wire';
import { isOfIssue } from '../issues/grouped.ts';
import { testPlace } from './place.ts';
import { type Binder, createBinder, holds, testText } from './test.ts';
import { conditionOf } from './tree.ts';

type Term = Extract<SearchNode, { type: 'term' }>;
type Write = (test: SearchTest, binder: Binder) => string;

const words = { contains: true };
const call = "concat(method, ' ', host, path)";
const vital =
  (name: string): Write =>
  (test, binder) =>
    `name = '${name}' AND ${test.type === 'exists' ? '1' : binder.number('value', test)}`;

/** What each key asks of a row of `records`, and of which kind or kinds. */
const events: Record<string, [kind: string | readonly string[], write: Write]> = {
  route: ['view', (test, binder) => testPlace('route', test, binder)],
  title: ['view', (test, binder) => testText('text', test, binder, words)],
  action: ['action', (test, binder) => testText('name', test, binder, words)],
  control: ['action', (test, binder) => testText('text', test, binder)],
  frustration: [
    'action',
    (test, binder) => (test.type === 'is' ? `has(frustrations, ${binder.text(test.text)})` : 'notEmpty(frustrations)'),
  ],
  call: ['resource', (test, binder) => `${isCall} AND ${testPlace(call, test, binder, words)}`],
  method: ['resource', (test, binder) => `${isCall} AND ${testText('method', test, binder)}`],
  status: ['resource', (test, binder) => `${isCall} AND ${binder.number('status', test)}`],
  host: ['resource', (test, binder) => `${isCall} AND ${testText('host', test, binder)}`],
  took: ['resource', (test, binder) => `${isCall} AND duration_ms > 0 AND ${binder.number('duration_ms', test)}`],
  code: ['resource', (test, binder) => testText('code', test, binder)],
  error: ['error', (test, binder) => testText("concat(name, ': ', text)", test, binder, words)],
  issue: [['error', 'resource'], (test, binder) => isOfIssue('issue', test, binder)],
  console: ['console', (test, binder) => testText('text', test, binder, words)],
  level: ['console', (test, binder) => testText('type', test, binder)],
  form: ['form', (test, binder) => testText('name', test, binder, words)],
  refused: ['form', (test, binder) => `type = 'refused' AND ${testText('name', test, binder, words)}`],
  event: ['custom', (test, binder) => testText('name', test, binder, words)],
  state: ['state', (test, binder) => testText("concat(name, ' ', text)", test, binder, words)],
  longtask: ['longtask', (test, binder) => binder.number('duration_ms', test)],
  lcp: ['vital', vital('LCP')],
  inp: ['vital', vital('INP')],
  cls: ['vital', vital('CLS')],
  fcp: ['vital', vital('FCP')],
  ttfb: ['vital', vital('TTFB')],
};
/** Those that tell attributes. */
const telling = ['user', 'context', 'custom'];

const attributeOf = (key: string): string | undefined => /^trait\.(.+)$/.exec(key)?.[1];

function eventOf(key: string): { kinds: readonly string[]; write: Write } {
  const found = events[key];
  if (found === undefined) throw new Error(`The key ${key} has no condition`);
  return { kinds: [found[0]].flat(), write: found[1] };
}

/** @returns a condition on rows of `records`, in parentheses */
export function eventCondition({ key, test }: Term, binder: Binder): string {
  const attribute = attributeOf(key.name);
  if (attribute !== undefined)
    return `(${isOfKinds(telling)} AND ${testText(`attributes[${binder.text(attribute)}]`, test, binder)})`;
  const { kinds, write } = eventOf(key.name);
  return `(${isOfKinds(kinds)} AND ${write(test, binder)})`;
}

function isOfKinds(kinds: readonly string[]): string {
  const [only, ...others] = kinds.map((kind) => `'${kind}'`);
  return others.length === 0 ? `kind = ${only}` : `kind IN (${[only, ...others].join(', ')})`;
}

/** What is asked of single events and of nothing else, as a condition on rows of `records`. */
export const ofEvent = (node: SearchNode, binder: Binder): string =>
  conditionOf(node, (leaf) => {
    if (leaf.type === 'then') throw new Error('A sequence within a sequence, which the grammar refuses');
    return leaf.type === 'word'
      ? holds("concat(name, ' ', text, ' ', route, ' ', path)", leaf.text, binder)
      : eventCondition(leaf, binder);
  });

/** The same for whatever asks for the same. */
export function written(node: SearchNode): string {
  const alone = createBinder();
  return JSON.stringify([ofEvent(node, alone), alone.bound]);
}

/** Whether all steps ask for one thing. */
export const areTheSame = (steps: readonly { node: SearchNode }[]): boolean =>
  new Set(steps.map(({ node }) => written(node))).size === 1;

/** Kinds of records that can fit what {@link ofEvent} writes; undefined: any. */
export function kindsOf(node: SearchNode): readonly string[] | undefined {
  switch (node.type) {
    case 'term':
      return attributeOf(node.key.name) === undefined ? eventOf(node.key.name).kinds : telling;
    case 'or': {
      const kinds = node.parts.map(kindsOf);
      return kinds.every((some) => some !== undefined) ? kinds.flat() : undefined;
    }
    case 'and':
      return node.parts
        .map(kindsOf)
        .reduce((all, some) => (all && some ? all.filter((kind) => some.includes(kind)) : (all ?? some)));
    default:
      return undefined;
  }
}
