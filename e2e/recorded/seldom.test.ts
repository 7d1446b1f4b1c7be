import { modelOf } from '@sightglass/replay';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { treeOf, treeOfPage } from './page-tree.ts';
import { type RecordingPage, startRecordingPage } from './recording-page.ts';

let recording: RecordingPage;
beforeAll(async () => {
  recording = await startRecordingPage();
});
afterAll(() => recording?.stop());

const page = (body: string): string => `<!doctype html><html><head></head><body>${body}</body></html>`;

/** What happens in one go on a page that was written already; what storms found, each as small as it gets. */
const changes: [name: string, html: string, change: () => unknown][] = [
  [
    'what holds a frame goes into a document that was opened a moment ago, where nobody hears the frame load',
    page(`<iframe id="into"></iframe><div id="held"><iframe id="frame"></iframe></div>
      <script>document.getElementById('frame').contentDocument.body.append('before')</script>`),
    () => {
      const into = (document.getElementById('into') as HTMLIFrameElement).contentDocument;
      into?.open();
      into?.write('<!doctype html><body>new');
      into?.close();
      into?.body.append(document.getElementById('held') ?? '');
    },
  ],
];

test.each(changes)('the page rebuilt from the stream equals the page: %s', async (_, html, change) => {
  await recording.open(html);
  await recording.whole();
  await expectExact();
  await recording.page.evaluate(change);
  await expectExact();
  expect(await recording.faults()).toEqual([]);
});

async function expectExact(): Promise<void> {
  const said = async (): Promise<unknown[]> => {
    const { document } = modelOf(await recording.lines());
    const there = await recording.page.evaluate(`JSON.stringify((${treeOfPage.toString()})())`);
    return [JSON.stringify(document && treeOf(document)), there];
  };
  await expect.poll(async () => new Set(await said()).size, { timeout: 20_000, interval: 100 }).toBe(1);
}

test('a rule that is inserted just as the hash of its sheet has come', async () => {
  await recording.open(page('<p>x</p>'), {
    before: `{
      const digest = crypto.subtle.digest.bind(crypto.subtle);
      let hashed = () => { document.adoptedStyleSheets[0].insertRule('p { top: 1px }'); hashed = () => 0; };
      crypto.subtle.digest = (...given) => digest(...given).finally(() => setTimeout(() => hashed()));
    }`,
  });
  await recording.whole();
  await recording.page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(Array.from({ length: 200 }, (_, at) => `.a${at} { top: ${at}px; }`).join('\n'));
    document.adoptedStyleSheets = [sheet];
  });
  const told = async (): Promise<number> => Object.values(modelOf(await recording.lines()).sheets)[0]?.length ?? 0;
  await expect.poll(told, { timeout: 20_000, interval: 100 }).toBe(201);
});
