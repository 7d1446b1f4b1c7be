import { callAs, draftOf } from '../prepare.ts';
import type { Visitor } from '../visitor.ts';
import type { Journeys } from './journeys.ts';
import { cheapLines, openOrder, referenceOf, stateShown } from './orders.ts';
import { rows } from './parts.ts';

async function openSubmitted(visitor: Visitor): Promise<void> {
  await visitor.click('link', 'Orders');
  await visitor.answered('GET /api/orders', 200);
  await visitor.choose('State', 'submitted');
  await visitor.page.waitForURL(/state=submitted/);
  await visitor.see('Page 1 of 1');
  await visitor.press(rows(visitor).nth(visitor.visit.turn % 12));
  await stateShown(visitor, 'submitted');
}

async function openUsers(visitor: Visitor): Promise<void> {
  await visitor.click('link', 'Orders');
  await visitor.answered('GET /api/orders', 200);
  await visitor.click('link', 'Users');
  await visitor.answered('GET /api/users', 200);
}

async function saved(visitor: Visitor, name: string): Promise<void> {
  const form = visitor.page.getByRole('form', { name, exact: true });
  await visitor.click('button', 'Save user', form);
  await form.getByText('Saved', { exact: true }).waitFor();
}

export const adminJourneys: Journeys = {
  async decide(visitor) {
    await visitor.signIn();
    await openSubmitted(visitor);
    await visitor.click('button', 'Approve');
    await visitor.answered('POST /api/orders/*/decision', 200);
    await stateShown(visitor, 'approved');
  },

  async reject(visitor) {
    await visitor.signIn();
    await openSubmitted(visitor);
    await visitor.click('button', 'Reject');
    await visitor.see('Say why the order is rejected');
    await visitor.fill('textbox', 'Reason', 'nope');
    await visitor.click('button', 'Reject');
    await visitor.see('A reason has at least 10 characters');
    await visitor.fill('textbox', 'Reason', 'Too much of it is still in stock');
    await visitor.click('button', 'Reject');
    await visitor.answered('POST /api/orders/*/decision', 200);
    await stateShown(visitor, 'rejected');
  },

  async 'user-care'(visitor) {
    const { desk, visit } = visitor;
    const people = [...desk.users.values()];
    const viewers = people.filter((user) => user.role === 'viewer' && user.active);
    const members = people.filter((user) => user.role === 'member');
    const viewer = viewers[visit.turn % viewers.length]?.displayName ?? '';
    const member = members[visit.turn % members.length]?.displayName ?? '';
    const form = (name: string) => visitor.page.getByRole('form', { name, exact: true });
    await visitor.signIn();
    await openUsers(visitor);
    await visitor.choose('Role', 'member', form(viewer));
    await saved(visitor, viewer);
    await visitor.choose('Role', 'viewer', form(viewer));
    await saved(visitor, viewer);
    await visitor.click('checkbox', 'Active', form(member));
    await saved(visitor, member);
    await visitor.click('checkbox', 'Active', form(member));
    await saved(visitor, member);
    await visitor.answered('PATCH /api/users/*', 200);
  },

  async 'last-admin'(visitor) {
    const { desk, user } = visitor;
    for (const other of desk.users.values()) if (other.role === 'admin' && other !== user) other.role = 'viewer';
    await visitor.signIn();
    await openUsers(visitor);
    const form = visitor.page.getByRole('form', { name: user.displayName, exact: true });
    await visitor.choose('Role', 'member', form);
    await visitor.click('button', 'Save user', form);
    await visitor.answered('PATCH /api/users/*', 409, 'LAST_ADMIN');
    await visitor.see('The last admin can not lose the role');
  },

  async spend(visitor) {
    await visitor.signIn();
    await visitor.click('link', 'Orders');
    await visitor.answered('GET /api/orders', 200);
    await visitor.click('link', 'Spend');
    const options = await visitor.page.getByRole('combobox', { name: 'Month' }).locator('option').allTextContents();
    for (let step = 0; step < 3; step += 1) {
      const month = options[(visitor.visit.turn + step * 4) % options.length] ?? '';
      await visitor.choose('Month', month);
      await visitor.click('button', 'Show');
      await visitor.answered(`GET /api/reports/${month}/spend`, 200);
      await visitor.see(`orders of ${month}`);
    }
  },

  async 'cancel-approved'(visitor) {
    const { desk } = visitor;
    const member = [...desk.users.values()].find((user) => user.role === 'member');
    if (!member) throw new Error('Nobody is member');
    await visitor.signIn();
    const order = draftOf(desk, member, referenceOf(visitor), cheapLines(visitor, 1));
    callAs(desk, member, 'POST', `/api/orders/${order.orderId}/submit`);
    await openOrder(visitor, order);
    await stateShown(visitor, 'approved');
    await visitor.click('button', 'Cancel order');
    await visitor.answered('POST /api/orders/*/cancel', 200);
    await stateShown(visitor, 'cancelled');
  },

  async history(visitor) {
    const { desk, random } = visitor;
    await visitor.signIn();
    const orderId = 10_001 + random.between(0, desk.orders.size - 1);
    await visitor.goTo(`/orders/${orderId}/history`);
    await visitor.answered('GET /api/orders/*/history', 200);
    await visitor.see('created');
  },
};
