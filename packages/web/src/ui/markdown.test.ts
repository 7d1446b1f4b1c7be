import { expect, test } from 'vitest';
import { codeLines, codeWords, factTable, plainWords } from './markdown.ts';

test('what an application said is no markup, no mention and no end of a cell', () => {
  expect(plainWords('*Save*\n<b>now</b> [x](y)')).toBe('\\*Save\\* \\<b\\>now\\</b\\> \\[x\\](y)');
  expect(plainWords('ask @everyone, see #12')).not.toMatch(/@e|#1/);
  expect(codeWords('a `b` c')).toBe('``a `b` c``');
  expect(codeLines('```js\n1\n```')).toBe('````\n```js\n1\n```\n````');
  expect(
    factTable([
      ['Title', codeWords('a | b')],
      ['Country', ''],
    ]),
  ).toBe('| | |\n| --- | --- |\n| Title | `a \\| b` |');
});
