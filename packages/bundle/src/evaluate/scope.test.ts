import { type Node, parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { scopesOf } from './scope.ts';
import { childrenOf } from './walk.ts';

test('every node has the parent that it stands in, in whatever order the parser lists them', () => {
  const { program } = parseSync(
    'a.js',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the script has templates
    'const { a, b = 1 } = c; f(`x${a}y${b ? `p${a}q` : (x => y => x)}z`)\nlabel: for (const d of [a, , b]) { d.e ||= class { m() {} } }',
  );
  const { parentOf } = scopesOf(program);
  const waiting: Node[] = [program];
  let count = 0;
  for (let node = waiting.pop(); node; node = waiting.pop())
    for (const { child } of childrenOf(node)) {
      expect(parentOf(child)).toBe(node);
      count += 1;
      waiting.push(child);
    }
  expect(count).toBeGreaterThan(50);
  expect(parentOf(program)).toBeUndefined();
});
