import type { Page } from 'playwright-core';

/** Signs in to the example application as its member and places an order without lines. @returns The visitor's id. */
export async function placeEmptyOrder(shop: Page, origin: string, reference: string): Promise<string> {
  await shop.goto(origin);
  await recorderHasCome(shop);
  await shop.getByRole('button', { name: 'Fill in the member' }).click();
  const signedIn = shop.waitForResponse(/\/api\/session$/);
  await shop.getByRole('button', { name: 'Sign in' }).click();
  const { userId }: { userId: string } = await (await signedIn).json();
  await shop.getByRole('link', { name: 'Orders' }).click();
  await shop.getByRole('link', { name: 'New order' }).click();
  const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  for (const [label, value] of [
    ['Reference', reference],
    ['Needed by', day],
    ['Street', 'Werkhof 4'],
    ['Postcode', '04109'],
    ['City', 'Leipzig'],
  ] as const)
    await shop.getByRole('textbox', { name: label }).fill(value);
  await shop.getByRole('combobox', { name: 'Country' }).selectOption('DE');
  await shop.getByRole('button', { name: 'Create order' }).click();
  await shop.getByText('No lines yet').waitFor();
  return userId;
}

/** It comes when the page has nothing else to do: on a busy machine later than all that a test does there, where a person takes their time. */
async function recorderHasCome(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('sdk-recorder')),
  );
}
