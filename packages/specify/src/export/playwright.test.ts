import fc from 'fast-check';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { make, orders, specificationOf } from '../testing/statements.ts';
import { samplePattern } from './pattern-sample.ts';
import { toPlaywright } from './playwright.ts';

const step = (route: string, role: string, name: string, calls = [] as (typeof orders)[]) => ({
  ...{ route, role, name, calls },
  type: /textbox|spinbutton|combobox/.test(role) ? 'input' : 'click',
});
const session = { method: 'POST', path: '/api/session' };
const signIn = [
  step('/sign-in', 'textbox', 'E-mail'),
  step('/sign-in', 'textbox', 'Password'),
  step('/sign-in', 'button', 'Sign in', [session]),
];
const order = [
  step('/orders', 'link', 'New order'),
  step('/orders/new', 'textbox', 'Reference'),
  step('/orders/new', 'textbox', 'Needed by'),
  step('/orders/new', 'textbox', 'Part number'),
  step('/orders/new', 'button', 'Create order', [orders]),
];
const ground = [
  make.link({ from: '/sign-in', to: '/orders', controls: [{ role: 'button', name: 'Sign in', times: 9 }] }),
  make.link({ controls: [{ role: 'link', name: 'New order', times: 9 }] }),
  make.link({
    from: '/orders/new',
    to: '/orders/{orderId}',
    controls: [{ role: 'button', name: 'Create order', times: 9 }],
  }),
  make.requestField({ call: session, name: 'email', format: 'email' }),
  make.requestField(),
  make.rule({ rule: 'pattern', value: '^[A-Z]{2}-\\d{3,}$' }),
  make.requestField({ name: 'neededBy', format: 'date' }),
  make.requestField({ name: 'lines[].partNo' }),
  make.requestField({ name: 'country', values: ['DE', 'NL'] }),
];
const journeys = [
  make.journey({ name: 'Sign in', steps: [...signIn, order[0] ?? step('', '', '')] }),
  make.journey({ name: 'Create order', steps: order, support: { visitors: 20 } }),
  make.journey({ name: 'Approve', steps: [...signIn, step('/orders', 'link', '{text}')], support: { visitors: 3 } }),
];

describe('a journey as a test', () => {
  const text = toPlaywright(specificationOf([...ground, ...journeys]), { values: { Password: "it's" } });

  test('finds controls by role and name, types what the rules take, and waits for the calls', () =>
    expect(text.slice(0, text.indexOf('/** Does'))).toMatchInlineSnapshot(`
      "// Parts Desk: what people do. Inferred from 200 sessions of 40 visitors, 2026-11-18 to 2026-11-18, release 1.0.0. Firm and likely statements only.
      import { expect, type Page, type Response, test } from '@playwright/test';

      // What is typed. Nothing that a person typed was recorded: these are made from the rules. Change them here, or by the environment.
      const values = {
        'E-mail': process.env.VALUE_E_MAIL ?? 'person@example.com',
        'Password': process.env.VALUE_PASSWORD ?? 'it\\'s',
        'Reference': process.env.VALUE_REFERENCE ?? 'AA-111',
        'Needed by': process.env.VALUE_NEEDED_BY ?? inDays(14),
        'Part number': process.env.VALUE_PART_NUMBER ?? 'Example',
        'Country': process.env.VALUE_COUNTRY ?? 'DE',
      };

      // 40 visitors did this in 100 sessions.
      test('Sign in', async ({ page }) => {
        await page.goto('/sign-in');
        await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(values['E-mail']);
        await page.getByRole('textbox', { name: 'Password', exact: true }).fill(values['Password']);
        await answered(page, 'POST', '/api/session', () =>
          page.getByRole('button', { name: 'Sign in', exact: true }).click(),
        );

        await isAt(page, '/orders');
        await page.getByRole('link', { name: 'New order', exact: true }).click();

        await isAt(page, '/orders/new');
      });

      // 20 visitors did this in 100 sessions.
      test('Create order', async ({ page }) => {
        await page.goto('/sign-in');
        await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(values['E-mail']);
        await page.getByRole('textbox', { name: 'Password', exact: true }).fill(values['Password']);
        await answered(page, 'POST', '/api/session', () =>
          page.getByRole('button', { name: 'Sign in', exact: true }).click(),
        );

        await isAt(page, '/orders');
        await page.getByRole('link', { name: 'New order', exact: true }).click();

        await isAt(page, '/orders/new');
        await page.getByRole('textbox', { name: 'Reference', exact: true }).fill(values['Reference']);
        await page.getByRole('textbox', { name: 'Needed by', exact: true }).fill(values['Needed by']);
        await page.getByRole('textbox', { name: 'Part number', exact: true }).fill(values['Part number']);
        await page.getByRole('combobox', { name: 'Country', exact: true }).selectOption(values['Country']);
        await answered(page, 'POST', '/api/orders', () =>
          page.getByRole('button', { name: 'Create order', exact: true }).click(),
        );

        await isAt(page, '/orders/{orderId}');
      });

      // Not written: Approve, since its link is named by data.

      "
    `));

  test('parses, and never names a place on the page', () => {
    expect(parseSync('journeys.spec.ts', text).errors).toEqual([]);
    expect(text).not.toMatch(/\.(?:nth|first|last|locator)\(|xpath|css=/);
  });

  test('may bring the answers with it', () => {
    const stubbed = toPlaywright(specificationOf([...ground, ...journeys, make.call()]), { calls: 'stubbed' });
    expect(parseSync('journeys.spec.ts', stubbed).errors).toEqual([]);
    expect(stubbed).toContain("['POST', '/api/orders', 200, ''],");
  });
});

test('without a journey there is no test, and the module says so', () =>
  expect(toPlaywright(specificationOf([]))).toContain('// Not shown'));

test('a sample of a pattern is what the pattern takes, or there is none', () => {
  expect(samplePattern('^[A-Z]{3}-\\d{4}$')).toBe('AAA-1111');
  expect(samplePattern('^[A-Za-z0-9 /-]+$', 3)).toBe('AAA');
  expect(samplePattern('(?:north|south)-\\w+')).toBe('north-a');
  expect(samplePattern('^(?=.*\\d).{8,}$')).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab\\d[]()-{}2,+*?|^$.'), maxLength: 14 }), (pattern) => {
      const sample = samplePattern(pattern);
      if (sample !== undefined) expect(sample).toMatch(new RegExp(pattern, 'u'));
    }),
    { seed: 2, numRuns: 2_000 },
  );
});

const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));

test('names of any characters stay names', () => {
  const shapeOf = (text: string) => {
    const { program, errors } = parseSync('journeys.spec.ts', text);
    expect(errors).toEqual([]);
    return program.body.map(({ type }) => type);
  };
  const given = (name: string, route: string, values = {}) => {
    const steps = [
      step(route, 'textbox', `Name ${name}`),
      step(route, 'button', `Go ${name}`, [{ method: 'POST', path: route }]),
    ];
    const statements = [
      make.journey({ name, steps }),
      make.call({ path: route }),
      make.link({ from: route, to: name, controls: [{ role: 'button', name: `Go ${name}`, times: 1 }] }),
    ];
    return toPlaywright(specificationOf(statements), { calls: 'stubbed', values });
  };
  const usual = shapeOf(given('name', '/route'));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: anyCharacter, maxLength: 20 }),
        fc.constantFrom("'); process.exit(); ('", '\\', '__proto__', '*/ //', '</script>', '\u2028'),
      ),
      (name) => {
        const [safe, route] = [name.replace(/[{}]/g, ''), `/${name.replace(/[{}/\\]/g, '')}`];
        const text = given(safe, route, { [`Name ${safe}`]: name });
        expect(shapeOf(text)).toEqual(usual);
        expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029]/);
      },
    ),
    { seed: 8, numRuns: 60 },
  );
});

test('a control that stands in each row is any of them; one that stands alone has to be the only one', () => {
  const line = { method: 'DELETE', path: '/api/orders/{orderId}/lines/{lineNo}' };
  const submit = { method: 'POST', path: '/api/orders/{orderId}/submit' };
  const steps = [
    ...order,
    step('/orders/{orderId}', 'button', 'Remove line', [line]),
    step('/orders/{orderId}', 'button', 'Submit order', [submit]),
  ];
  const text = toPlaywright(specificationOf([...ground, make.journey({ name: 'Submit order', steps })]));
  expect(text).toContain("{ name: 'Remove line', exact: true }).first().click()");
  expect(text).toContain("{ name: 'Submit order', exact: true }).click()");
});

test('what is typed before a call that carries nothing is not typed again', () => {
  const line = { method: 'DELETE', path: '/api/orders/{orderId}/lines/{lineNo}' };
  const steps = [
    ...order,
    step('/orders/{orderId}', 'spinbutton', 'Quantity'),
    step('/orders/{orderId}', 'button', 'Remove line', [line]),
  ];
  const journey = make.journey({ name: 'Remove line', steps });
  const bare = make.call({ ...line, request: null });
  expect(toPlaywright(specificationOf([...ground, journey, bare]))).not.toContain("'spinbutton', { name: 'Quantity'");
  // Where nothing is known of the call it is typed, and a number it is.
  expect(toPlaywright(specificationOf([...ground, journey]))).toContain("process.env.VALUE_QUANTITY ?? '1'");
});
