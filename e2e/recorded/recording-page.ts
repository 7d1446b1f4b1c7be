import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { PageLine } from '@sightglass/replay';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import type { CreateRecorder, MaskLevel, Piece } from '../../packages/capture/src/recorder/recorder.ts';
import type { createStored } from '../../packages/capture/src/recorder/stored-texts.ts';
import { type Browsing, startBrowsing } from '../lib/chromium.ts';
import { createLines, type Recording } from './brought-lines.ts';

/** A page that our recorder records, without anything else of ours. */
export interface RecordingPage {
  page: Page;
  /** Opens a page and records it. */
  open(html: string, options?: { mask?: MaskLevel; before?: string }): Promise<void>;
  /** Tells the page that a segment was lost. */
  lost(): Promise<void>;
  /** Until an anchor is complete. */
  whole(): Promise<void>;
  /** Everything that has been recorded by now. */
  lines(): Promise<PageLine[]>;
  /** Errors of the recorder. */
  faults(): Promise<string[]>;
  stop(): Promise<void>;
}

const recorderFolder = join(import.meta.dirname, '../../packages/capture/src/recorder');
/** What a page is recorded with. */
const contents = `import { createRecorder } from './record.ts';
  import { createStored } from './stored-texts.ts';
  Object.assign(window, { createRecorder, createStored });`;

interface Bundled {
  createRecorder: CreateRecorder;
  createStored: typeof createStored;
}

export async function startRecordingPage(): Promise<RecordingPage> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: recorderFolder },
    ...{ bundle: true, write: false, format: 'iife', target: 'es2022', minify: true },
  });
  const script = outputFiles[0]?.text ?? '';
  let html = '';
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(html);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browsing: Browsing = await startBrowsing({ shell: true });
  const page = await browsing.context.newPage();
  let lines = createLines(page);

  return {
    page,
    async open(given, { mask = 'none', before = '' } = {}) {
      html = given;
      lines = createLines(page);
      await page.goto(origin);
      await page.addScriptTag({ content: script });
      if (before) await page.evaluate(before);
      await page.evaluate((level) => {
        const faults: string[] = [];
        const wrap =
          <Args extends unknown[], T>(task: (...args: Args) => T) =>
          (...args: Args): T | undefined => {
            try {
              return task(...args);
            } catch (error) {
              faults.push(String((error as Error).stack));
              return undefined;
            }
          };
        const pieces: Piece[] = [];
        const { createRecorder, createStored } = window as unknown as Bundled;
        const recorder = createRecorder({
          mask: level,
          pictures: 0,
          take: () => () => undefined,
          assets: () => ({ name: (_url, _base, said) => said, again() {}, lost() {}, stop() {} }),
          stored: (...told) => createStored(new Set(), { wrap }, ...told),
          fileOf: async () => undefined,
          publicRules: async () => undefined,
          isSecret: (element: Element) => element.getAttribute('type') === 'password',
          scrubUrl: (url: string) => url,
          scrubTitle: (title: string) => title,
          hideTyped: (text: string) => text,
          nameOf: (_, name) => name,
          typed: () => undefined,
          brought: () => undefined,
          // The same handler again is heard once, as it is of the scene's.
          listen(name, handler) {
            window.addEventListener(name, handler, true);
            return () => window.removeEventListener(name, handler, true);
          },
          wrap,
        });
        Object.assign(window, { recorded: { pieces, faults, recorder } });
        recorder.start((piece) => void pieces.push(piece));
      }, mask);
      await page.waitForFunction(() => (window as unknown as Recording).recorded.pieces.length > 0);
    },
    lost: () => page.evaluate(() => (window as unknown as Recording).recorded.recorder.lost()),
    async whole() {
      const isWhole = () =>
        (window as unknown as Recording).recorded.pieces.some(({ events }) => /[,[]\[1,\d+\]/.test(events));
      await page.waitForFunction(isWhole, undefined, { polling: 250 });
    },
    lines: () => lines(),
    faults: () => page.evaluate(() => (window as unknown as Recording).recorded.faults),
    async stop() {
      await browsing.stop();
      server.close();
    },
  };
}
