import { encode } from '@jridgewell/sourcemap-codec';
import { expect, test } from 'vitest';
import { unminify } from './unminify.ts';

const source = `import { http } from './http.ts';

export async function submitOrder(order: Order): Promise<void> {
  const lines = order.lines.map((line) => {
    return { ...line, total: line.price * line.quantity };
  });
  if (lines.length === 0) {
    throw new Error('An order needs a line');
  }
  await http.post('/orders', { lines });
}
`;
const map = JSON.stringify({
  version: 3,
  sources: ['../src/orders.ts'],
  sourcesContent: [source],
  names: [],
  mappings: encode([
    [
      [0, 0, 0, 0],
      [120, 0, 7, 10],
    ],
  ]),
});

test('a frame is told in the words of its source, with the lines around it', () => {
  const [frame] = unminify([{ file: '/app.js', line: 1, column: 125, function: 'e' }], () => map);
  expect(frame).toMatchObject({ file: 'src/orders.ts', line: 8, column: 10, function: 'submitOrder' });
  expect(frame?.lines?.first).toBe(3);
  expect(frame?.lines?.text[5]).toContain('throw new Error');
});

test('what is called at a place is not the function around it', () => {
  const shop = JSON.stringify({
    ...{ version: 3, sources: ['main.ts'], sourcesContent: ["button('Total', () => sumOf({}));"], names: ['sumOf'] },
    mappings: encode([[[0, 0, 0, 22, 0]]]),
  });
  expect(unminify([{ file: '/app.js', line: 1, column: 1, function: '' }], () => shop)).toMatchObject([
    { file: 'main.ts', function: '' },
  ]);
});

test('frames without a map, or with a damaged one, stay as they came', () => {
  const frame = { file: '/app.js', line: 1, column: 125, function: 'e' };
  expect(unminify([frame], () => undefined)).toEqual([undefined]);
  expect(unminify([frame], () => '{')).toEqual([undefined]);
  expect(unminify([{ ...frame, line: 900 }], () => map)).toEqual([undefined]);
});

test('a map is read once, however many frames it explains', () => {
  let reads = 0;
  const frames = Array.from({ length: 30 }, (_, at) => ({ file: '/app.js', line: 1, column: at + 1, function: '' }));
  unminify(frames, () => {
    reads += 1;
    return map;
  });
  expect(reads).toBe(1);
});
