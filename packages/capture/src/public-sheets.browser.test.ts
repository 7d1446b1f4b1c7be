import type { Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetVisitor } from './testing/new-visitors.ts';
import { until } from './testing/until.ts';
import { type Watched, watchedSite } from './testing/watched.ts';

/** Style sheets of other hosts that a page asks for as most do: without `crossorigin`, so that it may not read them. */
let watched: Watched;
/** Whatever a page's console shows as an error. */
let shown: string[];
/** Sheets that were asked for as what a script may read. */
let asked: string[];
const everybody = 'https://cdn.jsdelivr.net/npm/bootstrap@5.3.3/dist/css/bootstrap.min.css';
const own = 'https://static.shop.example/shop.css';

beforeAll(async () => {
  watched = await watchedSite();
  const { context } = watched.browsing;
  context.on('console', (line) => {
    if (line.type() === 'error') shown.push(line.text());
  });
  const notice = (request: Request): unknown => request.headers().origin && asked.push(request.url());
  const css = (name: string) => `.${name} { color: red; background: url("../hill.png") }`;
  await context.route('https://cdn.jsdelivr.net/**', (route) => {
    notice(route.request());
    const headers = { 'access-control-allow-origin': '*' };
    return route.fulfill({ contentType: 'text/css', headers, body: css('of-everybody') });
  });
  await context.route('https://static.shop.example/**', (route) => {
    notice(route.request());
    const headers = { 'timing-allow-origin': '*' };
    return route.fulfill({ contentType: 'text/css', headers, body: css('of-the-shop') });
  });
});
afterAll(() => watched.stop());
beforeEach(async () => {
  await forgetVisitor(watched);
  watched.intake.forget();
  watched.site.pages['/favicon.ico'] = '';
  shown = [];
  asked = [];
});

async function open(head: string, policy = ''): Promise<void> {
  watched.site.pages['/'] = {
    body: watched.html('<p class="of-everybody">Desk</p>', { head }).replaceAll('<script src', '<script nonce="n" src'),
    headers: policy ? { 'content-security-policy': policy } : {},
  };
  await watched.open('/');
  await until(() => expect(told()).toMatch(/[[,]\[1,\d+\]/));
}

/** What the replay says. */
const told = (): string => JSON.stringify(watched.intake.segments.map(({ events }) => events));
/** A sheet that a busy machine is late with is told behind the anchor. */
const tells = (text: RegExp) => until(() => expect(told()).toMatch(text));
const link = (href: string, more = '') => `<link rel="stylesheet" href="${href}" ${more}>`;

test('what everybody puts into their pages is in the replay, with addresses as they are in its file', async () => {
  await open(link(everybody) + link(own));
  await tells(/\.of-everybody \{ color: red; background: url\(.{0,4}https:\/\/cdn\.jsdelivr\.net\/npm\//);
  // Nobody knows whether the shop's host lets the page read it, and what that refuses would stand on the console.
  expect(told()).not.toContain('of-the-shop');
  expect(told()).toContain('":css","/**/"');
  expect([asked, shown]).toEqual([[everybody], []]);
  // Once more from the browser's cache is no file more that the page has loaded.
  await until(() =>
    expect(watched.intake.records('resource').map(({ host }) => host)).toContain('static.shop.example'),
  );
  expect(watched.intake.records('resource').filter(({ path }) => path.includes('bootstrap'))).toHaveLength(1);
});

test('in the place of its import as well', async () => {
  await open(`<style>@import url("${everybody}") screen; .own { top: 1px }</style>`);
  await tells(/@media screen \{.*\.of-everybody \{.*\.own/);
  expect(shown).toEqual([]);
});

test('a page whose policy lets its scripts ask that host for nothing hears of nothing', async () => {
  await open(link(everybody), `connect-src 'self' ${watched.intake.origin}`);
  await tells(/\.of-everybody/);
  expect(shown).toEqual([]);
});

test('past a service worker, which may have kept what no script may read, nothing is asked for again', async () => {
  const controlled = `<script>Object.defineProperty(navigator, 'serviceWorker', { value: { controller: {} } })</script>`;
  await open(controlled + link(everybody));
  expect([asked, shown]).toEqual([[], []]);
});

test('what its policy lets in by a nonce alone is not asked for again', async () => {
  await open(link(everybody, 'nonce="n"'), "style-src 'nonce-n'");
  expect(told()).not.toContain('.of-everybody');
  expect([asked, shown]).toEqual([[], []]);
});

test('a sheet of which rules lose a part, and whose host the policy lets no script ask, is asked for once in a tab: each time is reported', async () => {
  const { site, intake } = watched;
  site.pages['/lost.css'] = {
    ...{ body: '.lost { border: var(--b); border-color: red }', type: 'text/css' },
    headers: { 'access-control-allow-origin': '*' },
  };
  const elsewhere = link(`${site.origin.replace('127.0.0.1', 'localhost')}/lost.css`, 'crossorigin');
  const policy = `connect-src ${intake.origin}; report-uri /report`;
  // Long enough to be packed by a worker, which goes on.
  const body = watched.html(`<p>${'words and more of them '.repeat(2_000)}</p>`, { head: elsewhere });
  site.pages['/'] = { body, headers: { 'content-security-policy': policy } };
  site.cookies = {};
  const page = await watched.browsing.context.newPage();
  const pages = () =>
    new Set(intake.segments.flatMap(({ page, events }) => (/border-color/.test(JSON.stringify(events)) ? page : [])));
  for (const times of [1, 2, 3]) {
    await page.goto(`${site.origin}/`);
    await until(() => expect(pages().size).toBe(times));
    await until(() => expect(page.workers()).toHaveLength(1));
  }
  expect(site.cookies['/report']).toHaveLength(1);
});

test('what rules that a script made lose of a shorthand with a variable is told as the page shows it, where all that it is for show the same', async () => {
  const rules = [
    '.field { border: 2px solid var(--edge); border-bottom-color: teal }',
    '@media screen { .field::after { margin: var(--edge-width); margin-left: 3px } }',
    '.unused { padding: var(--edge-width); padding-left: 4px }',
    '.plain { color: red }',
  ];
  await open(`<style>:root { --edge: tomato; --edge-width: 7px }</style><style id="made"></style><script>
    for (const rule of ${JSON.stringify(rules)}) made.sheet.insertRule(rule, made.sheet.cssRules.length);
    addEventListener('DOMContentLoaded', () => document.body.insertAdjacentHTML('beforeend',
      '<i class="field">-</i><i class="field" style="border-left-color: blue">-</i>'));
    customElements.define('x-box', class extends HTMLElement { constructor() { super(); const sheet = new CSSStyleSheet();
      sheet.replaceSync('.inner { border: 5px solid var(--edge); border-left: 0 }');
      const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<b class="inner">-</b>'; root.adoptedStyleSheets = [sheet]; } })</script><x-box></x-box>`);
  await tells(/\.field \{[^}]*border-top-width: 2px;[^}]*\}/);
  expect(told()).toMatch(/\.field \{[^}]*border-top-color: rgb\(255, 99, 71\);[^}]*border-bottom-color: teal/);
  expect(told()).toMatch(/\.field \{[^}]*border-left-color: ;/);
  expect(told()).toMatch(/\.field::after \{[^}]*margin-top: 7px;[^}]*margin-left: 3px/);
  await tells(/\.inner \{[^}]*border-top-width: 5px/);
  expect(told()).toMatch(/\.unused \{[^}]*padding-top: ;[^}]*\}\s*(\\\\n)?\.plain \{ color: red/);
  expect(shown).toEqual([]);
});

test('where the part that reads them does not come, a sheet is told as its rules say it, and the page hears of no promise that failed', async () => {
  const { context } = watched.browsing;
  const part = '**/sdk-sheets.js';
  await context.route(part, (route) => route.fulfill({ status: 404, body: '' }));
  await open(`${link(everybody)}<style id="made"></style><script>
    addEventListener('unhandledrejection', ({ reason }) => document.body.append('heard ' + reason));
    made.sheet.insertRule('.field { border: 2px solid var(--edge); border-bottom-color: teal }')</script>`);
  await tells(/\.field \{[^}]*border-top-width: ;[^}]*border-bottom-color: teal/);
  await tells(/":css","\/\*\*\/"/);
  expect(told()).not.toContain('heard');
  await context.unroute(part);
});

test('a sheet that is changed in each frame is told all the same, though its rules lack something', async () => {
  await open(`<style id="made"></style><script>
    made.sheet.insertRule('.field { border: 2px solid var(--edge); border-bottom-color: teal }');
    let frames = 0;
    function change() {
      frames++;
      if (made.sheet.cssRules[1]) made.sheet.deleteRule(1);
      made.sheet.insertRule('.moved { top: ' + frames + 'px }', 1);
      requestAnimationFrame(change);
    }
    change();</script>`);
  await tells(/\.field \{[^}]*border-bottom-color: teal/);
  // Where it began anew with each change, chance alone told it: after six thousand of them.
  expect(await watched.browsing.context.pages().at(-1)?.evaluate('frames')).toBeLessThan(1_000);
});
