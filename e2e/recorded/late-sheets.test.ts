import { modelOf, type PlainNode, type PlainPage } from '@sightglass/replay';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Recording } from './brought-lines.ts';
import { type RecordingPage, startRecordingPage } from './recording-page.ts';
import { beLate, startSheetStorm } from './sheet-storm.ts';

/** Other storms: `SEEDS=100 npm test`. */
const seeds = Array.from({ length: Number(process.env.SEEDS ?? 3) }, (_, at) => 11 + at);

let recording: RecordingPage;
beforeAll(async () => {
  recording = await startRecordingPage();
});
afterAll(() => recording?.stop());

const html = '<!doctype html><html lang="en"><head><title>Sheets</title></head><body></body></html>';

test.each(seeds)(
  'the sheets rebuilt from the stream are those of the page, whatever comes late, and from its last anchor alone: %i',
  async (seed) => {
    const { page } = recording;
    await page.emulateMedia({ colorScheme: 'light' });
    await recording.open(html, { before: `(${beLate})(${seed})` });
    await page.evaluate(`window.step = (${startSheetStorm})(${seed})`);
    const meanwhile = [
      () => page.evaluate(() => (window as unknown as Recording).recorded.recorder.renew()),
      () => page.emulateMedia({ colorScheme: 'dark' }),
      () => recording.lost(),
      () => page.emulateMedia({ colorScheme: 'light' }),
      () => Promise.resolve(),
    ];
    for (const happens of meanwhile) {
      for (let burst = 0; burst < 2; burst++) {
        await page.evaluate(async () => {
          const { step } = window as unknown as { step: () => void };
          for (let made = 0; made < 20; made++) {
            step();
            if (made % 8 === 5) await new Promise((done) => setTimeout(done, made));
          }
        });
        if (burst === 0) await happens();
      }
      await expect.poll(difference, { interval: 100 }).toBe('');
    }
    expect(await recording.faults()).toEqual([]);
  },
);

test("what a sheet imports is told, though it came while the sheet was read, and the page's console hears nothing of us", async () => {
  const { page } = recording;
  const heard: string[] = [];
  page.on('console', (line) => heard.push(line.text()));
  const body = '.imported { color: red; }';
  const held = new Promise<void>((come) => page.exposeFunction('come', come));
  await page.route('**/imported.css', async (route) => {
    await held;
    await route.fulfill({ contentType: 'text/css', body });
  });
  await recording.open(html);
  await page.evaluate(() => {
    const text = Object.getOwnPropertyDescriptor(CSSRule.prototype, 'cssText') as { get(): string };
    let asked = 0;
    Object.defineProperty(CSSRule.prototype, 'cssText', {
      get(): string {
        asked++;
        if (asked === 30) (window as unknown as { come: () => void }).come();
        return text.get.call(this);
      },
    });
    const rules = Array.from({ length: 4_000 }, (_, at) => `.own-${at} { color: rgb(${at % 256}, 0, 0) }`);
    const style = document.createElement('style');
    style.textContent = `@import "/imported.css"; ${rules.join('\n')}`;
    document.head.append(style);
  });
  await expect
    .poll(
      async () =>
        sheetsOf(modelOf(await recording.lines()))
          .join('')
          .includes(body),
      { timeout: 30_000 },
    )
    .toBe(true);
  expect(heard).toEqual([]);
});

/** Where sheets are not those of the page; empty where all are. */
async function difference(): Promise<string> {
  const lines = await recording.lines();
  const anchors = lines.flatMap((line, at) => ('anchor' in line && line.anchor ? [at] : []));
  const isText = (operation: unknown): boolean => Array.isArray(operation) && operation[0] === 9;
  // Texts are kept for all that comes later.
  const ofLast = lines.map((line, at) =>
    at < (anchors.at(-1) ?? 0) && 'events' in line ? { ...line, events: line.events.filter(isText) } : line,
  );
  const told = [lines, ofLast].map((some) => sheetsOf(modelOf(some as typeof lines)));
  const compared = await recording.page.evaluate(`(${compareSheets})(${JSON.stringify(told)})`);
  return compared as string;
}

/** By document and shadow root, in their order: the texts of all sheets that count there. */
function sheetsOf({ document, sheets }: PlainPage): string[][] {
  const found: string[][] = [];
  const roots = document ? [document] : [];
  for (const root of roots) {
    const said: string[] = [];
    const waiting: PlainNode[] = [...(root.children ?? [])];
    for (let node = waiting.shift(); node; node = waiting.shift()) {
      if (node.kind === 'shadow') roots.push(node);
      else waiting.unshift(...(node.children ?? []));
      const isOff = node.attributes?.type && node.attributes.type !== 'text/css';
      if (node.name === 'style' && !isOff) said.push(cssOf(node));
    }
    const adopted = (root.states?.[':adopted'] ?? []) as number[];
    found.push([...said, ...adopted.map((number) => sheets[number]?.join('\n') ?? 'not told')]);
  }
  return found;
}

function cssOf({ rules, states, children = [] }: PlainNode): string {
  const css = states?.[':css'];
  return rules?.join('\n') ?? (typeof css === 'string' ? css : children.map(({ text }) => text).join(''));
}

/** Runs in the page, whose own parser reads what was told. */
function compareSheets(told: string[][][]): string {
  const said = (sheet: CSSStyleSheet): string => [...sheet.cssRules].map(({ cssText }) => cssText).join('\n');
  const parsed = (css: string): string => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return said(sheet);
  };
  const roots: (Document | ShadowRoot)[] = [document];
  for (const { shadowRoot } of document.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
  const there = roots.map((root) =>
    [...root.styleSheets, ...root.adoptedStyleSheets].filter(({ disabled }) => !disabled).map(said),
  );
  for (const [way, lists] of told.entries())
    for (const [at, own] of there.entries()) {
      const [mine, theirs] = [own, (lists[at] ?? []).map(parsed)].map((list) => list.filter((css) => css !== ''));
      if (JSON.stringify(mine) !== JSON.stringify(theirs))
        return `${way ? 'from the last anchor, ' : ''}root ${at}: ${JSON.stringify({ mine, theirs })}`.slice(0, 4_000);
    }
  return '';
}
