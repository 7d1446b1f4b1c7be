import {
  adminOf,
  callAs,
  dayFrom,
  dear,
  draftOf,
  fullDraftOf,
  nearlyTooDearOf,
  sellable,
  submittedOf,
} from '../prepare.ts';
import type { Visitor } from '../visitor.ts';
import type { Journeys } from './journeys.ts';
import {
  addLine,
  anOrder,
  cheapLines,
  fillOrder,
  type NewOrder,
  newOrder,
  openNewOrder,
  openOrder,
  referenceOf,
  stateShown,
} from './orders.ts';

const wrong = '8WQD-0R5X-ZK3N';

async function trySignIn(visitor: Visitor, email: string, password: string): Promise<void> {
  await visitor.fill('textbox', 'E-mail', email);
  await visitor.fill('textbox', 'Password', password);
  await visitor.click('button', 'Sign in');
}

export const refusalJourneys: Journeys = {
  async 'wrong-password'(visitor) {
    await visitor.goTo('/sign-in');
    if (visitor.visit.turn === 0) {
      await visitor.click('button', 'Sign in');
      await visitor.see('Enter your e-mail');
      await visitor.see('Enter your password');
    }
    await trySignIn(visitor, visitor.user.email.replace('@', ' at '), wrong);
    await visitor.see('That is not an e-mail address');
    await trySignIn(visitor, visitor.user.email, 'oops');
    await visitor.see('A password has at least 10 characters');
    await trySignIn(visitor, visitor.user.email, wrong);
    await visitor.see('E-mail or password is wrong');
    await trySignIn(visitor, visitor.user.email, wrong);
    await visitor.answered('POST /api/session', 401, 'BAD_CREDENTIALS');
    await visitor.signIn();
  },

  async 'locked-out'(visitor) {
    await visitor.goTo('/sign-in');
    for (let attempt = 0; attempt < 6; attempt += 1) await trySignIn(visitor, visitor.user.email, wrong);
    await visitor.answered('POST /api/session', 429, 'TOO_MANY_ATTEMPTS');
    await visitor.see('Too many wrong sign-ins, try again in 15 minutes');
  },

  async 'cancel-late'(visitor) {
    const { desk, user } = visitor;
    const order = submittedOf(desk, user, referenceOf(visitor));
    await visitor.signIn();
    await openOrder(visitor, order);
    callAs(desk, adminOf(desk), 'POST', `/api/orders/${order.orderId}/decision`, { decision: 'approve' });
    await visitor.click('button', 'Cancel order');
    await visitor.answered('POST /api/orders/*/cancel', 409, 'ORDER_NOT_CANCELLABLE');
    await visitor.see('Only a draft or a submitted order can be cancelled');
  },

  async 'edit-late'(visitor) {
    const order = draftOf(visitor.desk, visitor.user, referenceOf(visitor), cheapLines(visitor, 2));
    await visitor.signIn();
    await openOrder(visitor, order);
    const other = await visitor.secondTab();
    await other.goTo(`/orders/${order.orderId}`);
    await other.see('Delivery');
    await other.click('button', 'Submit order');
    await stateShown(other, 'approved');
    await visitor.page.bringToFront();
    await addLine(visitor, sellable(visitor.desk)[3]?.partNo ?? '', 2);
    await visitor.answered('POST /api/orders/*/lines', 409, 'ORDER_NOT_EDITABLE');
    await visitor.see('This order can no longer be changed');
  },

  async 'line-limit'(visitor) {
    const { desk, user, visit } = visitor;
    const order = fullDraftOf(desk, user, referenceOf(visitor));
    await visitor.signIn();
    await openOrder(visitor, order);
    await addLine(visitor, sellable(desk)[5]?.partNo ?? '', 2);
    await visitor.answered('POST /api/orders/*/lines', 422, 'ORDER_LINE_LIMIT');
    await visitor.see(`An order holds at most ${visit.release === '1.0.0' ? 30 : 50} lines`);
  },

  async 'total-limit'(visitor) {
    const order = nearlyTooDearOf(visitor.desk, visitor.user, referenceOf(visitor));
    await visitor.signIn();
    await openOrder(visitor, order);
    await addLine(visitor, dear(visitor.desk).partNo, 1);
    await visitor.answered('POST /api/orders/*/lines', 422, 'ORDER_TOTAL_LIMIT');
    await visitor.see('An order may not exceed 15,000.00 EUR');
  },

  async empty(visitor) {
    await visitor.signIn();
    await newOrder(visitor, anOrder(visitor));
    await visitor.click('button', 'Submit order');
    await visitor.answered('POST /api/orders/*/submit', 422, 'ORDER_EMPTY');
    await visitor.see('An order needs at least one line');
  },

  async 'bad-line'(visitor) {
    const { desk, user } = visitor;
    const parts = [...desk.parts.values()];
    const gone = parts.find((part) => part.discontinued);
    const paired = sellable(desk).find((part) => part.unit === 'pair');
    const scarce = parts.find((part) => !part.discontinued && part.stock < 40 && part.unit === 'piece');
    const order = draftOf(desk, user, referenceOf(visitor), cheapLines(visitor, 1));
    await visitor.signIn();
    await openOrder(visitor, order);
    const tries: [partNo: string, quantity: number, message: string, status: number, code: string][] = [
      ['ABC-9999', 2, 'There is no part with that number', 404, 'PART_NOT_FOUND'],
      [gone?.partNo ?? '', 2, 'That part is no longer made', 409, 'PART_DISCONTINUED'],
      [scarce?.partNo ?? '', 60, 'There are not enough pieces in stock', 409, 'STOCK_TOO_LOW'],
      [paired?.partNo ?? '', 3, 'Parts sold in pairs come in even numbers', 422, 'VALIDATION_FAILED'],
    ];
    for (const [partNo, quantity, message, status, code] of tries) {
      await addLine(visitor, partNo, quantity);
      await visitor.answered('POST /api/orders/*/lines', status, code);
      await visitor.see(message);
    }
    await addLine(visitor, 'hinge', 2);
    await visitor.see('A part number looks like HNG-0412');
    await addLine(visitor, '', 2);
    await visitor.see('Enter a part number');
    await addLine(visitor, paired?.partNo ?? '', 0);
    await visitor.see('Order at least 1');
    await addLine(visitor, paired?.partNo ?? '', 201);
    await visitor.see('Order at most 200');
  },

  async 'bad-form'(visitor) {
    const good = { ...anOrder(visitor), note: 'Two boxes, please' };
    const now = visitor.desk.clock.now();
    const tries: [changed: Partial<NewOrder>, message: string][] = [
      [{ reference: '' }, 'Give the order a reference'],
      [{ reference: 'K1' }, 'A reference has at least 3 characters'],
      [{ reference: 'K'.repeat(41) }, 'A reference has at most 40 characters'],
      [{ reference: 'Kitchen!' }, 'Use letters, digits, spaces, / and - only'],
      [{ neededBy: dayFrom(now, 1) }, 'The earliest date is in 2 days'],
      [{ neededBy: 'next week' }, 'That is not a date'],
      [{ street: '' }, 'Enter a street'],
      [{ city: '' }, 'Enter a city'],
      [{ postcode: '12' }, 'A postcode has 5 digits'],
      [{ country: '' }, 'Choose a country'],
      [{ note: 'n'.repeat(501) }, 'A note has at most 500 characters'],
    ];
    if (visitor.visit.release === '1.1.0') tries.push([{ neededBy: '' }, 'Say when you need it']);
    await visitor.signIn();
    await openNewOrder(visitor);
    await fillOrder(visitor, good);
    const labels: [keyof NewOrder, string][] = [
      ['reference', 'Reference'],
      ['neededBy', 'Needed by'],
      ['street', 'Street'],
      ['city', 'City'],
      ['postcode', 'Postcode'],
      ['note', 'Note'],
    ];
    for (const [changed, message] of tries) {
      for (const [field, label] of labels)
        if (changed[field] !== undefined) await visitor.fill('textbox', label, changed[field] ?? '');
      if (changed.country !== undefined) await visitor.choose('Country', changed.country);
      await visitor.click('button', 'Create order');
      await visitor.see(message);
      for (const [field, label] of labels)
        if (changed[field] !== undefined) await visitor.fill('textbox', label, good[field]);
      if (changed.country !== undefined) await visitor.choose('Country', good.country);
    }
    await visitor.click('button', 'Create order');
    await visitor.answered('POST /api/orders', 201);
    await visitor.see('No lines yet');
  },

  async 'missing-order'(visitor) {
    await visitor.signIn();
    await visitor.goTo('/orders/99999');
    await visitor.answered('GET /api/orders/99999', 404, 'ORDER_NOT_FOUND');
    await visitor.see('There is no such order');
  },

  async 'viewer-strays'(visitor) {
    await visitor.signIn();
    await visitor.goTo('/orders/new');
    await visitor.see('Your role does not allow this');
    await visitor.goTo('/admin/users');
    await visitor.answered('GET /api/users', 403, 'FORBIDDEN');
    await visitor.see('Your role does not allow this');
    await visitor.goTo('/parts?low=1');
    await visitor.answered('GET /api/parts/low-stock', 403, 'FORBIDDEN');
    await visitor.see('Your role does not allow this');
  },

  async 'member-strays'(visitor) {
    await visitor.signIn();
    await visitor.goTo('/admin/users');
    await visitor.answered('GET /api/users', 403, 'FORBIDDEN');
    await visitor.see('Your role does not allow this');
    await visitor.goTo('/admin/spend');
    await visitor.answered('GET /api/reports/*/spend', 403, 'FORBIDDEN');
    await visitor.see('Your role does not allow this');
  },

  async 'order-locked'(visitor) {
    const { desk } = visitor;
    const member = [...desk.users.values()].find((user) => user.role === 'member');
    if (!member) throw new Error('Nobody is member');
    await visitor.signIn();
    const order = draftOf(desk, member, referenceOf(visitor), cheapLines(visitor, 2));
    await openOrder(visitor, order);
    await addLine(visitor, sellable(desk)[6]?.partNo ?? '', 2);
    await visitor.answered('POST /api/orders/*/lines', 423, 'ORDER_LOCKED');
    await visitor.see('Someone else is editing this order');
    const table = visitor.page.locator('tbody');
    await visitor.press(table.getByRole('button', { name: 'Remove line' }).last());
    await visitor.answered('DELETE /api/orders/*/lines/*', 423, 'ORDER_LOCKED');
    const quantity = table.getByRole('spinbutton', { name: 'Quantity' }).first();
    await quantity.fill('48');
    await quantity.press('Tab');
    await visitor.answered('PATCH /api/orders/*/lines/*', 423, 'ORDER_LOCKED');
  },
};
