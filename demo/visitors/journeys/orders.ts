import type { Order, Part } from '../../server/desk/shapes.ts';
import { callAs, dayFrom, draftOf, rejectedOf, sellable, submittedOf } from '../prepare.ts';
import type { Visitor } from '../visitor.ts';
import type { Journeys } from './journeys.ts';

const places: [street: string, city: string, postcode: string, country: string][] = [
  ['Lindenweg', 'Leipzig', '04109', 'DE'],
  ['Hafenstrasse', 'Bremen', '28195', 'DE'],
  ['Landstrasse', 'Linz', '40200', 'AT'],
  ['Rheingasse', 'Basel', '40510', 'CH'],
  ['Oudegracht', 'Utrecht', '35110', 'NL'],
];
const things = ['Kitchen', 'Shop counter', 'Wardrobe', 'Bench', 'Bunk bed', 'Library', 'Sideboard', 'Stairs'];

export interface NewOrder {
  reference: string;
  neededBy: string;
  street: string;
  city: string;
  postcode: string;
  country: string;
  note: string;
}

export const referenceOf = ({ random }: Visitor): string => `${random.pick(things)} ${random.between(1, 99)}`;

export function anOrder(visitor: Visitor): NewOrder {
  const { random, desk } = visitor;
  const [street, city, postcode, country] = random.pick(places);
  return {
    reference: referenceOf(visitor),
    neededBy: dayFrom(desk.clock.now(), random.between(3, 20)),
    street: `${street} ${random.between(1, 99)}`,
    city,
    postcode,
    country,
    note: random.next() < 0.4 ? 'Please ring at the back door' : '',
  };
}

export async function openNewOrder(visitor: Visitor): Promise<void> {
  await visitor.click('link', 'Orders');
  await visitor.answered('GET /api/orders', 200);
  await visitor.click('link', 'New order');
  await visitor.see('Orders up to 1,000.00 EUR are approved at once');
  await visitor.see(/Free shipping from 250\.00 EUR, shipping 6\.90 EUR below that/);
}

export async function fillOrder(visitor: Visitor, order: NewOrder): Promise<void> {
  await visitor.fill('textbox', 'Reference', order.reference);
  await visitor.fill('textbox', 'Needed by', order.neededBy);
  await visitor.fill('textbox', 'Street', order.street);
  await visitor.fill('textbox', 'City', order.city);
  await visitor.fill('textbox', 'Postcode', order.postcode);
  await visitor.choose('Country', order.country);
  if (order.note) await visitor.fill('textbox', 'Note', order.note);
}

/** From the parts to a new draft of one's own. */
export async function newOrder(visitor: Visitor, order: NewOrder): Promise<void> {
  await openNewOrder(visitor);
  await fillOrder(visitor, order);
  await visitor.click('button', 'Create order');
  await visitor.answered('POST /api/orders', 201);
  await visitor.page.waitForURL(/\/orders\/\d+$/);
  await visitor.see('No lines yet');
}

const addForm = ({ page }: Visitor) => page.getByRole('form', { name: 'Add line' });

export async function addLine(visitor: Visitor, partNo: string, quantity: number): Promise<void> {
  await visitor.fill('textbox', 'Part number', partNo, addForm(visitor));
  await visitor.fill('spinbutton', 'Quantity', `${quantity}`, addForm(visitor));
  await visitor.click('button', 'Add line');
}

async function addLines(visitor: Visitor, lines: [Part, number][]): Promise<void> {
  for (const [index, [part, quantity]] of lines.entries()) {
    await addLine(visitor, part.partNo, quantity);
    await visitor.see(index === 0 ? /^1 line$/ : `${index + 1} lines`);
  }
  await visitor.answered('POST /api/orders/*/lines', 201);
}

export const stateShown = ({ page }: Visitor, state: string) => page.locator('.badge').getByText(state).waitFor();

async function submitOrder(visitor: Visitor, becomes: string): Promise<void> {
  await visitor.click('button', 'Submit order');
  await visitor.answered('POST /api/orders/*/submit', 200);
  await stateShown(visitor, becomes);
}

/** From the parts to one order of the list, narrowed to its state. */
export async function openOrder(visitor: Visitor, order: Order): Promise<void> {
  await visitor.click('link', 'Orders');
  await visitor.answered('GET /api/orders', 200);
  await visitor.choose('State', order.state);
  await visitor.page.waitForURL(/state=/);
  const row = visitor.page.locator('tbody tr', { hasText: `${order.orderId}` });
  await visitor.press(row.getByRole('link'));
  await visitor.answered('GET /api/orders/*', 200);
  await visitor.see('Delivery');
}

export const cheapLines = ({ desk, random }: Visitor, count: number): [Part, number][] => {
  const cheap = sellable(desk).filter((part) => part.priceCents < 1_500);
  return Array.from({ length: count }, () => [random.pick(cheap), random.between(1, 9) * 2]);
};

function dearLines({ desk, random }: Visitor, count: number): [Part, number][] {
  const dear = sellable(desk).filter((part) => part.priceCents > 6_000 && part.priceCents < 10_000);
  return Array.from({ length: count }, () => [random.pick(dear), random.between(4, 9) * 2]);
}

async function orderSmall(visitor: Visitor): Promise<void> {
  await visitor.signIn();
  await newOrder(visitor, anOrder(visitor));
  const lines = cheapLines(visitor, visitor.random.between(1, 3));
  // Some begin at the part's own page, which leads to the order.
  const [first] = visitor.visit.turn % 4 === 0 ? lines.splice(0, 1) : [];
  if (first) {
    const [part, quantity] = first;
    await visitor.goTo(`/parts/${part.partNo}`);
    await visitor.fill(
      'spinbutton',
      'Quantity',
      `${quantity}`,
      visitor.page.getByRole('form', { name: 'Add to order' }),
    );
    await visitor.click('button', 'Add to order');
    await visitor.page.waitForURL(/\/orders\/\d+$/);
    await visitor.see(/^1 line$/);
    for (const [part, quantity] of lines) await addLine(visitor, part.partNo, quantity);
  } else await addLines(visitor, lines);
  await submitOrder(visitor, 'approved');
}

/** Two more of the first line, and the last one away. */
async function changeLines(visitor: Visitor, count: number): Promise<void> {
  const table = visitor.page.locator('tbody');
  const quantity = table.getByRole('spinbutton', { name: 'Quantity' }).first();
  await quantity.fill(`${Number(await quantity.inputValue()) + 2}`);
  await quantity.press('Tab');
  await visitor.answered('PATCH /api/orders/*/lines/*', 200);
  await visitor.pause();
  await visitor.press(table.getByRole('button', { name: 'Remove line' }).last());
  await visitor.answered('DELETE /api/orders/*/lines/*', 204);
  await visitor.see(`${count - 1} lines`);
}

export const orderJourneys: Journeys = {
  'order-small': orderSmall,
  'admin-orders': orderSmall,

  async 'order-large'(visitor) {
    await visitor.signIn();
    await newOrder(visitor, anOrder(visitor));
    const count = visitor.random.between(4, 8);
    await addLines(visitor, dearLines(visitor, count));
    await changeLines(visitor, count);
    await submitOrder(visitor, 'submitted');
    await visitor.stay(45_000);
  },

  async 'admin-changes'(visitor) {
    await visitor.signIn();
    await visitor.click('link', 'Low stock');
    await visitor.answered('GET /api/parts/low-stock', 200);
    await newOrder(visitor, anOrder(visitor));
    await addLines(visitor, cheapLines(visitor, 3));
    await changeLines(visitor, 3);
    await visitor.click('button', 'Cancel order');
    await visitor.answered('POST /api/orders/*/cancel', 200);
    await stateShown(visitor, 'cancelled');
    await visitor.click('link', 'Orders');
    await visitor.see(/^Page 1 of \d+$/);
  },

  async resubmit(visitor) {
    const order = rejectedOf(visitor.desk, visitor.user, referenceOf(visitor));
    await visitor.signIn();
    await openOrder(visitor, order);
    await visitor.click('button', 'Remove line', visitor.page.locator('tbody tr').last());
    await visitor.see('3 lines');
    await submitOrder(visitor, 'submitted');
  },

  async cancel(visitor) {
    const { desk, user, visit } = visitor;
    const reference = referenceOf(visitor);
    const order =
      visit.turn % 2 === 0
        ? draftOf(desk, user, reference, cheapLines(visitor, 2))
        : submittedOf(desk, user, reference);
    await visitor.signIn();
    await openOrder(visitor, order);
    await visitor.click('button', 'Cancel order');
    await visitor.answered('POST /api/orders/*/cancel', 200);
    await stateShown(visitor, 'cancelled');
  },

  async 'watch-shipping'(visitor) {
    await visitor.signIn();
    const order = draftOf(visitor.desk, visitor.user, referenceOf(visitor), cheapLines(visitor, 1));
    callAs(visitor.desk, visitor.user, 'POST', `/api/orders/${order.orderId}/submit`);
    await openOrder(visitor, order);
    await stateShown(visitor, 'approved');
    for (let seconds = 0; seconds < 60 && (await visitor.page.locator('.badge-shipped').count()) === 0; seconds += 5)
      await visitor.stay(5_000);
    await stateShown(visitor, 'shipped');
  },

  async canary(visitor) {
    await visitor.signIn();
    await newOrder(visitor, {
      ...anOrder(visitor),
      reference: 'Workshop Canary 3',
      street: '17 Larkspur Canary Row',
      note: 'canary note 9d1f',
    });
    await addLines(visitor, cheapLines(visitor, 1));
    await submitOrder(visitor, 'approved');
  },
};
