import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './testing/until.ts';
import { type Watched, watchedSite } from './testing/watched.ts';

let watched: Watched;
beforeAll(async () => {
  watched = await watchedSite();
});
afterAll(() => watched.stop());

const json = 'application/json';
const answer = (body: unknown, status = 200) => ({ body: JSON.stringify(body), type: json, status });

/** A form that is gone before its call is answered, and sends more than it holds. */
const form = `<form aria-label="New order"><label>Reference <input name="reference"></label><label>Street <input name="delivery_address[street]"></label>
  <label>Country <select name="country"><option>DE</option><option>AT</option></select></label><label>Pieces <input name="pieces" type="number"></label>
  <label>Minimum <input name="minimum" type="number"></label><label>Maximum <input name="maximum" type="number"></label>
  <label>Secret word <input name="pin"></label><button>Create</button></form><script>
  document.forms[0].onsubmit = (event) => { event.preventDefault();
    const held = Object.fromEntries(new FormData(event.target));
    const body = { reference: held.reference, deliveryAddress: { street: held['delivery_address[street]'], country: held.country },
      lines: [{ partNo: 'HNG-0412', quantity: Number(held.pieces) }], least: held.minimum, code: held.pin };
    fetch('/api/orders', { method: 'POST', headers: { 'content-type': '${json}' }, body: JSON.stringify(body) });
    fetch('/api/sign-in', { method: 'POST', headers: { 'content-type': '${json}' }, body: JSON.stringify({ reference: held.reference, password: 'x' }) }); event.target.remove() }</script>`;

test('a call tells in which fields stood what it sends, by their names, though the form is gone when it is answered', async () => {
  const { site, intake } = watched;
  site.pages['/orders/new'] = watched.html(form);
  site.pages['/api/orders'] = { ...answer({ orderId: 10_023, state: 'draft' }, 201), delayMs: 300 };
  site.pages['/api/sign-in'] = answer({});
  const page = await watched.open('/orders/new');
  await watched.restCame('/orders/new');
  const typed = {
    Reference: 'Workshop Canary 3',
    Street: '17 Larkspur Row',
    Pieces: '12',
    Minimum: '5',
    Maximum: '5',
    'Secret word': 'xyzzy',
  };
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
  await page.getByLabel('Country').selectOption('AT');
  await page.getByRole('button').click();
  const call = await until(() => {
    const found = intake.records('resource').find(({ path }) => path === '/api/orders');
    return found ?? expect.unreachable('not told yet');
  });
  const inForm = { form: 'New order' };
  expect(call.filled).toEqual([
    { at: 'reference', ...inForm, field: 'reference' },
    { at: 'deliveryAddress.street', ...inForm, field: 'delivery_address.street' },
    { at: 'deliveryAddress.country', ...inForm, field: 'country' },
    { at: 'lines[].quantity', ...inForm, field: 'pieces' },
  ]);
  const signIn = await until(
    () => intake.records('resource').find(({ path }) => path === '/api/sign-in') ?? expect.unreachable(),
  );
  expect([signIn.requestLeftOut, signIn.filled]).toEqual(['secret', undefined]);
  expect(JSON.stringify(intake.batches)).not.toMatch(/Canary|Larkspur|xyzzy/);
  expect(intake.invalid).toEqual([]);
});

test('what a page has seen of an object, the next page of the tab knows', async () => {
  const { site, intake } = watched;
  intake.batches.length = 0;
  site.pages['/orders'] = watched.html('<p>Orders</p>');
  site.pages['GET /api/orders'] = answer({ items: [{ orderId: 10_023, state: 'draft' }] });
  site.pages['/api/orders/10023/submit'] = answer({}, 204);
  const call = (method: string, path: string) =>
    page.evaluate(
      ([method, path]) => fetch(path ?? '', { method: method ?? '' }).then(() => undefined),
      [method, path],
    );
  const page = await watched.open('/orders');
  await watched.restCame('/orders');
  await call('GET', '/api/orders');
  await call('POST', '/api/orders/10023/submit');
  await until(() => expect(intake.records('resource').some(({ method }) => method === 'POST')).toBe(true));
  site.pages['GET /api/orders'] = answer({ items: [{ orderId: 10_023, state: 'submitted' }] });
  await page.reload();
  await call('GET', '/api/orders');
  const by = { method: 'POST', path: '/api/orders/{integer}/submit' };
  await until(() =>
    expect(intake.records('resource').flatMap(({ changes }) => changes ?? [])).toEqual([
      { at: '$.items[]', field: 'state', from: 'draft', to: 'submitted', by },
    ]),
  );
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('10023');
});
