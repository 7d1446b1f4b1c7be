import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSearch, type SearchNode } from './index.ts';

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
      { numRuns: 2_000 },
    );
    expect(told('('.repeat(2_000))).toBe('33-34 This is nested too deep');
    expect(told('('.repeat(10_000))).toBe('2000-10000 A search has at most 2000 characters');
    expect(told(Array(300).fill('a').join(' OR '))).toMatch(/ A search has at most 60 terms$/);
  });
});
