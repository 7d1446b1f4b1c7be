import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { harmlessDrawing } from './harmless-drawing.ts';
import { drawingOf, hostileDrawings } from './testing/hostile-drawings.ts';

const sent = (drawing: string | Buffer) => `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
const icons = readFileSync(new URL('../../../fixtures/zoo/icons.svg', import.meta.url));

test('icons of a site are shown: their own styles, colours and references to each other', () => {
  expect(Buffer.from(harmlessDrawing(sent(icons)) ?? []).equals(icons)).toBe(true);
});

test.each(hostileDrawings('http://other.example'))('a drawing that holds %s is not shown', (_, held) => {
  expect(harmlessDrawing(sent(drawingOf(held)))).toBe(undefined);
});

test('a drawing of which a part shows itself, or others a thousand times over, is not shown: it would not end', () => {
  const twice = (part: string, shown: string) => `<g id="${part}"><use href="#${shown}"/><use href="#${shown}"/></g>`;
  const doubled = (times: number): string =>
    `${Array.from({ length: times }, (_, at) => twice(`p${at}`, `p${at + 1}`)).join('')}<rect id="p${times}"/>`;
  for (const endless of ['<use href="#b"/>', '<use href="#c"/></g><g id="&#99;"><use href="#b"/>', doubled(20)])
    expect(harmlessDrawing(sent(drawingOf(endless))), endless.slice(0, 40)).toBe(undefined);
  expect(harmlessDrawing(sent(drawingOf(`${twice('c', 'd')}${twice('e', 'c')}<rect id="d"/>`)))).toBeDefined();
});

test('what only looks like that is shown: what stands in comments, and letters that stand for others', () => {
  const drawing = drawingOf(
    '<!-- <script> --><title>A &lt;script&gt;</title><rect style="fill: url(&quot;#b&quot;)"/>',
  );
  expect(
    harmlessDrawing(
      sent(
        `<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${drawing}`,
      ),
    ),
  ).toBeDefined();
});

test('what is no drawing is none', () => {
  for (const data of ['', 'data:image/png;base64,AA==', 'data:image/svg+xml,<svg/>', 'data:image/svg+xml;base64,A'])
    expect(harmlessDrawing(data)).toBe(undefined);
  // Its words would not be seen.
  expect(harmlessDrawing(sent(Buffer.from('<svg><script/></svg>', 'utf16le')))).toBe(undefined);
});
