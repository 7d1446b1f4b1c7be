import type { PlainNode } from '@sightglass/segment';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StagePage, startStagePage } from '../../../e2e/lib/stage-page.ts';
import { createMadeUpPage } from '../../segment/src/testing/made-up-page.ts';
import { from, ownLine } from './testing/own-line.ts';

/** Pages that change at random, shown in a real browser: what stands there is what the segments say. */
let stagePage: StagePage;
beforeAll(async () => {
  stagePage = await startStagePage();
});
afterAll(() => stagePage?.stop());

/** Differences of what stands in a frame to what the segments say; runs in the page. */
function differences(document: Document, said: PlainNode): string[] {
  const found: string[] = [];
  const kids = (node: Node): Node[] => {
    const shadow = node.nodeType === 1 ? (node as Element).shadowRoot : null;
    const inner = node.nodeName === 'IFRAME' ? (node as HTMLIFrameElement).contentDocument : null;
    // The player's own rules stand first in the head, or before all else where there is none, and have no text.
    const isOurs = ({ nodeName, firstChild }: Node): boolean => nodeName === 'STYLE' && !firstChild;
    const own = [...node.childNodes].filter((one) => !(/^H(TML|EAD)$/.test(node.nodeName) && isOurs(one)));
    return inner ? [inner] : shadow ? [shadow, ...own] : own;
  };
  const compare = (node: Node, plain: PlainNode, path: string): void => {
    const name = node.nodeType === 1 ? (node as Element).localName : '';
    const here = `${path}/${plain.name ?? plain.kind}`;
    if (plain.kind === 'element') {
      const namespace = (node as Element).namespaceURI
        ?.split('/')
        .at(-1)
        ?.toLowerCase()
        .replace('xhtml', 'html')
        .replace('mathml', 'math');
      if (name !== plain.name || namespace !== plain.namespace) return void found.push(`${here}: ${name} ${namespace}`);
      for (const [attribute, value] of Object.entries(plain.attributes ?? {}))
        if ((node as Element).getAttribute(attribute) !== value) found.push(`${here}: ${attribute}`);
    }
    if (plain.kind === 'text' && node.nodeValue !== plain.text)
      return void found.push(`${here}: ${node.nodeValue} for ${plain.text}`);
    const now = kids(node);
    const then = plain.children ?? [];
    if (now.length !== then.length)
      return void found.push(
        `${here}: ${now.map((one) => one.nodeName)} for ${then.map((one) => one.name ?? one.kind)}`,
      );
    for (const [at, child] of then.entries()) compare(now[at] as Node, child, `${here}[${at}]`);
  };
  compare(document, said, '');
  return found;
}

test.each([3, 11, 42, 1_001])(
  'whatever becomes of a page (%i), step by step, at once and back, it stands as it was',
  async (seed) => {
    let state = seed;
    const made = createMadeUpPage(() => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    });
    const lines = Array.from({ length: 12 }, (_, seq) =>
      ownLine(seq, [
        ...(seq % 5 === 0 ? made.anchor() : []),
        ...Array.from({ length: 25 }, (__, at) =>
          made.change().map(([kind, , ...rest]) => [kind, at * 30, ...rest]),
        ).flat(),
      ]),
    );
    const opened = await stagePage.browsing.context.newPage();
    await opened.goto(stagePage.origin);
    const found = await opened.evaluate(
      ({ given, start, differ }) => {
        const { replay } = window as unknown as { replay: typeof import('./index.ts') };
        const compare = new Function(`return ${differ}`)() as typeof differences;
        const root = document.querySelector<HTMLElement>('#root');
        if (!root) throw new Error('no root');
        const gathering = replay.createGathering();
        for (const one of given) gathering.add(one);
        const recording = gathering.recording();
        const stage = replay.createStage(root);
        const order = [...given.keys(), 0, given.length - 1, 6, 3, 9];
        return order.flatMap((last) => {
          const at = start + last * 1_000 + 900;
          const { failed } = stage.show(replay.pageAt(recording, at), at);
          const said = replay.modelOf(given.slice(0, last + 1)).document;
          const seen = root.querySelector('iframe')?.contentDocument;
          if (!said || !seen) return ['nothing is shown'];
          return [...(failed > 0 ? [`${failed} failed`] : []), ...compare(seen, said)].map((one) => `${last} ${one}`);
        });
      },
      { given: lines, start: from, differ: differences.toString() },
    );
    await opened.close();
    expect(found).toEqual([]);
  },
);

test("told as rrweb's events, the page stands in rrweb's own player as it was", async () => {
  let state = 11;
  const made = createMadeUpPage(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  });
  const lines = Array.from({ length: 6 }, (_, seq) =>
    ownLine(seq, [...(seq % 4 === 0 ? made.anchor() : []), ...Array.from({ length: 20 }, () => made.change()).flat()]),
  );
  const opened = await stagePage.browsing.context.newPage();
  await opened.goto(stagePage.origin);
  const found = await opened.evaluate(
    ({ given, differ }) => {
      type Exported = typeof import('./index.ts') & typeof import('@rrweb/replay');
      const { replay } = window as unknown as { replay: Exported };
      const compare = new Function(`return ${differ}`)() as typeof differences;
      const root = document.querySelector('#root') as HTMLElement;
      const events = replay.toRrweb(given) as ConstructorParameters<typeof replay.Replayer>[0];
      const replayer = new replay.Replayer(events, { root, mouseTail: false, showWarning: false });
      replayer.pause(100_000);
      const said = replay.modelOf(given).document;
      const seen = replayer.iframe.contentDocument;
      return said && seen ? compare(seen, said) : ['nothing is shown'];
    },
    { given: lines, differ: differences.toString() },
  );
  await opened.close();
  // It knows no formulas.
  expect(found.filter((one) => !/: (math|mrow|mi) html$/.test(one))).toEqual([]);
});
