import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { specifyFromFacts as specify } from '../old/specify.ts';
import { about, call, error, facts, screen, seen } from '../testing/facts.ts';
import { code, plain } from './escape.ts';
import { toMarkdown } from './markdown.ts';

const hostile =
  '<img src=x onerror=alert(1)> [click](javascript:alert(1)) ![p](https://evil.example/p.png) `` | # \u202e\n\n# Heading';

test('reads as a document of nine points, with evidence that opens the moment', () => {
  const given = facts({
    screens: [screen({ titles: [{ value: 'Order', times: 3 }] })],
    calls: [
      call({
        method: 'POST',
        requests: [{ types: ['object'], fields: { note: { types: ['string', 'null'], optional: true } } }],
      }),
    ],
    errors: [error({ messages: [{ value: 'Too many lines', times: 9 }] })],
  });
  expect(toMarkdown(specify(given, about), { origin: 'http://127.0.0.1:4600' })).toMatchSnapshot();
});

test('what one visitor alone showed is counted and not listed', () => {
  const text = toMarkdown(
    specify(facts({ screens: [screen({ route: '/private-1', seen: seen({ visitors: 1 }) })] }), about),
  );
  expect(text).not.toContain('private-1');
  expect(text).toContain('1 more suspected');
});

describe('recorded words', () => {
  test('stay words, wherever they stand', () => {
    const text = toMarkdown(
      specify(
        facts({
          screens: [
            screen({
              route: hostile,
              titles: [{ value: hostile, times: 3 }],
              controls: [{ role: hostile, name: hostile, actions: 1, frustrated: 0, visitors: 3 }],
            }),
          ],
          calls: [
            call({
              path: hostile,
              query: [{ name: hostile, format: hostile, calls: 1 }],
              responses: [{ types: ['object'], fields: { [hostile]: { types: ['null'] } } }],
            }),
          ],
          errors: [error({ code: hostile, messages: [{ value: hostile, times: 1 }] })],
        }),
        { ...about, project: { id: 'p_000000000001', name: hostile }, release: hostile },
      ),
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
