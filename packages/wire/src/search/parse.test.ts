import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSearch, type SearchKey, type SearchNode, searchKeys } from './index.ts';

/** A search as it was understood, in one line. */
function told(text: string): string {
  const parsed = parseSearch(text);
  if (parsed.error) return `${parsed.error.at}-${parsed.error.end} ${parsed.error.message}`;
  return parsed.node === null ? '' : write(parsed.node);
}
function write(node: SearchNode): string {
  switch (node.type) {
    case 'and':
    case 'or':
      return `(${node.parts.map(write).join(node.type === 'and' ? ' & ' : ' | ')})`;
    case 'not':
      return `!${write(node.part)}`;
    case 'word':
      return node.text;
    case 'then':
      return `<${node.steps.map((step) => (step.not ? '!' : '') + write(step.node)).join(' > ')} ${node.withinMs}>`;
    case 'term': {
      const { test } = node;
      if (test.type === 'exists') return `${node.key.name}?`;
      if (test.type === 'is') return `${node.key.name}=${test.text}`;
      if (test.type === 'like') return `${node.key.name}~${test.pattern}`;
      return `${node.key.name}${test.fromIncluded ? '[' : '('}${test.from},${test.to}${test.toIncluded ? ']' : ')'}`;
    }
  }
}

describe('a search', () => {
  test.each([
    ['', ''],
    ['checkout slow', '(checkout & slow)'],
    ['"two words" OR one', '(two words | one)'],
    ['a AND b OR c', '((a & b) | c)'],
    ['a AND (b OR c)', '(a & (b | c))'],
    ['-role:admin NOT x', '(!role=admin & !x)'],
    ['role:(admin OR "shop owner")', '(role=admin | role=shop owner)'],
    ['duration:>2m', 'duration(120000,Infinity]'],
    ['duration:<=1.5h', 'duration[-Infinity,5400000]'],
    ['status:5xx', 'status[500,599]'],
    ['status:400..499', 'status[400,499]'],
    ['status:[400 TO *]', 'status[400,Infinity]'],
    ['lcp:2.5s..', 'lcp[2500,Infinity]'],
    ['code:*', 'code?'],
    ['release:1.*', 'release~1.*'],
    ['release:"1.*"', 'release=1.*'],
    ['@view.url_path:/orders/* @usr.role:admin', '(route~/orders/* & role=admin)'],
    ['route:/orders/{orderId}', 'route=/orders/{orderId}'],
    ['call:https://pay.example/charge', 'call=https://pay.example/charge'],
    ['status:-1', 'status[-1,-1]'],
    ['trait.plan:gold', 'trait.plan=gold'],
    ['action:"Submit order" then error:* within 30s', '<action=Submit order > error? 30000>'],
    ['role:admin a then b then NOT (c OR d)', '(role=admin & <a > b > !(c | d) null>)'],
    ['frustration:RAGE', 'frustration=rage'],
    ['constructor __proto__', '(constructor & __proto__)'],
  ])('%s', (text, understood) => {
    expect(told(text)).toBe(understood);
  });
});

describe('what cannot be read is pointed at', () => {
  test.each([
    ['a (b', '2-3 This parenthesis is not closed'],
    ['a) b', '1-2 This parenthesis closes nothing'],
    ['role:', '0-5 “role:” needs a value'],
    ['colour:red', '0-7 Nothing is called “colour”'],
    ['x duration:soon', '11-15 A time, such as >2s, 100ms..2s or <5m'],
    ['has:luck', '4-8 “has” is one of errors, frustrations, failed-calls, replay'],
    ['a OR', '4-4 Something is missing here'],
    ['OR a', '0-2 Something must stand before “OR”'],
    ['a AND', '2-5 Something must follow AND'],
    ['say "so', '4-7 This quotation mark is not closed'],
    ['role:admin then error:*', '0-10 “role” is told of whole sessions and cannot be a step of a sequence'],
    ['a within 5s', '2-8 “within” follows a sequence: A then B within 30s'],
    ['a then b within soon', '16-20 “within” needs a time such as 30s, 5m or 1h'],
    ['status:[1 TO', '7-9 This bracket is not closed: [10 TO 20]'],
    ['role:()', '6-7 A value is missing'],
    ['role:(admin OR)', '14-15 A value is missing'],
    ['role:(OR admin)', '6-8 Only values can stand here, with OR between them'],
    ['role:(a OR OR b)', '11-13 Only values can stand here, with OR between them'],
    ['action:(Submit order)', '15-20 Between values stands OR, and words that belong together in quotation marks'],
    ['role:(admin OR owner', '5-6 This parenthesis is not closed'],
    ['a ""', '2-4 Nothing stands between these quotation marks'],
    ['status:499..400', '7-15 The smaller of the two stands first'],
    ['took:..', '5-7 A time, such as >2s, 100ms..2s or <5m'],
    [`a then b within ${'9'.repeat(400)}d`, '16-417 “within” needs a time such as 30s, 5m or 1h'],
    [`status:>${'9'.repeat(400)}`, '7-408 A number, such as 5, >10 or 400..499'],
  ])('%s', (text, error) => {
    expect(told(text)).toBe(error);
  });

  test('and no text makes the reader throw, or point outside of it', () => {
    const piece = fc.constantFrom(
      'a',
      'role:',
      'status:',
      '>5',
      '(',
      ')',
      '"',
      '-',
      'AND',
      'OR',
      'NOT',
      'then',
      'within',
      '5s',
      '[',
      ']',
      '..',
      ' ',
      '\\',
      '*',
      '@',
      ':',
      '💥',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const { error } = parseSearch(text);
          if (error) expect(error.at >= 0 && error.end <= text.length && error.at <= error.end).toBe(true);
        },
      ),
      { seed: 1, numRuns: 2_000 },
    );
    expect(told('('.repeat(2_000))).toBe('33-34 This is nested too deep');
    expect(told('('.repeat(10_000))).toBe('2000-10000 A search has at most 2000 characters');
    expect(told(Array(300).fill('a').join(' OR '))).toMatch(/ A search has at most 60 terms$/);
  });
});

/** A search as one writes it who leaves nothing to be guessed: {@link told} turned round. */
function put(node: SearchNode): string {
  switch (node.type) {
    case 'and':
    case 'or':
      return `(${node.parts.map(put).join(node.type === 'and' ? ' AND ' : ' OR ')})`;
    case 'not':
      return `NOT ${put(node.part)}`;
    case 'word':
      return quoted(node.text);
    case 'then': {
      const steps = node.steps.map(({ node, not }) => (not ? 'NOT ' : '') + put(node));
      return `(${steps.join(' then ')}${node.withinMs === null ? '' : ` within ${node.withinMs}ms`})`;
    }
    case 'term': {
      const { test } = node;
      const bound = (value: number): string => (Number.isFinite(value) ? String(value) : '*');
      if (test.type === 'exists') return `${node.key.name}:*`;
      if (test.type === 'is') return `${node.key.name}:${quoted(test.text)}`;
      if (test.type === 'like') return `${node.key.name}:${test.pattern}`;
      if (test.fromIncluded && test.toIncluded) return `${node.key.name}:[${bound(test.from)} TO ${bound(test.to)}]`;
      return `${node.key.name}:${test.toIncluded ? `>${test.from}` : `<${test.to}`}`;
    }
  }
}
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const [at, end] = [0, 0];
const whole = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, fromIncluded: true, toIncluded: true };
const someText = fc.string({ minLength: 1, maxLength: 8, unit: 'binary' });
const someNumber = fc.integer({ min: 0, max: 9_000_000 }).map((n) => n / 1_000);
const bounds = fc.oneof(
  fc.tuple(someNumber, someNumber).map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) })),
  someNumber.map((from) => ({ from })),
  someNumber.map((to) => ({ to })),
  someNumber.map((from) => ({ from, fromIncluded: false })),
  someNumber.map((to) => ({ to, toIncluded: false })),
);
const exists = fc.constant({ type: 'exists' as const });
const ofNumbers = fc.oneof(
  exists,
  bounds.map((some) => ({ type: 'between' as const, ...whole, ...some })),
);
const ofTexts = fc.oneof(
  exists,
  someText.map((text) => ({ type: 'is' as const, text })),
  fc.constantFrom('a*', '?', '/x/*', '1.?.*', '**', '%_?').map((pattern) => ({ type: 'like' as const, pattern })),
);
const termOf = (keys: readonly SearchKey[]): fc.Arbitrary<SearchNode> =>
  fc.oneof(
    ...keys.map((key) => {
      const choices = key.choices?.map((text) => ({ type: 'is' as const, text }));
      const isNumber = key.kind === 'number' || key.kind === 'duration';
      const test = choices ? fc.oneof(exists, fc.constantFrom(...choices)) : isNumber ? ofNumbers : ofTexts;
      return test.map((test): SearchNode => ({ type: 'term', key, test, at, end }));
    }),
  );
const word = someText.map((text): SearchNode => ({ type: 'word', text, at, end }));
const joinedOf = (part: fc.Arbitrary<SearchNode>): fc.Arbitrary<SearchNode> =>
  fc.record({
    ...{ type: fc.constantFrom('and' as const, 'or' as const), at: fc.constant(at), end: fc.constant(end) },
    parts: fc.array(part, { minLength: 2, maxLength: 3 }),
  });
const notOf = (part: fc.Arbitrary<SearchNode>): fc.Arbitrary<SearchNode> =>
  part.map((part): SearchNode => ({ type: 'not', part, at, end }));
const event = fc.oneof(word, termOf(searchKeys.filter((key) => key.of === 'event')));
// A step that is “not …” is one that did not happen.
const step = fc.oneof(event, joinedOf(fc.oneof(event, notOf(event))));
const sequence = fc
  .record({
    first: fc.array(step, { minLength: 1, maxLength: 3 }),
    ...{ last: step, not: fc.boolean(), withinMs: fc.option(fc.nat()) },
  })
  .map(
    ({ first, last, not, withinMs }): SearchNode => ({
      ...{ type: 'then', withinMs, at, end },
      steps: [...first.map((node) => ({ node, not: false })), { node: last, not }],
    }),
  );
const single = fc.oneof(word, termOf(searchKeys), sequence);
const some = fc.oneof(single, joinedOf(single), notOf(single));
const any = fc.oneof(some, joinedOf(some), notOf(joinedOf(some)));

test('whatever can be asked is understood as it is written, and written as it is understood', () => {
  fc.assert(
    fc.property(any, (node) => {
      const text = put(node);
      const parsed = parseSearch(text);
      if (parsed.error) {
        // Long ones are refused, which says so.
        expect(parsed.error.message).toMatch(/ has at most | nested too deep/);
        return;
      }
      expect(write(parsed.node as SearchNode)).toBe(write(node)); // something is asked for
      expect(put(parsed.node as SearchNode)).toBe(text);
    }),
    { seed: 2, numRuns: 500 },
  );
});
