import { beforeEach, expect, test } from 'vitest';
import { atWork } from './testing/at-work.ts';
import { until } from './testing/until.ts';
import type { Watched } from './testing/watched.ts';

/** How much is done in one go, counted and not timed: of pages that hold so much of one thing that each task of ours would be felt. */
const pages = atWork();
let watched: Watched;
beforeEach(() => {
  watched = pages.watched;
});

const told = (): string => JSON.stringify(watched.intake.segments.map(({ events }) => events));

const many = (count: number, each: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => each(at)).join('');

test('where each takes long, each new element and changed attribute but the first waits for the next task', async () => {
  watched.site.pages['/map'] = watched.html(`<svg>${many(40, (at) => `<path d="M${at} 2" />`)}</svg>`, {
    head: `<script>
      const now = performance.now.bind(performance);
      const { getAttribute } = Element.prototype;
      let late = 0, inTask = 0, most = 0;
      performance.now = () => now() + late;
      Element.prototype.getAttribute = function (name) {
        if (name === 'd') {
          late += 5;
          if (!inTask++) queueMicrotask(() => { most = Math.max(most, inTask); inTask = 0; });
        }
        return getAttribute.call(this, name);
      };
    </script>`,
  });
  const page = await watched.open('/map');
  await until(() => expect(told()).toContain('M39 2'));
  await page.evaluate(() => {
    for (const [at, path] of document.querySelectorAll('path').entries()) path.setAttribute('d', `M${at} 3`);
  });
  await until(() => expect(told()).toContain('M39 3'));
  // One that is new, and one that has changed.
  expect(await page.evaluate('most')).toBeLessThan(3);
});

test('a text that is too long to be read is not read where something is selected in it', async () => {
  watched.site.pages['/log'] = watched.html(
    `<input aria-label="Search"><pre>${many(40_000, () => 'A line of été\n')}</pre>`,
    {
      head: `<script>
      const { normalize } = String.prototype;
      let read = 0, selected = 0;
      String.prototype.normalize = function (form) { if (this.length > 500000) read++; return normalize.call(this, form); };
      const { isCollapsed } = Object.getOwnPropertyDescriptors(Selection.prototype);
      Object.defineProperty(Selection.prototype, 'isCollapsed', { get() { selected += !isCollapsed.get.call(this); return isCollapsed.get.call(this); } });
    </script>`,
    },
  );
  const page = await watched.open('/log');
  await page.getByLabel('Search').pressSequentially('Ottilie Brandauer');
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  await page.evaluate(() => {
    const text = document.querySelector('pre')?.firstChild as Text;
    getSelection()?.setBaseAndExtent(text, 10, text, 40);
  });
  await until(async () => expect(await page.evaluate('selected')).toBeGreaterThan(0));
  expect(await page.evaluate('read')).toBe(0);
});

test('where a script changes hundreds of rules, their sheet is looked through once for all of them', async () => {
  watched.site.pages['/sheet'] = watched.html('<p>Written by rules', {
    head: `<style></style><script>
      const { cssRules } = document.styleSheets[0];
      for (let at = 0; at < 1000; at++) document.styleSheets[0].insertRule('.width-' + at + ' { width: ' + at + 'px }', at);
      const values = Array.prototype.values;
      let looks = 0;
      CSSRuleList.prototype[Symbol.iterator] = function () { looks++; return values.call(this); };
    </script>`,
  });
  const page = await watched.open('/sheet');
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  const before = await page.evaluate('looks');
  await page.evaluate('for (let at = 0; at < 100; at++) cssRules[at].style.setProperty("width", "7px")');
  await until(() => expect(told()).toContain('.width-99 { width: 7px; }'));
  expect((await page.evaluate<number>('looks')) - (before as number)).toBeLessThan(5);
});

test('of a table that is taken away not each node is asked what it holds, and what was moved into what is gone is told anew', async () => {
  watched.site.pages['/table'] = watched.html(
    `<p>Kept</p><div></div><table>${many(600, (at) => `<tr><td>Row ${at}</td><td>b</td></tr>`)}</table>`,
    {
      head: `<script>
      const first = Object.getOwnPropertyDescriptor(Node.prototype, 'firstChild');
      let asked = 0;
      Object.defineProperty(Node.prototype, 'firstChild', { ...first, get() { asked++; return first.get.call(this); } });
    </script>`,
    },
  );
  const page = await watched.open('/table');
  await until(() => expect(told()).toContain('Row 599'));
  await page.evaluate(`
    asked = 0;
    const table = document.querySelector('table');
    const [p, div] = document.querySelectorAll('p, div');
    table.remove();
    Promise.resolve().then(() => div.append(p))
      .then(() => div.remove())
      .then(() => {
        p.textContent = 'Moved';
        document.body.append(p);
      });
  `);
  await until(() => expect(told()).toContain('Moved'));
  expect(await page.evaluate('asked')).toBeLessThan(600);
});

/** Has a page count the fields of which somebody asks each by itself what it is called: the browser looks through the whole page for that. */
const counts = `<script>
  const { get } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'labels');
  const asked = new Set();
  Object.defineProperty(HTMLInputElement.prototype, 'labels', { get() { asked.add(this); return get.call(this); } });
</script>`;

test('of hundreds of fields that are refused at once no more are asked what they are called than are told', async () => {
  const fields = many(300, (at) => `<label>Amount ${at} <input name="a${at}" aria-describedby="why" required></label>`);
  watched.site.pages['/refused'] = watched.html(
    `<form aria-label="Sheet"><p id="why">Every amount is needed</p>${fields}<button>Save</button><button type="button" onclick="
      for (const field of document.querySelectorAll('input')) field.setAttribute('aria-invalid', 'true');
      document.body.append(document.createElement('p'));
    ">Check</button></form>`,
    { head: counts },
  );
  const page = await watched.open('/refused');
  await watched.restCame('/refused');
  const refused = () => watched.intake.records('form').flatMap(({ refusals = [] }) => refusals).length;
  for (const name of ['Save', 'Check']) {
    const before = refused();
    await page.evaluate('asked.clear()');
    await page.getByRole('button', { name }).click();
    await until(() => expect(refused()).toBeGreaterThan(before));
    expect(await page.evaluate('asked.size')).toBeLessThan(120);
  }
});

test('of boxes that are ticked none is asked whether it holds a secret', async () => {
  const boxes = many(200, (at) => `<label><input type="checkbox" name="c${at}" /> Choice ${at}</label>`);
  watched.site.pages['/boxes'] = watched.html(`${boxes}<input type="password" name="word">`, {
    head: `<script>
      const { getAttribute } = Element.prototype;
      let asked = 0, secrets = 0;
      Element.prototype.getAttribute = function (name) {
        if (name === 'autocomplete') this.type === 'checkbox' ? asked++ : secrets++;
        return getAttribute.call(this, name);
      };
    </script>`,
  });
  const page = await watched.open('/boxes');
  await until(async () => expect(await page.evaluate('secrets')).toBeGreaterThan(0));
  await watched.restCame('/boxes');
  expect(await page.evaluate('asked')).toBe(0);
});

test('what a page was answered before the rest of the SDK came is understood in slices', async () => {
  watched.site.pages['/slow.png'] = { body: '', delayMs: 1_500 };
  watched.site.pages['/api/part'] = { body: '{"id":1}', type: 'application/json' };
  const ask = 'for (let at = 0; at < 20; at++) fetch("/api/part?at=" + at);';
  watched.site.pages['/answers'] = watched.html(`<img src="/slow.png" alt=""><script>${ask}</script>`, {
    head: `<script>
      const now = Date.now.bind(Date);
      const { getEntriesByName } = Performance.prototype;
      let late = 0, inTask = 0, most = 0;
      Date.now = () => now() + late;
      // Of each call that is understood the browser's timing is asked.
      Performance.prototype.getEntriesByName = function (name, type) {
        if (name.includes('/api/part')) {
          late += 50;
          if (!inTask++) setTimeout(() => { most = Math.max(most, inTask); inTask = 0; });
        }
        return getEntriesByName.call(this, name, type);
      };
    </script>`,
  });
  const page = await watched.open('/answers');
  const told = () => watched.intake.records('resource').filter(({ path }) => path === '/api/part');
  await until(() => expect(told()).toHaveLength(20));
  expect(await page.evaluate('most')).toBe(1);
});

test('a text of styles that is too long to be looked through at once is told by its rules', async () => {
  watched.site.pages['/styles'] = watched.html('<p>Styled', {
    head: `<script>
      const { replace } = String.prototype;
      let longest = 0;
      String.prototype.replace = function (...given) {
        if (given[0] instanceof RegExp) longest = Math.max(longest, this.length);
        return replace.apply(this, given);
      };
    </script><style>${many(4_000, (at) => `.width-${at} { background: url(/${at}) } /* ${'why it is so wide '.repeat(6)} */`)}</style>`,
  });
  const page = await watched.open('/styles');
  await until(() => expect(told()).toContain('.width-3999 {'));
  expect(await page.evaluate('longest')).toBeLessThan(100_000);
});

test('of the fields that a form sends none is asked by itself what it is called', async () => {
  const fields = many(60, (at) => `<label>Amount ${at} <input name="a${at}" value="${at} pieces"></label>`);
  watched.site.pages['/api/save'] = { body: '{}', type: 'application/json' };
  watched.site.pages['/sent'] = watched.html(
    `<form aria-label="Sheet">${fields}</form><button onclick="
      fetch('/api/save', { method: 'POST', body: JSON.stringify(Object.fromEntries(new FormData(document.forms[0]))) });
    ">Save</button>`,
    { head: counts },
  );
  const page = await watched.open('/sent');
  await watched.restCame('/sent');
  await page.evaluate('asked.clear()');
  await page.getByRole('button', { name: 'Save' }).click();
  const filled = () => watched.intake.records('resource').flatMap(({ filled = [] }) => filled);
  await until(() => expect(filled().length).toBeGreaterThan(40));
  expect(await page.evaluate('asked.size')).toBe(0);
});

test('as the rest of the SDK comes, a page of many fields is looked through for secrets and for forms in two tasks', async () => {
  watched.site.pages['/fields'] = watched.html(
    many(50, (at) => `<label>Amount ${at} <input name="a${at}"></label>`),
    {
      head: `<script>
      const { get } = Object.getOwnPropertyDescriptor(HTMLLabelElement.prototype, 'control');
      let inTask = 0, most = 0;
      Object.defineProperty(HTMLLabelElement.prototype, 'control', {
        get() {
          if (!inTask++) queueMicrotask(() => { most = Math.max(most, inTask); inTask = 0; });
          return get.call(this);
        },
      });
    </script>`,
    },
  );
  const page = await watched.open('/fields');
  await until(() => expect(watched.intake.records('form').map(({ fields }) => fields?.length)).toContain(50));
  expect(await page.evaluate('most')).toBe(50);
});

test('where a page shows again all that was typed, no pattern that is made for it names the letters of all scripts with each sign', async () => {
  const typed = many(6, (at) => `Please ring the ${'abcdef'[at]}th bell twice, since the first one is broken. `);
  watched.site.pages['/again'] = watched.html('<input aria-label="Note"><p>Nothing</p>', {
    head: `<script>
      // A browser makes a list of all letters each time that one is named.
      let named = 0;
      const made = (pattern, given) => {
        named += String(given[0]).split('\\\\p{').length - 1;
        return new pattern(...given);
      };
      window.RegExp = new Proxy(RegExp, { construct: made, apply: (pattern, _, given) => made(pattern, given) });
    </script>`,
  });
  const page = await watched.open('/again');
  await watched.restCame('/again');
  await page.getByLabel('Note').pressSequentially(typed);
  await page.evaluate(`
    named = 0;
    document.querySelector('p').textContent = 'You wrote: ' + document.querySelector('input').value;
  `);
  await until(() => expect(told()).toMatch(/You wrote: •/));
  expect(await page.evaluate('named')).toBeLessThan(50);
});
