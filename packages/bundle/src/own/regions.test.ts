import { encode } from '@jridgewell/sourcemap-codec';
import { expect, test } from 'vitest';
import { readBundle } from '../read.ts';

const first = "function A(){return fetch('/api/orders')}";
const second = "function B(){return fetch('/api/rooms')}";

/** The owners in a script whose map tells nothing of what stands between two components. */
function ownersAround(gap: string): string[] {
  const sources = ['../src/a.ts', '../src/b.ts'];
  const mappings = encode([[[0, 0, 0, 0], [first.length], [first.length + gap.length, 1, 0, 0]]]);
  const map = JSON.stringify({ version: 3, sources, sourcesContent: [first, second], names: [], mappings });
  const read = readBundle([{ path: 'app.js', text: first + gap + second, map }]);
  return read.flatMap(({ regions }) => regions.map(({ owner }) => owner.kind));
}

test('markup without a place in the map is the components’ around it; a library that begins with some is not', () => {
  const markup = `;var row=t('<li title="{}">${'x'.repeat(300)}</li>'),head=t(\`<h1>Orders</h1>\`);`;
  expect(ownersAround(markup)).toEqual(['product']);
  const library = "function send(e){return fetch('/telemetry',{method:'POST',body:e})};".repeat(5);
  expect(ownersAround(`;var row=t('<li> </li>');${library}`)).toEqual(['product', 'unknown', 'product']);
});
