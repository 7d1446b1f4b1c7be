import type { Page } from 'playwright-core';

/**
 * Signs in at the door, as a person does.
 *
 * @param address - Where they wanted to go: it leads to the door first. They are led on afterwards: wait for where to.
 */
export async function signIn(
  page: Page,
  address: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto(address);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}
