import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { modelOf, type PageLine } from '@sightglass/replay';
import { typedAsset } from '@sightglass/store';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { createAnimated } from '../../packages/capture/src/recorder/animated.ts';
import type { Assets } from '../../packages/capture/src/recorder/asset.ts';
import type { createAssets } from '../../packages/capture/src/recorder/assets.ts';
import type {
  CreateRecorder,
  Piece,
  RecorderParts,
  TakePictures,
} from '../../packages/capture/src/recorder/recorder.ts';
import type { createStored } from '../../packages/capture/src/recorder/stored-texts.ts';
import { createLines, type Recording } from './brought-lines.ts';
import { type Tree, treeOf, treeOfPage } from './page-tree.ts';
import { buildPage } from './zoo-build.ts';
import type { ZooMoment, ZooPage } from './zoo-page.ts';

/** A moment of a visit: when it was, by the page's clock, and what was seen. */
export interface Moment {
  name: string;
  at: number;
  seen: Buffer;
}

export interface Visit {
  lines: PageLine[];
  moments: Moment[];
}

/** What the scripts of {@link buildScripts} leave. */
interface Bundled {
  sightglassPart: CreateRecorder;
  createAssets: typeof createAssets;
  createStored: typeof createStored;
  createAnimated: typeof createAnimated;
  takePictures: TakePictures;
}

const recorderFolder = join(import.meta.dirname, '../../packages/capture/src/recorder');

/** The scripts that a watched page has: the recorder in it, and its worker that fetches what is kept. */
export interface Scripts {
  recorder: string;
  worker: string;
}

export async function buildScripts(): Promise<Scripts> {
  const [recorder, worker] = await Promise.all([
    bundled(`import { createRecorder } from './record.ts';
    import { createAnimated } from './animated.ts';
    import { createAssets } from './assets.ts';
    import { takePictures } from './pictures.ts';
    import { createStored } from './stored-texts.ts';
    Object.assign(window, { sightglassPart: createRecorder, createAssets, createStored, takePictures, createAnimated });`),
    bundled(`import { gather } from './gather.ts';
    onmessage = ({ data }) => gather(data, (message) => postMessage(message));`),
  ]);
  return { recorder, worker };
}

async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: recorderFolder },
    ...{ bundle: true, write: false, format: 'iife', target: 'es2022', minify: true },
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Visits a page of the zoo and records it; when this is done, its server is gone.
 *
 * @param page - What was visited in it before is left; a page of its own for each costs as much as all else.
 */
export async function visit(page: Page, { recorder, worker }: Scripts, zooPage: ZooPage): Promise<Visit> {
  const files = await buildPage(zooPage.file ?? zooPage.name);
  // What the intake would have for a worker: the project has nothing yet.
  files['/sdk-assets.js'] = { media: 'text/javascript', body: worker };
  files['/v1/assets'] = { media: 'application/json', body: '{}' };
  const server = createServer(({ url, headers }, response) => {
    const path = url?.replace(/\?.*/, '') ?? '/';
    // Who has seen the page is logged in; the private sheet and picture are nobody else's.
    const isLocked = path.startsWith('/private.') && headers.cookie !== 'login=ada';
    const file = isLocked ? undefined : files[path];
    const type = Buffer.isBuffer(file?.body) ? file.media : `${file?.media ?? 'text/plain'}; charset=utf-8`;
    response.writeHead(file ? 200 : 404, {
      'content-type': type,
      'set-cookie': 'login=ada; HttpOnly; SameSite=Strict',
    });
    response.end(file?.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    // What is behind another page draws once a second.
    await page.bringToFront();
    // Over nothing, as in a page that is new.
    await page.mouse.move(-1, -1);
    await page.setViewportSize({ width: 800, height: 600 });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.addScriptTag({ content: recorder });
    await page.evaluate(startRecording, {
      ...{ mask: zooPage.mask ?? 'none', pictures: zooPage.pictures ?? 0, assets: zooPage.assets === true },
    });
    return await watch(page, zooPage);
  } finally {
    await page.goto('about:blank');
    await stop(server);
  }
}

async function watch(page: Page, { moments, ready, mask = 'none', isStill }: ZooPage): Promise<Visit> {
  const seen: Moment[] = [];
  const lines = createLines(page, stored);
  await ready?.(page);
  for (const { name, act, dress, told } of moments) {
    await act?.(page);
    await page.evaluate(rest);
    await caughtUp(page, lines, mask === 'none', told);
    const at = await page.evaluate(() => Date.now());
    await dress?.(page);
    seen.push({ name, at, seen: await screenshot(page, isStill) });
  }
  expect(await page.evaluate(() => (window as unknown as Recording).recorded.faults)).toEqual([]);
  return { lines: await lines(), moments: seen };
}

/** Finite animations at their end, endless ones at their beginning, no caret. */
const screenshot = (page: Page, isStill = false): Promise<Buffer> =>
  page.screenshot({ animations: isStill ? 'allow' : 'disabled', caret: 'hide' });

/** The recording holds the page, node for node (where nothing is masked), and two readings in a row brought nothing new. */
async function caughtUp(
  page: Page,
  lines: () => Promise<PageLine[]>,
  isExact: boolean,
  told: ZooMoment['told'] = () => true,
): Promise<void> {
  let before = '';
  await expect
    .poll(
      async () => {
        const all = await lines();
        const now = modelOf(all);
        const said = JSON.stringify(now);
        const isQuiet = said === before;
        before = said;
        if (!isQuiet || !now.document) return 'still changing';
        if (!told(said, picturesIn(all))) return 'not told yet';
        if (!isExact) return '';
        const there = JSON.parse(await page.evaluate(`JSON.stringify((${treeOfPage.toString()})())`)) as Tree;
        return difference(comparable(there), comparable(treeOf(now.document)));
      },
      { interval: 150 },
    )
    .toBe('');
}

function picturesIn(lines: readonly PageLine[]): number {
  const operations = lines.flatMap((line) => ('events' in line ? (line.events as unknown[][]) : []));
  return operations.filter(([kind, , , token]) => kind === 15 || (kind === 16 && token)).length;
}

/** Addresses are scrubbed, and the text of a sheet or of a field stands in a state, which the pictures show. */
function comparable({ attributes, children, ...node }: Tree, within = ''): Tree {
  const same: Tree = node;
  if (node.text !== undefined && /^(style|textarea)$/.test(within)) same.text = '';
  if (attributes)
    same.attributes = Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, scrubbed.test(name) ? '' : value]),
    );
  if (children) same.children = children.map((child) => comparable(child, node.name));
  return same;
}

const scrubbed = /^(filter|fill|href|src|action|formaction|poster|data|srcset|value|content|xlink:href|style|name)$/;

/** Where two trees are not the same; empty where they are. */
function difference(page: Tree, recorded: Tree, path = ''): string {
  const { children: there = [], ...own } = page;
  const { children: toldAll = [], ...toldOwn } = recorded;
  // What only the recorder sees: a closed root that was made after it.
  const isClosed = toldAll[0]?.kind === 'shadow' && there[0]?.kind !== 'shadow';
  const told = isClosed ? toldAll.slice(1) : toldAll;
  const here = `${path}/${own.name ?? own.kind}`;
  if (JSON.stringify(own) !== JSON.stringify(toldOwn)) return `${here}: ${JSON.stringify([own, toldOwn])}`;
  if (there.length !== told.length) return `${here}: ${there.length} children, recorded ${told.length}`;
  for (const [at, child] of there.entries()) {
    const found = told[at];
    const inner = found ? difference(child, found, here) : here;
    if (inner) return inner;
  }
  return '';
}

/** As the store keeps it. */
function stored([kind, t, hash, text, ...rest]: [kind: number, t: number, ...items: unknown[]]): [
  number,
  number,
  ...unknown[],
] {
  const typed = kind === 9 && typeof text === 'string' && text.startsWith('data:') ? (typedAsset(text) ?? '') : text;
  return [kind, t, hash, typed, ...rest];
}

/** Runs in the page: until nothing moves, fonts have come, and two frames were drawn. */
async function rest(): Promise<void> {
  await document.fonts.ready;
  const finite = document
    .getAnimations()
    .filter(({ effect, playState }) => playState !== 'paused' && Number.isFinite(effect?.getComputedTiming().endTime));
  // One that is taken back is over as well.
  await Promise.allSettled(finite.map(({ finished }) => finished));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** Runs in the page; addresses lose what the SDK takes out of them (its own way is `packages/capture/src/privacy/path.ts`). */
interface Wanted {
  mask: NonNullable<ZooPage['mask']>;
  pictures: number;
  assets: boolean;
}

function startRecording({ mask, pictures, assets }: Wanted): void {
  const faults: string[] = [];
  const pieces: Piece[] = [];
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
  // The bundle leaves it there; `script.ts` says its type.
  const {
    sightglassPart: create,
    createAssets: keeping,
    createStored: storing,
    takePictures: take,
    createAnimated: animating,
  } = window as unknown as Bundled;
  const wanted = { fontsOnly: false, mayFetch: true, origin: location.origin, key: 'sgk_zoo' };
  const fileOf: RecorderParts['fileOf'] = async (url) => (await fetch(url, { cache: 'force-cache' })).text();
  const animated = animating({ hideTyped: (text) => text }, pictures > 0 ? take : undefined);
  const recorder = create({
    ...{ mask, pictures, wrap, fileOf },
    take: animated.take,
    stored: (...told) => storing(new Set(), { wrap }, ...told),
    publicRules: async () => undefined,
    assets(put): Assets {
      const kept = assets
        ? keeping(wanted, { wrap, hideTyped: (text) => text }, put, fileOf)
        : { name: (_url: string, _base: string, said: string) => said, again() {}, lost() {}, stop() {} };
      return {
        ...kept,
        again() {
          kept.again();
          animated.again();
        },
      };
    },
    isSecret: (element) => element.getAttribute('type') === 'password',
    scrubUrl(url) {
      const { protocol } = new URL(url, document.baseURI);
      return protocol.startsWith('http') ? url.replace(/[?#].*/s, '') : (/^mailto:/.exec(url)?.[0] ?? 'about:blank');
    },
    scrubTitle: (title) => title,
    hideTyped: (text) => text,
    nameOf: (_, name) => name,
    typed: () => undefined,
    brought: () => undefined,
    // The same handler again is heard once, as it is of the scene's.
    listen(name, handler) {
      window.addEventListener(name, handler, true);
      return () => window.removeEventListener(name, handler, true);
    },
  });
  Object.assign(window, { recorded: { pieces, faults, recorder } });
  recorder.start((piece) => void pieces.push(piece));
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}
