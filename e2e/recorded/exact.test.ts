import { modelOf, type PageLine, type PlainNode } from '@sightglass/replay';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHiddenStorm } from './hidden-storm.ts';
import { startOddStorm } from './odd-storm.ts';
import { treeOf, treeOfPage } from './page-tree.ts';
import { type RecordingPage, startRecordingPage } from './recording-page.ts';
import { startRootStorm } from './root-storm.ts';
import { startStorm } from './storm.ts';

/** Other storms: `SEEDS=100 npm test`. */
const seeds = Array.from({ length: Number(process.env.SEEDS ?? 4) }, (_, at) => 101 + at);

let recording: RecordingPage;
beforeAll(async () => {
  recording = await startRecordingPage();
});
afterAll(() => recording?.stop());

const html = `<!doctype html><html lang="en"><head><title>Storm</title><style>p { color: teal }</style></head>
  <body><main><p>hello <b>there</b></p></main></body></html>`;

async function expectExact(): Promise<void> {
  // One reading may run out of time where the machine is busy; the next goes on.
  await expect
    .poll(
      async () => {
        const lines = await recording.lines();
        const { document } = modelOf(lines);
        // As text: what comes out of a page as an object may not nest this deep.
        const page = await recording.page.evaluate<string>(`JSON.stringify((${treeOfPage.toString()})())`);
        const recorded = JSON.stringify(document && treeOf(document));
        return sheds(lines) ? withoutAttributes(recorded) === withoutAttributes(page) : recorded === page;
      },
      { interval: 100 },
    )
    .toBe(true);
}

/** On a machine that is far too slow for the storm the recorder lets attributes go, and says so. */
function sheds(lines: PageLine[]): boolean {
  return /"shed",\{"level":[34]\}/.test(JSON.stringify(lines));
}

function withoutAttributes(tree: string | undefined): string {
  return JSON.stringify(tree && JSON.parse(tree), (key, value) => (key === 'attributes' ? undefined : value));
}

/** Runs in the page, before it is recorded: most readings have time for a few nodes only, whenever the clock jumps; it gains nothing and loses nothing. */
function beHurried(seed: number): void {
  let state = seed >>> 0;
  const now = performance.now.bind(performance);
  performance.now = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return now() + (state > 2 ** 31 ? 5 : 0);
  };
}

/** Steps of a storm, with the browser's own pauses between changes, short and long, so that readings fall between them. */
async function blow(steps: number): Promise<void> {
  await recording.page.evaluate(async (steps) => {
    const { step } = window as unknown as { step: () => void };
    for (let made = 0; made < steps; made++) {
      step();
      if (made % 20 === 7) await new Promise((done) => setTimeout(done, 0));
      if (made % 30 === 11) await new Promise((done) => setTimeout(done, 60));
    }
  }, steps);
}

const storms = { storm: startStorm, 'odd storm': startOddStorm, 'root storm': startRootStorm };
const blown = seeds.flatMap((seed) => Object.entries(storms).map(([name, storm]) => [name, seed, storm] as const));
const hurried = seeds.slice(0, Math.ceil(seeds.length / 4));
const inHurry = hurried.flatMap((seed) =>
  Object.entries(storms).map(([name, storm]) => [`${name} that leaves it no time`, seed, storm] as const),
);

test.each([...blown, ...inHurry])(
  'the page rebuilt from the stream equals the page, at random moments of %s %i',
  async (name, seed, storm) => {
    const { page } = recording;
    await recording.open(html, { before: name.endsWith('time') ? `(${beHurried})(${seed})` : '' });
    await page.evaluate(`window.step = (${storm.toString()})(${seed})`);
    for (let moment = 0; moment < 8; moment++) {
      await blow(40 + ((seed * 7 + moment * 13) % 40));
      if (moment === 5) await recording.lost();
      await expectExact();
    }
    expect(await recording.faults()).toEqual([]);
  },
);

test.each(hurried)('what is hidden at any moment is never told, however little time there is: %i', async (seed) => {
  const { page } = recording;
  await recording.open(html, { mask: 'inputs', before: `(${beHurried})(${seed})` });
  await page.evaluate(`window.step = (${startHiddenStorm.toString()})(${seed})`);
  for (let moment = 0; moment < 12; moment++) {
    await blow(40);
    if (moment % 4 === 1) await recording.lost();
  }
  await page.evaluate(() => document.documentElement.append('at the end'));
  const told = async (): Promise<string> => JSON.stringify(await recording.lines());
  await expect.poll(told, { interval: 100 }).toContain('at the end');
  expect((await told()).match(/hidden \d+/g)).toBe(null);
  expect((await told()).match(/seen \d+/g)?.length).toBeGreaterThan(100);
  expect(await recording.faults()).toEqual([]);
});

test('what lies over what is told as it was opened, also by a page that is told whole, which takes many readings', async () => {
  const { page } = recording;
  const rows = '<i>row</i>'.repeat(200);
  const view =
    '<p id="view"><button onclick="view.requestFullscreen()">Larger</button></p><div id="hint" popover>hint</div>';
  // No reading has time for more than a few nodes.
  const before = '{ let now = performance.now(); performance.now = () => (now += 1); }';
  await recording.open(`<!doctype html><body>${rows}${view}`, { before });
  await recording.whole();
  // The page may ask what is on the full screen a frame before the browser says so by an event, and nothing else tells it.
  const larger = page.evaluate(() => new Promise<void>((done) => (document.onfullscreenchange = () => done())));
  await page.click('button');
  await larger;
  await page.evaluate(`document.body.insertAdjacentHTML('afterbegin', '${rows}<dialog id="asked">Leave?</dialog>');
    asked.showModal(); recorded.recorder.lost(); hint.showPopover(); document.body.append('told')`);
  const opened = async (): Promise<unknown[]> => {
    const lines = await recording.lines();
    const { document } = modelOf(lines);
    if (!JSON.stringify(document).includes('"told"')) return [];
    const operations = lines.flatMap((line) => ('events' in line ? (line.events as unknown[][]) : []));
    const whole = operations.findLastIndex(([kind]) => kind === 0);
    const ids = operations
      .slice(whole)
      .flatMap(([kind, , ...items]) =>
        kind === 4 ? items.flatMap((id, at) => (items[at + 1] === ':open' && items[at + 2] ? [id] : [])) : [],
      );
    const nodes: PlainNode[] = document ? [document] : [];
    for (const { children = [] } of nodes) nodes.push(...children);
    return [...new Set(ids.reverse())].map((id) => nodes.find((node) => node.id === id)?.attributes?.id);
  };
  await expect.poll(opened, { interval: 100 }).toEqual(['hint', 'asked', 'view']);
});
