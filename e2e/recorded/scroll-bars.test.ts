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

/** Runs in a page. */
function widths(): number[] {
  return [document.documentElement, document.querySelector('#box')].map((element) => element?.clientWidth ?? 0);
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
