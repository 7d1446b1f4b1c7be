import { isCall } from '@sightglass/store';
import { placeOf, type SearchNode, type SearchTest } from '@sightglass/wire';
import { type Binder, testText } from './test.ts';

type Term = Extract<SearchNode, { type: 'term' }>;
type Write = (test: SearchTest, binder: Binder) => string;

/** Paths are told apart by their place, whatever their variables are called: `{integer}`, `{orderId}`. */
const placed = (column: string): string => `replaceRegexpAll(${column}, '\\\\{[^{}]*\\\\}', '{}')`;
const read = { read: placeOf };
const words = { contains: true };
const vital =
  (name: string): Write =>
  (test, binder) =>
    `kind = 'vital' AND name = '${name}' AND ${test.type === 'exists' ? '1' : binder.number('value', test)}`;

/** What each key asks of a row of `records`. */
const events: Record<string, Write> = {
  route: (test, binder) => `kind = 'view' AND ${testText(placed('route'), test, binder, read)}`,
  title: (test, binder) => `kind = 'view' AND ${testText('text', test, binder, words)}`,
  action: (test, binder) => `kind = 'action' AND ${testText('name', test, binder, words)}`,
  control: (test, binder) => `kind = 'action' AND ${testText('text', test, binder)}`,
  frustration: (test, binder) =>
    `kind = 'action' AND ${test.type === 'is' ? `has(frustrations, ${binder.text(test.text)})` : 'notEmpty(frustrations)'}`,
  call: (test, binder) =>
    `${isCall} AND ${testText(placed("concat(method, ' ', host, path)"), test, binder, { ...words, ...read })}`,
  method: (test, binder) => `${isCall} AND ${testText('method', test, binder)}`,
  status: (test, binder) => `${isCall} AND ${binder.number('status', test)}`,
  host: (test, binder) => `${isCall} AND ${testText('host', test, binder)}`,
  took: (test, binder) => `${isCall} AND duration_ms > 0 AND ${binder.number('duration_ms', test)}`,
  code: (test, binder) => `kind = 'resource' AND ${testText('code', test, binder)}`,
  error: (test, binder) => `kind = 'error' AND ${testText("concat(name, ': ', text)", test, binder, words)}`,
  issue: (test, binder) => `kind = 'error' AND ${testText('issue', test, binder)}`,
  console: (test, binder) => `kind = 'console' AND ${testText('text', test, binder, words)}`,
  level: (test, binder) => `kind = 'console' AND ${testText('type', test, binder)}`,
  form: (test, binder) => `kind = 'form' AND ${testText('name', test, binder, words)}`,
  refused: (test, binder) => `kind = 'form' AND type = 'refused' AND ${testText('name', test, binder, words)}`,
  event: (test, binder) => `kind = 'custom' AND ${testText('name', test, binder, words)}`,
  state: (test, binder) => `kind = 'state' AND ${testText("concat(name, ' ', text)", test, binder, words)}`,
  longtask: (test, binder) => `kind = 'longtask' AND ${binder.number('duration_ms', test)}`,
  lcp: vital('LCP'),
  inp: vital('INP'),
  cls: vital('CLS'),
  fcp: vital('FCP'),
  ttfb: vital('TTFB'),
};

/** @returns a condition on rows of `records`, in parentheses */
export function eventCondition({ key, test }: Term, binder: Binder): string {
  const attribute = /^trait\.(.+)$/.exec(key.name)?.[1];
  if (attribute !== undefined)
    return `(kind IN ('user', 'context', 'custom') AND ${testText(`attributes[${binder.text(attribute)}]`, test, binder)})`;
  const write = events[key.name];
  if (write === undefined) throw new Error(`The key ${key.name} has no condition`);
  return `(${write(test, binder)})`;
}
