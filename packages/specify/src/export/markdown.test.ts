import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { make, specificationOf } from '../testing/statements.ts';
import { code, plain } from './escape.ts';
import { toMarkdown } from './markdown.ts';

const hostile =
  '<img src=x onerror=alert(1)> [click](javascript:alert(1)) ![p](https://evil.example/p.png) `` | # \u202e\n\n# Heading';

test('reads as a document of nine points, with evidence that opens the moment', () => {
  const note = { types: ['string', 'null'], optional: true };
  const specification = specificationOf([
    make.screen({ title: 'Order' }),
    make.call({ statuses: [{ status: 201, calls: 200 }], request: { types: ['object'], fields: { note } } }),
    make.error({ raisedBy: [{ subject: 'POST /api/orders', times: 9 }] }),
  ]);
  expect(toMarkdown(specification, { origin: 'http://127.0.0.1:4600' })).toMatchSnapshot();
});

test('what one visitor alone showed is counted and not listed', () => {
  const text = toMarkdown(specificationOf([make.screen({ route: '/private-1', tier: 'suspected' })]));
  expect(text).not.toContain('private-1');
  expect(text).toContain('1 more suspected');
});

describe('recorded words', () => {
  test('stay words, wherever they stand', () => {
    const specification = specificationOf(
      [
        make.screen({
          route: hostile,
          title: hostile,
          controls: [{ role: hostile, name: hostile, actions: 1, frustrated: 0 }],
        }),
        make.call({
          path: hostile,
          query: [{ name: hostile, format: hostile }],
          response: { types: ['object'], fields: { [hostile]: { types: ['null'] } } },
        }),
        make.error({ code: hostile, message: hostile, raisedBy: [{ subject: hostile, times: 1 }] }),
        make.rule({ text: hostile, message: hostile }),
      ],
      { release: hostile },
    );
    const text = toMarkdown(
      { ...specification, project: { id: 'p_000000000001', name: hostile } },
      { origin: 'http://127.0.0.1:4600' },
    );
    // Code spans hold nothing but text; what stands outside them must hold no markup of the page's.
    const outside = text.replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
    expect(outside).not.toMatch(/<[a-z!/]/i);
    expect(outside).not.toMatch(/javascript:/i);
    expect(outside).not.toMatch(/evil\.example\/p\.png\)(?<!\\\))/);
    expect(outside.match(/(?<!\\)\]\((?!http:\/\/127\.0\.0\.1:4600\/p\/)/g)).toBeNull();
    expect(text.match(/^# /gm)).toHaveLength(1);
    expect(text).not.toContain('\u202e');
  });

  test('never leave a bracket, an angle or a line end alive', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (words) => {
        expect(plain(words).replace(/\\./g, '')).not.toMatch(/[<>[\]`*\n\r]/);
        expect(code(words)).not.toMatch(/[\n\r]/);
      }),
      { seed: 3 },
    ));
});
