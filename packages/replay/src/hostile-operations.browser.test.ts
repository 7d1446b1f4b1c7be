import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StagePage, startStagePage } from '../../../e2e/lib/stage-page.ts';
import { ownLine } from './testing/own-line.ts';

/** What is recorded comes from anybody. */
let stagePage: StagePage;
beforeAll(async () => {
  stagePage = await startStagePage();
});
afterAll(() => stagePage?.stop());

const page = { href: 'http://x/', width: 640, height: 480 };

test('operations made to break out run no script and make no request, and the rest is shown', async () => {
  const away = 'http://127.0.0.1:9/away';
  const run = 'top.hacked = 1';
  const css = `@import "${away}"; p { background: url(${away}) }`;
  const opened = await stagePage.browsing.context.newPage();
  const requests: string[] = [];
  opened.on('request', (request) => requests.push(request.url()));
  await opened.goto(stagePage.origin);
  requests.splice(0);
  const lines = [
    ownLine(0, [
      [
        0,
        0,
        1,
        { ...page, href: `javascript:${run}` },
        [
          ...[
            ['html', 'onload', run],
            ['head'],
            ['base', 'href', away],
            -1,
            ['script', 'src', away],
            run,
            -1,
            ['style', ':css', css],
            -1,
            ['style'],
            css,
            -1,
          ],
          ...[
            ['link', 'rel', 'stylesheet', 'href', away],
            -2,
            ['body', 'onload', run],
            ['img', 'src', away, 'onerror', run, 'srcset', away],
            -1,
          ],
          ...[
            ['iframe', 'src', away, 'srcdoc', `<script>${run}</script>`],
            [9],
            ['html'],
            ['body'],
            ['img', 'src', away],
            -1,
            ['script'],
            run,
            -5,
          ],
          ...[
            ['svg', 'onload', run],
            ['image', 'href', away],
            -1,
            ['script'],
            run,
            -2,
            ['math'],
            ['mi', 'href', `javascript:${run}`],
            -2,
          ],
          ...[
            ['x-a'],
            [11],
            ['img', 'src', away, 'onerror', run],
            -3,
            ['p', 'id', 'shown'],
            'Parts',
            -1,
            ['canvas'],
            -1,
            ['<img src=x>'],
            -1,
          ],
          ...[
            ['video', 'src', away, 'autoplay', '', ':media', [false, 0, 1, false, 1]],
            -1,
            ['object', 'data', away],
            -1,
          ],
        ],
      ],
      [1, 0],
    ]),
    ownLine(1, [
      [11, 0, -1, css],
      [4, 0, 1, ':adopted', [-1], 11, 'src', `${away}2`, 11, 'onerror', run, 10, 'onclick', run],
      [10, 0, 6, [[0, `p { background: url(${away}) }`]]],
      [3, 0, 8, `b { background: url(${away}) }`],
      [15, 0, 31, 9, 9, away],
      [2, 0, 90, [[10, 0, 99, [['script'], run, -1, ['img', 'src', away, 'onerror', run]]]]],
    ]),
  ];
  const failed = await opened.evaluate(async (given) => {
    const { replay } = window as unknown as { replay: typeof import('./index.ts') };
    const root = document.querySelector('#root');
    const gathering = replay.createGathering();
    for (const one of given) gathering.add(one);
    const recording = gathering.recording();
    const look = { accent: 'teal', pointerPx: 20 };
    const stage = replay.openStage(root as HTMLElement, { script: '/stage.js', look });
    const seen = [];
    for (const at of [400, 1_900]) seen.push((await stage.show(recording, recording.from + at)).failed);
    return seen;
  }, lines);
  await opened.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 1_000 })));
    await fetch('/canary');
  });
  expect(failed).toEqual([0, 0]);
  const shown = opened.frameLocator('#root iframe').frameLocator('[data-part=page] > iframe').locator('#shown');
  expect(await shown.textContent()).toBe('Parts');
  expect(await opened.evaluate(() => 'hacked' in window)).toBe(false);
  expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([
    `${stagePage.origin}/stage.js`,
    `${stagePage.origin}/canary`,
  ]);
  expect(opened.url()).toBe(`${stagePage.origin}/`);
  await opened.close();
});
