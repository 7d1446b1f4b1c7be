import type { Visitor } from '../visitor.ts';
import type { Journeys } from './journeys.ts';

const categories = ['Hinges', 'Drawer runners', 'Casters', 'Handles', 'Brackets', 'Dowels'];
const slugs = ['hinges', 'runners', 'casters', 'handles', 'brackets', 'dowels'];

export const rows = ({ page }: Visitor) => page.locator('tbody').getByRole('link');

async function search(visitor: Visitor, words: string): Promise<void> {
  await visitor.page.getByRole('searchbox', { name: 'Search parts' }).pressSequentially(words);
  await visitor.stay(700);
  await visitor.see(/^\d+ parts$/);
  await visitor.answered('GET /api/parts', 200);
}

async function openPart(visitor: Visitor, row: number): Promise<void> {
  await visitor.press(rows(visitor).nth(row));
  await visitor.page.getByRole('heading', { name: 'Part', exact: true }).waitFor();
  await visitor.see('Supplier');
  await visitor.answered('GET /api/parts/*', 200);
  await visitor.answered('GET /api/suppliers/*', 200);
}

/** Back to the list, by the browser's own button. */
async function goBack(visitor: Visitor): Promise<void> {
  await visitor.page.goBack();
  await visitor.see(/Page \d+ of \d+/);
  await visitor.pause();
}

export const partJourneys: Journeys = {
  async browse(visitor) {
    const { turn, release } = visitor.visit;
    await visitor.signIn();
    await search(visitor, 'hin');
    await visitor.see('Page 1 of 2');
    await openPart(visitor, 1);
    await goBack(visitor);
    await visitor.click('button', 'Next page');
    await visitor.see('Page 2 of 2');
    const category = turn % categories.length;
    await visitor.click('link', categories[category] ?? '');
    await visitor.page.waitForURL(/category=/);
    if (release === '1.0.0') await visitor.answered(`GET /api/categories/${slugs[category]}/parts`, 200);
    await visitor.see('Page 1 of 2');
    await openPart(visitor, Math.floor(turn / categories.length) * 2);
  },

  async expired(visitor) {
    await visitor.signIn();
    await visitor.stay(30 * 60_000 + 5_000);
    await visitor.click('button', 'Next page');
    await visitor.answered('GET /api/parts', 401, 'SESSION_EXPIRED');
    await visitor.see('Your session has ended, please sign in again');
  },

  async 'low-stock'(visitor) {
    await visitor.signIn();
    await visitor.click('link', 'Low stock');
    await visitor.answered('GET /api/parts/low-stock', 200);
    await visitor.see('parts below their minimum stock');
  },

  async 'low-stock-admin'(visitor) {
    await visitor.signIn();
    await visitor.click('link', 'Low stock');
    await visitor.answered('GET /api/parts/low-stock', 200);
    await visitor.see('parts below their minimum stock');
  },

  async 'low-stock-lost'(visitor) {
    await visitor.signIn();
    await visitor.goTo('/parts?low=1');
    await visitor.answered('GET /api/parts/low-stock', 403, 'FORBIDDEN');
    await visitor.see('Your role does not allow this');
  },

  async 'sort-parts'(visitor) {
    await visitor.signIn();
    await visitor.click('link', categories[visitor.visit.turn % categories.length] ?? '');
    await visitor.page.waitForURL(/category=/);
    await search(visitor, 'o');
    await visitor.click('link', 'Price');
    await visitor.page.waitForURL(/sort=price/);
    await visitor.click('link', 'Stock');
    await visitor.page.waitForURL(/sort=stock/);
    await visitor.see(/Page \d+ of \d+/);
  },

  async 'part-care'(visitor) {
    await visitor.signIn();
    await openPart(visitor, visitor.visit.turn + 3);
    const form = visitor.page.getByRole('form', { name: 'Edit part' });
    const tries: [price: string, stock: string, message: string][] = [
      ['0', '40', 'A price is at least 1 cent'],
      ['500001', '40', 'A price is at most 5,000.00 EUR'],
      ['1250', '-1', 'Stock can not be negative'],
    ];
    for (const [price, stock, message] of tries) {
      await visitor.fill('spinbutton', 'Price in cents', price, form);
      await visitor.fill('spinbutton', 'Stock', stock, form);
      await visitor.click('button', 'Save part');
      await visitor.see(message);
    }
    await visitor.fill('spinbutton', 'Price in cents', `${visitor.random.between(150, 9_000)}`, form);
    await visitor.fill('spinbutton', 'Stock', `${visitor.random.between(20, 400)}`, form);
    await visitor.click('button', 'Save part');
    await visitor.answered('PATCH /api/parts/*', 200);
    await visitor.see('Saved');
  },

  async 'viewer-reads'(visitor) {
    await visitor.signIn();
    await search(visitor, ['hinge', 'bracket', 'oak', 'swivel', 'bow'][visitor.visit.turn % 5] ?? 'hinge');
    await openPart(visitor, visitor.random.between(0, 4));
    await goBack(visitor);
    await visitor.click('link', 'Orders');
    await visitor.answered('GET /api/orders', 200);
    await visitor.press(rows(visitor).nth(visitor.random.between(0, 15)));
    await visitor.answered('GET /api/orders/*', 200);
    await visitor.see('Delivery');
  },
};
