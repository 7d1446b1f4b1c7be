import type { Segment, SegmentOperation } from '@sightglass/wire';

/** Made from a seed; the same arguments make the same session. */
export interface MadeSession {
  /** How long it is. */
  durationMs: number;
  /** About how many bytes of JSON it comes to. */
  bytes: number;
  /** Nodes of its page. */
  nodes: number;
}

export const begun = 1_790_000_000_000;
const segmentMs = 5_000;
const place = {
  v: 1,
  format: 'sightglass/1',
  session: 'session-bench',
  tab: 'tab-000001',
  page: 'page-00001',
} as const;

/**
 * A person at work on a list of orders, as our recorder tells it: rows that change, sort and come anew, pointer moves, clicks, scrolling; and
 * the page whole again whenever more was written since than it takes, as the recorder does.
 */
export function* makeSession({ durationMs, bytes, nodes }: MadeSession): Generator<Segment> {
  const random = createRandom(7);
  const page = createPage(random, nodes);
  const count = Math.ceil(durationMs / segmentMs);
  const each = bytes / count;
  let sinceAnchor = Number.POSITIVE_INFINITY;
  let pageBytes = 0;
  for (let seq = 0; seq < count; seq += 1) {
    const events: SegmentOperation[] = [];
    let size = 0;
    const anchor = sinceAnchor > pageBytes;
    const tell = (operation: SegmentOperation): void => {
      events.push(operation);
      size += JSON.stringify(operation).length;
    };
    if (anchor) {
      for (const operation of page.whole()) tell(operation);
      pageBytes = size;
      sinceAnchor = 0;
    }
    for (let step = 0; step < 50 || size < each; step += 1) {
      if (step > 5_000) break;
      tell(page.change(Math.min(segmentMs - 1, step * 20)));
    }
    events.sort((one, other) => one[1] - other[1]);
    sinceAnchor += anchor ? size - pageBytes : size;
    const from = begun + seq * segmentMs;
    yield { ...place, seq, from, until: from + segmentMs - 1, anchor, sentAt: from + segmentMs, events };
  }
}

interface BenchPage {
  whole(): SegmentOperation[];
  change(t: number): SegmentOperation;
}

const css = Array.from({ length: 400 }, (_, at) => `.c${at} { color: hsl(${at} 40% 30%); padding: ${at % 7}px }`).join(
  '\n',
);

function createPage(random: () => number, nodes: number): BenchPage {
  let last = 0;
  let table = 0;
  /** Ids of the texts in the rows that stand. */
  let rows: number[] = [];
  const count = Math.floor(nodes / 11);

  const row = (number: number): unknown[] => [
    ['tr', 'class', `c${number % 400}`, 'data-order', `A-${number}`],
    ...[`Order ${number}`, 'Steel bolts, zinc plated, box of 200', `${(number * 37) % 900},00 €`, 'waiting'].flatMap(
      (text) => [['td', 'class', `c${(number * 7) % 400}`], text, -1],
    ),
    ['td'],
    ['button', 'type', 'button'],
    'Open',
    -2,
    -1,
  ];
  /** A row is an element, five cells, a button and five texts. */
  const perRow = 12;

  return {
    whole() {
      const base = last + 1;
      const head = [
        ['html', 'lang', 'en'],
        ['head'],
        ['style'],
        css,
        -2,
        ['body'],
        ['main'],
        ['h1'],
        'Orders',
        -1,
        ['table'],
        ['tbody'],
      ];
      // document, html, head, style, its text, body, main, h1, its text, table, tbody
      table = base + 10;
      rows = Array.from({ length: count }, (_, at) => table + 1 + at * perRow);
      last = table + count * perRow;
      const tokens = [...head, ...rows.flatMap((_, at) => row(at))];
      return [
        [0, 0, base, { href: 'https://orders.example/', width: 1280, height: 800 }, tokens],
        [1, 0],
      ];
    },
    change(t) {
      const at = Math.floor(random() * rows.length);
      const chosen = rows[at] ?? 0;
      const kind = random();
      if (kind < 0.3) return [5, t, [0, Math.floor(random() * 1_280), Math.floor(random() * 800), chosen]];
      if (kind < 0.33) return [6, t, 2, chosen, Math.floor(random() * 1_280), Math.floor(random() * 800), 0];
      if (kind < 0.36) return [7, t, table - 10, 0, Math.floor(random() * 20_000)];
      if (kind < 0.6) return [3, t, chosen + 2, `Order ${Math.floor(random() * 1e6)}`];
      if (kind < 0.8) return [4, t, chosen, 'class', `c${Math.floor(random() * 400)}`];
      const base = last + 1;
      last += perRow;
      rows[at] = base;
      return [2, t, base, [[table, at, rows.length - at - 1, row(Math.floor(random() * 1e6))]]];
    },
  };
}

export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
