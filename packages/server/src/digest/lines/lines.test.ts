import type { Segment } from '@sightglass/wire';
import { describe, expect, test } from 'vitest';
import { createLineBook, type Line, lineOfRecord, linesOfSegment } from './index.ts';

const from = 1_790_000_000_000;
const about = { v: 1, session: 's', tab: 't', page: 'p', seq: 0, from, until: from + 60_000, anchor: true } as const;
const said = (
  segment: Pick<Segment, 'format'> & { events: unknown[] },
  kind: Line['kind'] = 'screen',
): [string, number][] =>
  linesOfSegment({ ...about, sentAt: from, ...segment } as Segment)
    .filter((line) => line.kind === kind)
    .map(({ text, at }) => [text, at - from]);
const native = (...events: unknown[]) => said({ format: 'sightglass/1', events });
const rrweb = (...events: unknown[]) => said({ format: 'rrweb/2', events });
const held = (format: Segment['format'], ...events: unknown[]) =>
  said({ format, events } as Parameters<typeof said>[0], 'held').map(([text]) => text);

describe('the texts that a segment brings onto the screen', () => {
  test('of a whole page: a line for each block, with what stands in fields', () => {
    const tokens = [
      ...[[10, 'html'], ['html'], ['head'], ['title'], 'Orders', -1, ['style'], 'p { color: red }', -2],
      ...[['body'], ['p'], 'Order ', ['b'], '7', -1, ' is  paid', -1, ['input', 'type', 'text', ':value', 'Ann'], -1],
      ...[
        ['div'],
        ['span'],
        'Ship',
        -1,
        'ped',
        -1,
        ['button'],
        '×',
        -1,
        ['noscript'],
        'No script',
        -1,
        ['td'],
        '•••••',
      ],
    ];
    expect(native([0, 20, 1, { href: '/', width: 1, height: 1 }, tokens], [1, 20])).toEqual([
      ['Orders', 20],
      ['Order 7 is paid', 20],
      ['Ann', 20],
      ['Shipped', 20],
    ]);
  });

  test('of what changes: new children, other texts, what is entered; not what a sheet says', () => {
    expect(
      native(
        [
          2,
          100,
          50,
          [
            [3, 0, 0, [['li'], 'Saved', -1]],
            [4, 1, 0, ['Done', 12, [12, 'p', 'class', ''], 'odd', 'Paid', 50, 'even', 'Sent']],
          ],
        ],
        [3, 200, 9, 'Payment failed', 10, '.a { color: red }', 11, '•••••', 12, [1_200, 'and at last a seat']],
        [4, 300, 9, ':value', 'blue', 9, 'class', 'is-open', 8, ':checked', true],
        [200, 400, 'of a later version'],
      ),
    ).toEqual([
      ['Saved', 100],
      ['Done', 100],
      ['Paid', 100],
      ['Sent', 100],
      ['Payment failed', 200],
      ['and at last a seat', 200],
      ['blue', 300],
    ]);
  });

  test("of rrweb's events, with everything that its recorders mask left out", () => {
    const text = (textContent: string) => ({ type: 3, textContent, id: 1 });
    const element = (tagName: string, childNodes: unknown[], attributes = {}) => ({
      type: 2,
      tagName,
      attributes,
      childNodes,
    });
    const body = element('body', [
      element('h1', [text('Your '), element('em', [text('cart')])]),
      element('style', [{ ...text('h1 {}'), isStyle: true }]),
      element('input', [], { type: 'text', value: '*******' }),
      element('input', [], { type: 'search', value: 'nuts' }),
      element('p', [text('xxx xxxxx')]),
    ]);
    expect(
      rrweb(
        { type: 2, timestamp: from + 5, data: { node: { type: 0, childNodes: [element('html', [body])] } } },
        {
          type: 3,
          timestamp: from + 9,
          data: { source: 0, texts: [{ id: 1, value: 'Empty' }], adds: [{ node: text('New') }] },
        },
        { type: 3, timestamp: from + 10, data: { source: 5, text: 'bolts', isChecked: false } },
        { type: 3, timestamp: from + 11, data: { source: 1 } },
      ),
    ).toEqual([
      ['Your cart', 5],
      ['nuts', 5],
      ['New', 9],
      ['Empty', 9],
      ['bolts', 10],
    ]);
  });

  test('what they hold for people to use or to read things under, not what is called after somebody or something', () => {
    const tokens = [
      ...[['nav'], ['ul'], ['li'], ['a', 'href', '/admin'], 'Users', -3, -1],
      ...[['button', 'aria-label', 'Close the dialog'], '×', -1, ['button'], ['b'], 'Add', -1, ' line', -1],
      ...[['button'], 'Pay 12 €', -1, ['button'], 'ann@example.org', -1, ['button'], '•••••', -1],
      ...[['table'], ['tr'], ['th'], ['button'], 'State ▲', -2, ['th'], 'Total', -1, ['th'], -1, -1],
      ...[['tr'], ['td'], ['a', 'href', '/orders/1'], 'Neumann Kim', -2, ['td'], ['button'], 'Remove', -4],
      ...[['table'], ['tr'], ['th'], 'Who', -1, ['th'], '1 May', -1, ['th'], '2 May', -4],
      ...[['dl'], ['dt'], 'Needed by', -1, ['dd'], 'Monday', -1, ['dt'], 'Country', -1, ['dd'], 'Chile', -2],
      ...[['div', 'role', 'tablist'], ['div', 'role', 'tab'], 'History', -2, ['a', 'href', '/help'], 'Help', -1],
    ];
    const page = ['button Close the dialog', 'button Add line', 'button State', 'button Remove'];
    const rest = ['columns State | Total', 'terms Needed by | Country', 'tab History', 'link Help'];
    expect(held('sightglass/1', [0, 20, 1, { href: '/', width: 1, height: 1 }, tokens])).toEqual([
      ...['link Users', ...page, ...rest],
    ]);
    expect(held('sightglass/1', [3, 200, 9, 'Approve', 10, 'It costs 7'])).toEqual(['text Approve']);
    const text = (textContent: string) => ({ type: 3, textContent });
    const button = { type: 2, tagName: 'BUTTON', attributes: {}, childNodes: [text('Approve')] };
    const node = { type: 0, childNodes: [button, { ...button, attributes: { role: 'switch' } }] };
    expect(held('rrweb/2', { type: 2, timestamp: from, data: { node } })).toEqual(['button Approve', 'switch Approve']);
  });

  test('a text of megabytes is cut between words, and a page of any depth is read', () => {
    const long = native([2, 0, 1, [[1, 0, 0, ['word '.repeat(1_000_000)]]]]);
    expect(long.length).toBeGreaterThan(10);
    for (const [line] of long) expect(line.length).toBeLessThanOrEqual(500);
    let node: unknown = { type: 3, textContent: 'deep' };
    for (let depth = 0; depth < 20_000; depth += 1) node = { type: 2, tagName: 'div', childNodes: [node] };
    expect(rrweb({ type: 2, timestamp: from, data: { node } })).toEqual([['deep', 0]]);
  });
});

test('calls, errors and lines of the console are found by what they say', () => {
  const call = {
    kind: 'resource',
    at: from,
    id: 'r',
    type: 'fetch',
    method: 'POST',
    host: '',
    path: '/api/orders',
    status: 422,
  };
  const more = { errorCode: 'LIMIT', errorMessage: 'Too many', durationMs: 1 };
  expect(lineOfRecord({ ...call, ...more } as never)).toEqual({
    kind: 'call',
    text: 'POST /api/orders 422 LIMIT Too many',
    at: from,
  });
  expect(lineOfRecord({ ...call, type: 'image' } as never)).toBeUndefined();
});

describe('a session stores each line once', () => {
  const line = (text: string, at: number): Line => ({ kind: 'screen', text, at });
  const of = (sequence: number, session = 's') => ({ project: 'p', session, sample: false, sequence });

  test('at its first moment, and again when its entry is read again', () => {
    const book = createLineBook();
    const first = book.take(of(7), [line('Cart', from + 5), line('Cart', from), line('Pay', from)]);
    expect(first.map(({ text, at }) => [text, at - from])).toEqual([
      ['Cart', 0],
      ['Pay', 0],
    ]);
    expect(book.take(of(8), [line('Cart', from + 9), line('Paid', from + 9)])).toMatchObject([{ text: 'Paid' }]);
    expect(book.take(of(7), [line('Cart', from)])).toHaveLength(1);
    expect(book.take(of(9, 'another'), [line('Cart', from)])).toHaveLength(1);
  });

  test('up to a limit, which is told with its moment', () => {
    const book = createLineBook();
    const many = Array.from({ length: 4_000 }, (_, at) => line(`line ${at}`, from + at));
    const rows = book.take(of(1), many);
    expect(rows).toHaveLength(3_001);
    expect(rows.find(({ kind }) => kind === 'cut')).toMatchObject({ text: '', at: from + 3_000 });
    expect(book.take(of(2), [line('one more', from + 9_000)])).toEqual([]);
  });
});
