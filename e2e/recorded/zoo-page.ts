import type { Page } from 'playwright-core';
import type { MaskLevel } from '../../packages/capture/src/recorder/recorder.ts';

type Act = (page: Page) => Promise<unknown>;

export interface ZooMoment {
  name: string;
  /** What brings the page there; nothing for the page as it came. */
  act?: Act;
  /** After the moment, before the picture: shows the page as a mask would. */
  dress?: Act;
  /** What else the recording must hold: as text, and how many pictures: of canvases and videos, or those that were kept. */
  told?: (said: string, pictures: number) => boolean;
}

/** A page of `fixtures/zoo` and the moments at which its replay is compared with it. */
export interface ZooPage {
  name: string;
  /** In `fixtures/zoo`, without its ending; the name, where nothing else is said. */
  file?: string;
  mask?: MaskLevel;
  pictures?: number;
  /** Pictures and fonts are kept. */
  assets?: boolean;
  /** Nothing in it moves by itself, and what goes by scrolling is seen where it is. */
  isStill?: true;
  /** Who looks at its first instant sees it as it stands at its first moment. */
  isWholeAtOnce?: true;
  /** Waits for what makes the page whole. */
  ready?: Act;
  moments: ZooMoment[];
  /** The share of the viewport's pixels that may differ at any moment; above 0 only with a line in docs/fidelity.md. */
  bound?: number;
}

export const click = (selector: string) => (page: Page) => page.locator(selector).click();
export const both = (one: Act, other: Act) => async (page: Page) => {
  await one(page);
  await other(page);
};
export const run = (script: string) => (page: Page) => page.evaluate(script);
export const keys =
  (...names: string[]) =>
  async (page: Page) => {
    for (const name of names) await page.keyboard.press(name);
  };
/** Constructed sheets are read when the page is idle: they take their time. */
export const holds = (text: string) => (said: string) => said.includes(text);
export const typed = (selector: string, text: string) => (page: Page) => page.locator(selector).pressSequentially(text);
