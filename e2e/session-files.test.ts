import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as wire from '@sightglass/wire';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Browsing, chromiumPath, startBrowsing } from './lib/chromium.ts';
import { since } from './lib/doors.ts';
import { runPlaywright } from './lib/run-playwright.ts';
import { placeEmptyOrder } from './lib/shop-order.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { recordsWhere, replayWith, sessionWhere } from './lib/stored.ts';

/** A session leaves the house as a file: what plays without us, what other tools read, and what can be done again. */
const root = join(import.meta.dirname, '..');
const reference = 'Bench 7 in the hall';
const patience = { timeout: 180_000, interval: 250 };

let sightglass: Running;
let folder: string;
let browsing: Browsing;
let running: ChildProcess | undefined;
let project = '';
let session = '';

beforeAll(async () => {
  sightglass = await startSightglass({ demo: 'unfed' });
  folder = await mkdtemp(join(tmpdir(), 'sightglass-files-'));
  browsing = await startBrowsing({ width: 1280, height: 800 });
  const shop = await browsing.context.newPage();
  const visitor = await placeEmptyOrder(shop, sightglass.demoOrigin, reference);
  const { projects } = await sightglass.ask(wire.listProjects);
  project = projects[0]?.id ?? '';
  const search = `visitor:${visitor} call:/api/orders method:POST`;
  ({ session } = await sessionWhere(sightglass, { project, search, ...since(3_600_000) }, {}));
  await recordsWhere(
    sightglass,
    { project, session },
    (records) =>
      records.some((one) => one.kind === 'action' && one.name === 'Create order') &&
      records.some((one) => one.kind === 'view' && /^\/orders\/\{/.test(one.route ?? '')),
  );
  // What its last screen says is the last that is recorded.
  await replayWith(sightglass, { project, session }, 'No lines yet');
  await shop.close({ runBeforeUnload: true });
});

afterAll(async () => {
  running?.kill();
  await browsing?.stop();
  await sightglass?.stop();
  await rm(folder, { recursive: true, force: true });
});

const file = (format: string, more = {}, of = session) =>
  sightglass.send(wire.exportSession, { project, session: of, format, ...more });

async function sendSegment(about: object): Promise<void> {
  const { keys } = await sightglass.ask(wire.listKeys, { project });
  const answer = await fetch(`${sightglass.origin}/v1/segments?key=${keys[0]?.clientKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ v: wire.segmentVersion, sentAt: Date.now(), ...about }),
  });
  expect(answer.status).toBe(202);
}

/** The session as a page, once it is stored with these words. */
const savedWith = (words: string, of: string): Promise<string> =>
  vi.waitFor(async () => {
    const html = await (await file('html', {}, of)).text();
    expect(html).toContain(words);
    return html;
  }, patience);

/** Opens a saved page from the disk, with every road to a network cut, and tells what it tried all the same. */
async function openSaved(html: string) {
  const at = join(folder, 'saved.html');
  await writeFile(at, html);
  const page = await browsing.context.newPage();
  const [asked, said]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    if (!/^(?:file|data|about|blob):/.test(request.url())) asked.push(request.url());
  });
  page.on('console', (message) => said.push(message.text()));
  page.on('dialog', (dialog) => {
    said.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await browsing.context.setOffline(true);
  await page.goto(`file://${at}`);
  return { page, asked, said, close: () => browsing.context.setOffline(false).then(() => page.close()) };
}

/** Waits for something on the stage; where it does not come, the error says what stands there instead, and where the player is. */
async function seen(page: Page, what: Locator): Promise<void> {
  await what.waitFor().catch(async (cause: unknown) => {
    const frames = page.frames().map((frame) => frame.locator('body').ariaSnapshot().catch(String));
    throw new Error(`Not seen. The player and its stage say:\n${(await Promise.all(frames)).join('\n\n')}`, { cause });
  });
}

test('as rrweb, it is one array of events in order of time, saved and never shown by us', async () => {
  const answer = await file('rrweb');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="session-[\w-]+\.rrweb\.json"$/);
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  const events = (await answer.json()) as wire.ReplayEvent[];
  expect(events.some(({ type }) => type === 2)).toBe(true);
  const times = events.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

test('as a page, it plays with the network off', async () => {
  const saved = await openSaved(await (await file('html')).text());
  const { page, asked, said } = saved;
  await page.getByRole('button', { name: 'Create order' }).click();
  const stage = page.frameLocator('iframe[title="The recorded page"]');
  await stage.getByText('New order').first().waitFor();
  await page.getByRole('slider', { name: 'Moment' }).focus();
  await page.keyboard.press('End');
  await stage.getByText('No lines yet').waitFor();
  expect(await stage.locator('body').textContent()).not.toContain(reference);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  expect(asked).toEqual([]);
  expect(said.filter((text) => /refused|violat/i.test(text))).toEqual([]);
  await saved.close();
});

test('a part of it opens at the part', async () => {
  const events = (await (await file('rrweb')).json()) as wire.ReplayEvent[];
  const until = (events.at(-1)?.timestamp ?? 0) + 1;
  const { records } = await sightglass.ask(wire.listRecords, { project, session, kind: 'view' });
  // From when the last screen began: the whole visit takes a second or two, as the machine is quick.
  const from = Math.max(...records.map(({ record }) => record.at));
  const { page, close } = await openSaved(await (await file('html', { from, until })).text());
  const stage = page.frameLocator('iframe[title="The recorded page"]');
  const slider = page.getByRole('slider', { name: 'Moment' });
  expect(await slider.getAttribute('max')).toBe(String(until - from));
  // The name's first word stands in the password as well: where the recorder came after that was typed, it is hidden in the bar too.
  await seen(page, stage.getByText('Parts Desk').first());
  expect(await stage.getByText('Sign in as one of these people').count()).toBe(0);
  await slider.focus();
  await page.keyboard.press('End');
  await seen(page, stage.getByText('No lines yet'));
  await close();
});

test('a picture and icons that their first visitor brought stand in the file, from the first moment of the page that shows them', async () => {
  const [first, now] = [`f${crypto.randomUUID()}`, Date.now()];
  const sent = async (name: string, type: string): Promise<string> =>
    `data:image/${type};base64,${(await readFile(join(root, 'fixtures/zoo', name))).toString('base64')}`;
  const [picture, icons] = await Promise.all([sent('hill.png', 'png'), sent('icons.svg', 'svg+xml')]);
  const nameOf = (file: string): string => createHash('sha256').update(file).digest('base64url').slice(0, 22);
  const about = { session: first, tab: 'tab-of-first', page: 'page-of-first', format: 'sightglass/1' };
  const page = { href: 'http://shop.example/', width: 800, height: 600, dark: false };
  const image = ['img', 'src', '/hill.png', ':natural', [64, 64]];
  const icon = [
    ['svg', 'width', '50', 'height', '50'],
    ['use', 'href', '/icons.svg##star'],
  ];
  const whole = [0, 0, 1, page, [['html'], ['body'], 'Seen', image, -1, ...icon]];
  const begun = { seq: 0, from: now, until: now + 400, anchor: true, events: [whole, [1, 5]] };
  await sendSegment({ ...about, ...begun });
  const came = Object.entries({ '/hill.png': picture, '/icons.svg': icons }).flatMap(([address, file]) => [
    [9, 0, nameOf(file), file],
    [16, 0, address, [7, nameOf(file)]],
  ]);
  await sendSegment({ ...about, seq: 1, from: now + 4_000, until: now + 4_001, anchor: false, events: came });
  const saved = await openSaved(await savedWith(picture.slice(0, 200), first));
  const frame = saved.page.frameLocator('iframe[title="The recorded page"]');
  await vi.waitFor(async () => expect(await frame.locator('img').getAttribute('src')).toBe(picture), patience);
  const wide = (use: Element): number => (use as SVGUseElement).getBBox().width;
  await vi.waitFor(async () => expect(await frame.locator('use').evaluate(wide)).toBeGreaterThan(0), patience);
  expect(Number(await saved.page.getByRole('slider', { name: 'Moment' }).inputValue())).toBeLessThan(4_000);
  expect(saved.asked).toEqual([]);
  await saved.close();
});

test('a hostile recording runs nothing in the saved page, loads nothing, and cannot leave its place', async () => {
  const hostile = `h${crypto.randomUUID()}`;
  const now = Date.now();
  const bad = '</script><script>console.log("pwned")</script><img src=x onerror=console.log("pwned")>';
  const element = (id: number, tagName: string, attributes: object, childNodes: object[] = []) => ({
    ...{ type: 2, id, tagName, attributes, childNodes },
  });
  const body = element(3, 'body', { onload: 'console.log("pwned")' }, [
    { type: 3, id: 4, textContent: `Seen ${bad}` },
    element(5, 'script', {}, [{ type: 3, id: 6, textContent: 'console.log("pwned")' }]),
    element(7, 'img', { src: 'http://127.0.0.1:9/x.png', onerror: 'console.log("pwned")' }),
    element(8, 'iframe', { srcdoc: bad }),
    element(9, 'a', { href: 'javascript:console.log("pwned")' }, [{ type: 3, id: 10, textContent: 'link' }]),
  ]);
  const node = { type: 0, id: 1, childNodes: [element(2, 'html', {}, [body])] };
  const events = [
    { type: 4, timestamp: now, data: { href: `http://shop.example/${bad}`, width: 800, height: 600 } },
    { type: 2, timestamp: now + 1, data: { node, initialOffset: { top: 0, left: 0 } } },
  ];
  const segment = { format: 'rrweb/2', page: 'page-of-evil', seq: 0, from: now, until: now + 1, anchor: true };
  await sendSegment({ session: hostile, tab: 'tab-of-evil', ...segment, events });
  const saved = await openSaved(await savedWith('Seen', hostile));
  await saved.page.frameLocator('iframe[title="The recorded page"]').getByText('Seen').waitFor();
  expect(saved.asked).toEqual([]);
  expect(saved.said.filter((said) => said.includes('pwned'))).toEqual([]);
  await saved.close();
});

test('as a test, it does again what the person did, against the running application', async () => {
  const script = await (await file('playwright')).text();
  expect(script).not.toContain(reference);
  expect(script).not.toMatch(/\.nth\(|\.first\(|\.last\(|locator\(/);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'tests'));
  await writeFile(join(folder, 'tests/session.spec.ts'), script);
  await writeFile(
    join(folder, 'playwright.config.ts'),
    `export default ${JSON.stringify({
      ...{ testDir: 'tests', workers: 1, retries: 0, reporter: 'line', timeout: 120_000, expect: { timeout: 30_000 } },
      use: {
        baseURL: sightglass.demoOrigin,
        launchOptions: { executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] },
      },
    })};\n`,
  );
  const { code, said } = await runPlaywright(folder, (child) => {
    running = child;
  });
  expect(said).toContain('1 passed');
  expect(code).toBe(0);
});

test('a session of nobody is told like any other that is not there', async () => {
  const answer = await file('html', {}, 'nobodys-session');
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'not_found' });
});
