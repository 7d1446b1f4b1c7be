import type { Page } from 'playwright-core';

/** A loop takes this long, so that loops of a slow page and of a fast one tell of the same time. */
export const loopMs = 7_000;

/** One loop of what a person does, as trusted input: some 60 moves, 5 fields, a checkbox, 4 tabs, a dialog, 30 wheel steps, 20 clicks. */
export async function actOnce(page: Page, random: () => number): Promise<void> {
  const until = Date.now() + loopMs;
  const { mouse, keyboard } = page;
  const rest = (ms: number) => page.waitForTimeout(ms);
  const click = async (selector: string, count = 1): Promise<void> => {
    const box = await page.locator(selector).boundingBox();
    if (box) await mouse.click(box.x + box.width / 2, box.y + box.height / 2, { clickCount: count });
  };
  for (let at = 0; at < 60; at += 1) {
    await mouse.move(80 + at * 15 + random() * 30, 120 + 200 * Math.abs(Math.sin(at / 9)));
    await rest(14);
  }
  for (const field of ['name', 'street', 'city', 'note', 'coupon']) {
    await click(`#${field}`, 3);
    for (const letter of words[Math.floor(random() * words.length)] ?? '') await keyboard.press(letter, { delay: 6 });
  }
  await click('#express');
  for (const tab of [0, 1, 2, 3]) {
    await click(`#tab${tab}`);
    await rest(150);
  }
  await click('#ask');
  await rest(150);
  await click('#yes');
  await mouse.move(640, 500);
  for (let at = 0; at < 30; at += 1) {
    await mouse.wheel(0, at < 18 ? 60 : -90);
    await rest(14);
  }
  await rest(200);
  for (let at = 0; at < 20; at += 1) {
    await click(`#add${Math.floor(random() * 10)}`);
    await rest(10);
  }
  const left = until - Date.now();
  if (left > 0) await rest(left);
}

const words = ['hinge brass', 'oiled oak 12', 'Kirchweg 7a', 'Winterthur', 'next week'];
