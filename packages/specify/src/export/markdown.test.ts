import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffSpecifications } from '../diff/diff.ts';
import { make, specificationOf } from '../testing/statements.ts';
import { diffToMarkdown } from './diff-markdown.ts';
import { code, plain } from './escape.ts';
import { toMarkdown } from './markdown.ts';

const hostile =
  '<img src=x onerror=alert(1)> [click](javascript:alert(1)) ![p](https://evil.example/p.png) `` | # \u202e\n\n# Heading';

/** Any code point, half of them those that markup is made of. */
const character = fc.oneof(
  fc.constantFrom(...'<>[]()`*_#|\\&!:/-\n\r\t '),
  fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
);

test('reads as a document of nine points, with evidence that opens the moment', () => {
  const note = { types: ['string', 'null'], optional: true };
  const specification = specificationOf([
    make.screen({ title: 'Order' }),
    make.call({ statuses: [{ status: 201, calls: 200 }], request: { types: ['object'], fields: { note } } }),
    make.error({ raisedBy: [{ subject: 'POST /api/orders', times: 9 }] }),
  ]);
  expect(toMarkdown(specification, { origin: 'http://127.0.0.1:4600' })).toMatchSnapshot();
});

test('without its ground, it differs only where the application does', () => {
  const specification = (sessions: number) =>
    specificationOf([make.screen({ support: { sessions } }), make.call({ calls: sessions })], { sessions });
  expect(toMarkdown(specification(10), { ground: 'none' })).toBe(toMarkdown(specification(90), { ground: 'none' }));
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
        make.rule({ text: hostile, message: hostile, field: hostile, form: hostile, value: hostile }),
        make.purpose({ product: hostile, vocabulary: [hostile] }),
        make.journey({
          name: hostile,
          steps: [{ route: hostile, role: hostile, name: hostile, type: hostile, calls: [] }],
        }),
        make.entity({ name: hostile, aliases: [hostile], identifiedBy: hostile }),
        make.field({ entity: hostile, name: hostile, format: hostile, values: [hostile], ref: hostile }),
        make.state({ entity: hostile, name: hostile }),
        make.transition({ entity: hostile, from: hostile, to: hostile, roles: [hostile] }),
        make.role({ name: hostile }),
        make.permission({ role: hostile, action: hostile }),
        make.requestField({ call: { method: 'POST', path: hostile }, name: hostile, values: [hostile] }),
        make.constant({ name: hostile, value: hostile, unit: hostile, meaning: hostile }),
      ],
      { release: hostile },
    );
    const named = { ...specification, project: { id: 'p_000000000001', name: hostile } };
    const origin = 'http://127.0.0.1:4600';
    const nothing = { ...specificationOf([], { release: '2.0.0' }), project: named.project };
    for (const text of [toMarkdown(named, { origin }), diffToMarkdown(diffSpecifications(named, nothing), { origin })])
      holdsNoMarkup(text);
  });

  function holdsNoMarkup(text: string): void {
    // Code spans hold nothing but text; what stands outside them must hold no markup of the page's.
    const outside = text.replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
    expect(outside).not.toMatch(/<[a-z!/]/i);
    expect(outside).not.toMatch(/javascript:/i);
    expect(outside).not.toMatch(/evil\.example\/p\.png\)(?<!\\\))/);
    expect(outside.match(/(?<!\\)\]\((?!http:\/\/127\.0\.0\.1:4600\/p\/)/g)).toBeNull();
    expect(text.match(/^# /gm)).toHaveLength(1);
    expect(text).not.toContain('\u202e');
  }

  test('never leave a bracket, an angle or a line end alive', () =>
    fc.assert(
      fc.property(fc.string({ unit: character }), (words) => {
        expect(plain(words).replace(/\\./g, '')).not.toMatch(/[<>[\]`*\n\r]/);
        expect(code(words)).not.toMatch(/[\n\r]/);
      }),
      { seed: 3 },
    ));
});
