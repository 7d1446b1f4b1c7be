import { expect, test } from 'vitest';
import { startBrowsing } from '../lib/chromium.ts';
import { startRecordingPage } from './recording-page.ts';
import { compare } from './zoo-compare.ts';
import { startStage } from './zoo-stage.ts';
import { buildScripts, visit } from './zoo-visit.ts';

test('a page beside a scroll bar is laid out in what that leaves, also where it comes to have one, and has none where it loses it', async () => {
  const browsing = await startBrowsing({ width: 800, height: 600, shell: true, bars: true });
  const stage = await startStage(browsing.context);
  try {
    const page = await browsing.context.newPage();
    const bars: number[] = [];
    const look = async () =>
      void bars.push(await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth));
    const { lines, moments } = await visit(page, await buildScripts(), {
      name: 'table',
      moments: [
        { name: 'as it came', act: look },
        {
          name: 'grown',
          act: async () => {
            await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<div style="height: 900px">'));
            await look();
          },
        },
        {
          name: 'narrow',
          act: async () => {
            await page.setViewportSize({ width: 600, height: 200 });
            await look();
          },
        },
        {
          name: 'held',
          act: async () => {
            await page.evaluate(() => document.documentElement.style.setProperty('overflow', 'hidden'));
            await look();
          },
        },
        {
          name: 'told whole',
          act: async () => {
            await page.evaluate('document.documentElement.style.overflow = ""; recorded.recorder.lost()');
            await look();
          },
        },
      ],
    });
    expect(bars).toEqual([0, 15, 15, 0, 15]);
    await stage.load(lines);
    for (const { at, seen, name } of [...moments, ...moments.slice(0, 1)]) {
      let share = 1;
      await stage.shown(at, false, (there) => {
        share = compare(seen, there, `scroll bars, ${name}`);
        return share === 0;
      });
      expect(share, name).toBe(0);
    }
  } finally {
    await browsing.stop();
    stage.stop();
  }
});

test.for([
  { hers: true, theirs: 'over', bar: 15 },
  { hers: false, theirs: true, bar: 0 },
] as const)(
  'beside a bar of $bar px a page and a box in it are as wide as they were, whatever bars the viewer has',
  async ({ hers, theirs, bar }) => {
    const visitor = await startBrowsing({ width: 800, height: 600, shell: true, bars: hers });
    const viewer = await startBrowsing({ width: 800, height: 600, shell: true, bars: theirs });
    const stage = await startStage(viewer.context);
    try {
      const page = await visitor.context.newPage();
      const were: number[][] = [];
      const grow = (html: string) => async () => {
        await page.evaluate((more) => document.body.insertAdjacentHTML('beforeend', more), html);
        were.push(await page.evaluate(widths));
      };
      const { lines, moments } = await visit(page, await buildScripts(), {
        name: 'table',
        moments: [
          {
            name: 'low',
            act: grow('<div id="box" style="block-size: 60px; overflow: auto"><p style="block-size: 90px">'),
          },
          { name: 'grown', act: grow('<div style="block-size: 900px">') },
          { name: 'told whole', act: () => page.evaluate('recorded.recorder.lost()') },
        ],
      });
      await stage.load(lines);
      expect(were.map(([whole]) => whole)).toEqual([800, 800 - bar]);
      for (const [moment, was] of [
        [1, were[1]],
        [2, were[1]],
        [0, were[0]],
        [1, were[1]],
      ] as const) {
        await stage.reach(moments[moment]?.at ?? 0);
        const frames = viewer.context.pages().flatMap((shown) => shown.frames());
        const shown = await frames.find((frame) => frame.parentFrame()?.url().startsWith('data:'))?.evaluate(widths);
        expect(shown, moments[moment]?.name).toEqual(was);
      }
    } finally {
      await visitor.stop();
      await viewer.stop();
      stage.stop();
    }
  },
);

test('of a phone a page that is never higher than its window has boxes without bars, also where the viewer has wide ones', async () => {
  const visitor = await startBrowsing({ width: 400, height: 600, shell: true, bars: 'over' });
  const viewer = await startBrowsing({ width: 400, height: 600, shell: true, bars: true });
  const stage = await startStage(viewer.context, 'over');
  try {
    const page = await visitor.context.newPage();
    const app =
      '<meta name="viewport" content="width=device-width"><style>body { margin: 0; padding: 0; block-size: 100vh; overflow: hidden } body > :not(#box) { display: none }</style><div id="box" style="block-size: 100%; overflow: auto"><p style="block-size: 1000px"></p><div id="host"></div></div>';
    let was: number[] = [];
    const { lines, moments } = await visit(page, await buildScripts(), {
      name: 'table',
      moments: [
        {
          name: 'an application',
          act: async () => {
            await page.evaluate((html) => {
              document.body.insertAdjacentHTML('beforeend', html);
              const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
              if (root) root.innerHTML = '<div style="block-size: 60px; overflow: auto"><p style="block-size: 900px">';
            }, app);
            was = await page.evaluate(widths);
          },
        },
      ],
    });
    expect(was).toEqual([800, 800, 800]);
    await stage.load(lines);
    await stage.reach(moments[0]?.at ?? 0);
    const frames = viewer.context.pages().flatMap((shown) => shown.frames());
    const shown = frames.find((frame) => frame.parentFrame()?.url().startsWith('data:'));
    expect(await shown?.evaluate(widths)).toEqual(was);
  } finally {
    await visitor.stop();
    await viewer.stop();
    stage.stop();
  }
});

/** Runs in a page. */
function widths(): number[] {
  const inRoot = document.querySelector('#host')?.shadowRoot?.querySelector('div');
  const boxes = [document.documentElement, document.querySelector('#box'), inRoot];
  return boxes.flatMap((element) => (element === undefined ? [] : (element?.clientWidth ?? 0)));
}

test('a page in quirks mode is as wide as its window, whatever its root element is', async () => {
  const recording = await startRecordingPage();
  try {
    await recording.open('<html style="width: 300px"><body>narrow');
    await recording.whole();
    const told = (await recording.lines()).flatMap((line) => ('events' in line ? line.events : []));
    expect(JSON.stringify(told)).toContain('],1280,800,1280]');
    expect(await recording.faults()).toEqual([]);
  } finally {
    await recording.stop();
  }
});
