import type { ActionRecord, ResourceRecord, ViewRecord, WireRecord } from '@sightglass/wire';
import fc from 'fast-check';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { make, specificationOf } from '../testing/statements.ts';
import { toSessionScript } from './session-script.ts';

const view = (at: number, route: string, cause: ViewRecord['cause']): ViewRecord => ({
  ...{ kind: 'view', at, view: `view-${at}`, version: 0, path: route, route, title: '', cause },
});
const action = (at: number, route: string, type: ActionRecord['type'], role: string, name: string): ActionRecord => ({
  ...{ kind: 'action', at, route, id: `action-${at}`, version: 0, type, role, name, frustrations: [] },
});
const call = (at: number, of: number, method: string, path: string, status: number): ResourceRecord => ({
  ...{ kind: 'resource', at, id: `resource-${at}`, type: 'fetch', method, host: '', path, status },
  ...{ durationMs: 5, action: `action-${of}` },
});
const orders = { method: 'POST', path: '/api/orders' };
const ground = specificationOf([
  make.requestField({ call: orders, name: 'reference', required: true, tier: 'suspected' }),
  make.rule({ call: orders, field: 'reference', rule: 'pattern', value: '^[A-Z]{3}$', tier: 'suspected' }),
]);
const write = (records: WireRecord[], options = {}) =>
  toSessionScript({ session: 's-1', visitor: '', role: '', release: '', environment: '', records }, ground, options);

const visit: WireRecord[] = [
  view(0, '/', 'load'),
  view(1, '/orders/new', 'replace'),
  action(1_000, '/orders/new', 'click', 'textbox', 'Reference'),
  action(1_200, '/orders/new', 'input', 'textbox', 'Reference'),
  action(1_900, '/orders/new', 'input', 'textbox', 'Reference'),
  action(2_000, '/orders/new', 'click', 'link', 'Order {integer}'),
  action(3_000, '/orders/new', 'click', 'button', 'Create order'),
  call(3_010, 3_000, 'POST', '/api/orders', 422),
  call(3_020, 3_000, 'GET', '/api/parts', 200),
  view(3_100, '/orders/{integer}', 'push'),
  view(9_000, '/orders/new', 'pop'),
];

describe('a session as a test', () => {
  const script = write(visit);
  const body = script.slice(script.indexOf("test('"), script.indexOf('/** Does'));

  test('does what was done, in order, and expects the answers of then', () =>
    expect(body).toMatchInlineSnapshot(`
    "test('Parts Desk: one session, until “Create order”', async ({ page }) => {
      // 0:00
      await page.goto('/');

      // 0:00
      await isAt(page, '/orders/new');
      await page.getByRole('textbox', { name: 'Reference', exact: true }).fill(values['Reference']);
      // Not done again: click of link “Order {integer}”, since its link is named by data.
      await answered(page, 'POST', '/api/orders', 422, () =>
        page.getByRole('button', { name: 'Create order', exact: true }).click(),
      );

      // 0:03
      await isAt(page, '/orders/{integer}');

      // 0:09
      await page.goBack();
      await isAt(page, '/orders/new');
    });

    "
  `));

  test('follows any link to where one named by data led', () => {
    const orders = [view(0, '/orders', 'load'), action(500, '/orders', 'click', 'link', 'Order {integer}')];
    const followed = write([...orders, view(600, '/orders/{integer}', 'push')]);
    expect(followed).toContain(
      "  await follow(page, '/orders/{integer}');\n\n  // 0:00\n  await isAt(page, '/orders/{integer}');",
    );
    expect(followed).toContain('async function follow(');
    expect(followed).not.toContain('Not done again');
    expect(script).not.toContain('follow(');
  });

  describe('where two controls of a screen share role and name', () => {
    const within = (at: number, place: string, name: string, type: ActionRecord['type'] = 'input') => ({
      ...action(at, '/orders/new', type, type === 'click' ? 'button' : 'spinbutton', name),
      within: place,
    });

    test('finds each in the part of the page in which it stood', () => {
      const two = write([
        view(0, '/orders/new', 'load'),
        within(1_000, 'First item', 'Quantity'),
        within(2_000, 'Second item', 'Quantity'),
        within(3_000, 'Second item', 'Price'),
        within(4_000, 'Order', 'Add', 'click'),
        within(5_000, 'Draft', 'Add', 'click'),
        call(5_010, 5_000, 'POST', '/api/orders', 201),
      ]);
      expect(two).toContain(
        "  await part(page, 'First item').getByRole('spinbutton', { name: 'Quantity', exact: true }).fill(",
      );
      expect(two).toContain(
        "  await part(page, 'Second item').getByRole('spinbutton', { name: 'Quantity', exact: true }).fill(",
      );
      expect(two).toContain("  await page.getByRole('spinbutton', { name: 'Price', exact: true }).fill(");
      expect(two).toContain("    part(page, 'Draft').getByRole('button', { name: 'Add', exact: true }).click(),");
      expect(two).toContain('function part(page: Page, name: string)');
      expect(parseSync('session.spec.ts', two).errors).toEqual([]);
    });

    test('also where only one was used, and the page told of the other', () => {
      const fields = ['first', 'second'].map((name) => ({ name, label: 'Quantity', type: 'number', required: false }));
      const form: WireRecord = { kind: 'form', at: 5, route: '/orders/new', event: 'seen', name: 'page', fields };
      const records = [view(0, '/orders/new', 'load'), form, within(1_000, 'Second item', 'Quantity')];
      expect(write(records)).toContain("part(page, 'Second item').getByRole(");
      // Told again, as a form that changes is, it is the same field.
      const alone = { ...form, fields: fields.slice(0, 1) };
      expect(write([records[0], alone, alone, records[2]].flatMap((one) => one ?? []))).not.toContain('part(');
    });
  });

  test('types what the rules take, and says that it is made up', () => {
    expect(script).toContain("'Reference': process.env.VALUE_REFERENCE ?? 'AAA'");
    expect(script).toContain('Nothing that a person typed was recorded');
  });

  test('chooses from a list of the page what the call carried, though nobody was seen choosing', () => {
    const country = { name: 'country', label: 'Country', type: 'select-one', required: false };
    const form: WireRecord = { kind: 'form', at: 5, route: '/orders/new', event: 'seen', name: '', fields: [country] };
    const told = specificationOf([make.requestField({ call: orders, name: 'country', format: 'country' })]);
    const seen = { session: 's-1', visitor: '', role: '', release: '', environment: '', records: [form, ...visit] };
    const chosen = toSessionScript(seen, told);
    expect(chosen).toContain("getByRole('combobox', { name: 'Country', exact: true }).selectOption(");
    expect(chosen).toContain("?? 'DE'");
  });

  test('of a part from the middle on begins where the person was', () => {
    const part = write(visit, { from: 1_500, until: 2_500 });
    expect(part).toContain("await page.goto('/orders/new');");
    expect(part).not.toContain('Create order');
  });

  test('of a session in which nobody did anything says so', () =>
    expect(write([view(0, '/', 'load')])).toContain('Not shown: nobody did anything'));
});

test('whatever a page is called, a script is a script and says nothing of its own', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom("'); process.exit(1); ('", '*/ alert(1) /*', `$\{process.env.HOME}`, '\u2028alert(1)', '</script>'),
  );
  fc.assert(
    fc.property(hostile, hostile, hostile, hostile, (route, role, name, path) => {
      const records = [view(0, route, 'load'), action(5, route, 'click', role, name), call(6, 5, 'POST', path, 200)];
      const shared = [path, role].map((within, at) => ({ ...action(8 + at, route, 'click', 'button', name), within }));
      const script = write([...records, action(7, route, 'input', 'textbox', name), ...shared]);
      const { errors, program } = parseSync('session.spec.ts', script);
      expect(errors).toEqual([]);
      const allowed = new Set([
        'ImportDeclaration',
        'VariableDeclaration',
        'ExpressionStatement',
        'FunctionDeclaration',
      ]);
      expect(program.body.map(({ type }) => type).filter((type) => !allowed.has(type))).toEqual([]);
      expect(program.body.filter(({ type }) => type === 'ExpressionStatement')).toHaveLength(1);
    }),
    { seed: 7, numRuns: 25 },
  );
});
