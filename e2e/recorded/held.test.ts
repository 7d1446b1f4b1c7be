import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RecordingPage, startRecordingPage } from './recording-page.ts';

/** What is gone from a page is held by nothing of ours, and a long visit takes no more memory than a short one. */
let recording: RecordingPage;
beforeAll(async () => {
  recording = await startRecordingPage();
});
afterAll(() => recording?.stop());

const html = '<!doctype html><body><main></main></body>';

/** Opens the page; what is asked about its memory is asked once all that nobody holds was let go of. */
async function open() {
  await recording.open(html);
  const { page } = recording;
  const browser = await page.context().newCDPSession(page);
  const collect = () => browser.send('HeapProfiler.collectGarbage');
  return {
    page,
    async documents(): Promise<number> {
      await collect();
      return (await browser.send('Memory.getDOMCounters')).documents;
    },
    async megabytes(): Promise<number> {
      await collect();
      return (await browser.send('Runtime.getHeapUsage')).usedSize / 1_000_000;
    },
    async left(expression: string): Promise<unknown> {
      await collect();
      return page.evaluate(expression);
    },
  };
}

test('pages of frames that are gone, and what stood in shadow roots', async () => {
  const { page, documents } = await open();
  const before = await documents();
  await page.evaluate(async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    for (let load = 0; load < 20; load++) {
      // What is looked at time and again, as fields and style sheets are, is held no longer either, nor are lists of the frame's own.
      frame.srcdoc = `<!doctype html><style>p { color: red }</style><p data-of-${load}>page ${load}<input type=checkbox>`;
      await new Promise((done) => setTimeout(done, 80));
    }
    frame.remove();
  });
  await expect.poll(async () => (await documents()) - before, { interval: 200 }).toBeLessThan(5);
});

test('style sheets of shadow roots that are gone', async () => {
  const { page, left } = await open();
  await page.evaluate(() => {
    const at = window as unknown as { sheets: WeakRef<CSSStyleSheet>[] };
    at.sheets = [];
    for (let made = 0; made < 50; made++) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('p { color: red }');
      const host = document.body.appendChild(document.createElement('div'));
      host.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
      at.sheets.push(new WeakRef(sheet));
    }
  });
  const told = async () => JSON.stringify(await recording.lines()).split(':adopted').length - 1;
  await expect.poll(told, { interval: 200 }).toBeGreaterThanOrEqual(50);
  await page.evaluate(() => {
    for (const host of document.querySelectorAll('body > div')) host.remove();
  });
  await expect.poll(() => left('sheets.filter((sheet) => sheet.deref()).length'), { interval: 200 }).toBe(0);
});

test('boxes that were scrolled, and all that stood in them', async () => {
  const { page, left } = await open();
  await page.evaluate(() => {
    const at = window as unknown as { boxes: WeakRef<Element>[] };
    at.boxes = [];
    for (let made = 0; made < 20; made++) {
      const box = document.body.appendChild(document.createElement('section'));
      box.style.cssText = 'height: 50px; overflow: auto';
      box.innerHTML = '<p style="height: 400px">long';
      box.scrollTop = 40;
      at.boxes.push(new WeakRef(box));
    }
  });
  const told = async () => JSON.stringify(await recording.lines()).split(',0,40').length - 1;
  await expect.poll(told, { interval: 200 }).toBeGreaterThanOrEqual(20);
  await page.evaluate(() => {
    for (const box of document.querySelectorAll('section')) box.remove();
  });
  await expect.poll(() => left('boxes.filter((box) => box.deref()).length'), { interval: 200 }).toBe(0);
});

test('lists that went before there was time to write all of them', async () => {
  const { page, left } = await open();
  await page.evaluate(async () => {
    const list = document.createElement('ul');
    list.append(...Array.from({ length: 60_000 }, () => document.createElement('li')));
    Object.assign(window, { list: new WeakRef(list) });
    document.body.append(list);
  });
  await expect.poll(async () => JSON.stringify(await recording.lines()), { interval: 20 }).toContain('"ul"');
  await page.evaluate(() => document.querySelector('ul')?.remove());
  expect(JSON.stringify(await recording.lines()).split('"li"').length).toBeLessThan(60_000);
  await expect.poll(() => left('!!list.deref()'), { interval: 200 }).toBe(false);
});

test('pictures that a page writes into their own addresses', async () => {
  const { page, megabytes } = await open();
  const told = async () => JSON.stringify(await recording.lines()).split('"img"').length - 1;
  const before = await megabytes();
  await page.evaluate(() => {
    for (let made = 0; made < 40; made++)
      document.body.append(
        Object.assign(new Image(), { src: `data:image/png;base64,${made}${'A'.repeat(1_000_000)}` }),
      );
  });
  await expect.poll(told, { interval: 200 }).toBe(40);
  await page.evaluate(() => {
    for (const picture of document.querySelectorAll('img')) picture.remove();
  });
  await expect.poll(async () => (await megabytes()) - before, { interval: 200 }).toBeLessThan(10);
});

/** Runs in the page: what pages of our days have comes, is used and goes again, called otherwise each time. */
async function comeAndGo(from: number, until: number): Promise<void> {
  const frame = () => new Promise((done) => setTimeout(done, 60));
  for (let round = from; round < until; round++) {
    const box = document.createElement('section');
    box.style.cssText = 'height: 90px; overflow: auto';
    for (let at = 0; at < 300; at++) {
      const row = Object.assign(document.createElement('p'), { id: `r${round}-${at}`, className: `c${round}-${at}` });
      row.append(`row ${at} of ${round} `, document.createElement('input'));
      box.append(row);
    }
    const style = document.createElement('style');
    style.textContent = `.c${round}-1 { color: red } `.repeat(90);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`p { left: ${round}px } `.repeat(90));
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: round % 2 ? 'open' : 'closed' });
    root.innerHTML = `<p>${round}</p><textarea></textarea>`;
    root.adoptedStyleSheets = [sheet];
    const inner = Object.assign(document.createElement('iframe'), {
      srcdoc: `<p>page ${round}<style>p { top: 1px }</style>`,
    });
    const dialog = Object.assign(document.createElement('dialog'), { innerHTML: `<img src="/p${round}.png" alt="">` });
    document.querySelector('main')?.append(box, style, host, inner, dialog);
    await frame();
    dialog.showModal();
    box.scrollTop = 40;
    style.sheet?.insertRule(`b { left: ${round}px }`);
    const framed = inner.contentDocument?.styleSheets[0]?.cssRules[0] as CSSStyleRule | undefined;
    if (framed) framed.style.left = `${round}px`;
    document.getSelection()?.selectAllChildren(box);
    for (const field of box.querySelectorAll('input')) field.value = `${round}`;
    for (const row of [...box.children].reverse()) box.append(row);
    await frame();
    document.querySelector('main')?.replaceChildren();
    await frame();
  }
}

test('whatever came and went on a page', async () => {
  const { page, megabytes } = await open();
  const after = async (from: number, until: number): Promise<number> => {
    await page.evaluate(`(${comeAndGo})(${from}, ${until})`);
    // What was recorded is taken away, as the sender does; numbers of nodes end where the page is told whole.
    const take = 'recorded.recorder.cut(); recorded.pieces.length = 0;';
    await page.evaluate(`${take} recorded.recorder.renew()`);
    await recording.whole();
    await page.evaluate(take);
    return megabytes();
  };
  const before = await after(0, 8);
  const grown = (await after(8, 20)) - before;
  expect(await recording.faults()).toEqual([]);
  // A hundredth of it where nothing is held; to hold on to the nodes alone would be more.
  expect(grown).toBeLessThan(0.5);
});
