import type { BrowserContext, Locator, Page, Request } from 'playwright-core';
import type { Desk } from '../server/desk/desk.ts';
import type { User } from '../server/desk/shapes.ts';
import type { Random } from '../server/seed/random.ts';
import type { Visit } from './plan.ts';
import { offsetCookie, type PageClock, type VirtualTime } from './virtual-time.ts';

/** One answer of the desk that a page has got. */
interface Answered {
  call: string;
  status: number;
  code: string;
}

export type Role = Parameters<Page['getByRole']>[0];

/** A person at a browser: does what a journey says, with a person's pauses, and throws when the desk shows something else. */
export interface Visitor {
  visit: Visit;
  user: User;
  desk: Desk;
  random: Random;
  page: Page;
  /** Signs in as `user`, or as somebody else, and waits for the parts. */
  signIn(as?: { email: string; password: string }): Promise<void>;
  /** Types an address. */
  goTo(path: string): Promise<void>;
  click(role: Role, name: string | RegExp, within?: Locator): Promise<void>;
  press(target: Locator): Promise<void>;
  fill(role: Role, name: string, value: string, within?: Locator): Promise<void>;
  choose(name: string, value: string, within?: Locator): Promise<void>;
  /** Waits for a text that the person must be shown. */
  see(text: string | RegExp): Promise<void>;
  /** Waits until the desk has answered such a call so: `'POST /api/orders/*'`, 201, and with which code where it refused. */
  answered(call: string, status: number, code?: string): Promise<void>;
  /** Time passes for the person, the pages and the desk; none is waited. */
  stay(ms: number): Promise<void>;
  /** A person's pause between two steps. */
  pause(): Promise<void>;
  /** Another tab of the same browser. */
  secondTab(): Promise<Visitor>;
}

interface Parts {
  visit: Visit;
  user: User;
  desk: Desk;
  random: Random;
  time: VirtualTime;
  context: BrowserContext;
  origin: string;
  pausesMs: [low: number, high: number];
}

/** A page with what `installClock` has left in it. */
interface InPage {
  visitClock: PageClock;
}

const patienceMs = 15_000;
/** Real time for what a timer or a click has started: a call goes out, a frame is painted. */
const settleMs = 45;

export async function createVisitor(parts: Parts, page: Page): Promise<Visitor> {
  const { time, context, origin, random } = parts;
  const heard: Answered[] = [];
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (!path.startsWith('/api/')) return;
    const call = `${response.request().method()} ${path}`;
    if (response.status() < 400) return void heard.push({ call, status: response.status(), code: '' });
    response.json().then(
      (body) => heard.push({ call, status: response.status(), code: body?.error?.code ?? '' }),
      () => heard.push({ call, status: response.status(), code: '' }), // The page was left before its body was read.
    );
  });

  let underWay = 0;
  /** What the desk asks for. Files that the SDK's worker fetches again are not waited for: the browser does not tell of all that they have come. */
  const isOwn = (request: Request): boolean =>
    request.url().startsWith(origin) &&
    (request.resourceType() !== 'fetch' || new URL(request.url()).pathname.startsWith('/api/'));
  page.on('request', (request) => {
    if (isOwn(request)) underWay += 1;
  });
  const over = (request: Request): void => {
    if (isOwn(request)) underWay -= 1;
  };
  page.on('requestfinished', over);
  page.on('requestfailed', over);

  /** Time is skipped only while nothing is under way: else every call would seem to last as long as a pause. */
  async function settle(): Promise<void> {
    const until = Date.now() + patienceMs / 5;
    do await new Promise((done) => setTimeout(done, settleMs));
    while (underWay > 0 && Date.now() < until);
  }

  const setOffset = () =>
    context.addCookies([{ name: offsetCookie, value: `${Math.round(time.offsetMs())}`, url: origin }]);

  async function stay(ms: number): Promise<void> {
    let left = ms;
    await settle();
    while (left > 0) {
      const pages = context.pages().filter((one) => one.url().startsWith(origin));
      const nexts = await Promise.all(
        pages.map((one) => one.evaluate((most) => (window as never as InPage).visitClock.nextWithin(most), left)),
      );
      const step = Math.max(1, Math.min(left, ...nexts));
      time.skip(step);
      const fired = await Promise.all(
        pages.map((one) => one.evaluate((by) => (window as never as InPage).visitClock.jump(by), step)),
      );
      left -= step;
      if (fired.some((count) => count > 0)) await settle();
    }
    await setOffset();
  }

  const pause = () => stay(random.between(...parts.pausesMs));
  const visitor: Visitor = {
    ...parts,
    page,
    stay,
    pause,
    async signIn(as = parts.user) {
      if (!page.url().includes('/sign-in')) await visitor.goTo('/sign-in');
      await visitor.fill('textbox', 'E-mail', as.email);
      await visitor.fill('textbox', 'Password', as.password);
      await visitor.click('button', 'Sign in');
      await visitor.answered('GET /api/users/me', 200);
      await page.getByRole('heading', { name: 'Parts', exact: true }).waitFor({ timeout: patienceMs });
      await visitor.see(/Page \d+ of \d+/);
    },
    async goTo(path) {
      await setOffset();
      await page.goto(origin + path, { waitUntil: 'load' });
      await page.locator('h1').waitFor({ timeout: patienceMs });
      await pause();
    },
    click: (role, name, within) =>
      visitor.press((within ?? page).getByRole(role, { name, exact: typeof name === 'string' }).first()),
    async press(target) {
      await target.click({ timeout: patienceMs });
      await pause();
    },
    async fill(role, name, value, within) {
      const target = (within ?? page).getByRole(role, { name, exact: true }).first();
      await target.fill(value, { timeout: patienceMs });
      await pause();
    },
    async choose(name, value, within) {
      const target = (within ?? page).getByRole('combobox', { name, exact: true }).first();
      await target.selectOption(value, { timeout: patienceMs });
      await pause();
    },
    async see(text) {
      await page.getByText(text).first().waitFor({ timeout: patienceMs });
    },
    async answered(call, status, code = '') {
      const pattern = new RegExp(`^${call.replace(/[.?+^$()|[\]{}]/g, '\\$&').replaceAll('*', '[^/]+')}$`);
      const until = Date.now() + patienceMs;
      const there = () => heard.some((one) => pattern.test(one.call) && one.status === status && one.code === code);
      while (!there()) {
        if (Date.now() > until)
          throw new Error(`Never answered: ${call} ${status} ${code}; last ${JSON.stringify(heard.slice(-4))}`);
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    async secondTab() {
      await setOffset();
      return createVisitor(parts, await context.newPage());
    },
  };
  return visitor;
}
