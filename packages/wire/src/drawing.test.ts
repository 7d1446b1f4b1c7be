import { expect, test } from 'vitest';
import { drawingUse } from './drawing.ts';
import { drawingOf, hostileDrawings } from './testing/hostile-drawings.ts';

test('icons of a site are shown by their parts: their own styles, and references to each other in any spelling', () => {
  const icons = `<style>.edge { stroke: teal } #b { filter: url( "#soft" ) }</style><filter id="soft"/><linearGradient id="g"/>
    <symbol id="star"><path class="edge" fill="url('#g')" style="fill: url(&quot;#g&quot;)"/></symbol><symbol id="sky"><use xlink:href = "#star"/></symbol>`;
  expect(drawingUse(drawingOf(icons))).toBe('part');
});

test('a drawing that holds pictures, links or what moves is a picture all the same, and is not shown by its parts', () => {
  for (const held of [
    '<image href="data:image/png;base64,AAAA"/>',
    '<a href="#b"/>',
    '<pattern id="p"><image xlink:href="#b"/></pattern>',
    '<rect style="fill: url(data:image/png;base64,AAAA)"/>',
    '<g xmlns:h="http://www.w3.org/1999/xhtml"/>',
    `<rect><animate attributeName="${' '.repeat(200)}style"/></rect>`,
  ])
    expect(drawingUse(drawingOf(held)), held).toBe('picture');
});

test.each(hostileDrawings('http://other.example'))('a drawing that holds %s is shown by no part of it', (_, held) => {
  expect(drawingUse(drawingOf(held))).not.toBe('part');
});

test('what runs, embeds or leads elsewhere is not even a picture', () => {
  const shown = hostileDrawings('http://other.example').flatMap(([what, held]) =>
    drawingUse(drawingOf(held)) === 'picture' ? [what] : [],
  );
  expect(shown).toEqual(['a picture', 'a link']);
});

const twice = (part: string, shown: string) => `<g id="${part}"><use href="#${shown}"/><use href="#${shown}"/></g>`;
const doubled = (times: number): string =>
  `${Array.from({ length: times }, (_, at) => twice(`p${at}`, `p${at + 1}`)).join('')}<rect id="p${times}"/>`;

test('a drawing that shows itself, or others fifty thousand times over, is none: it would not end', () => {
  for (const endless of [
    '<use href="#b"/>',
    '<use href="#%62"/>',
    '<use href="#c"/></g><g id="&#99;"><use href="#b"/>',
    doubled(20),
    Array.from({ length: 2_000 }, (_, at) => `<g id="d${at}"><use href="#d${at + 1}"/></g>`).join(''),
  ])
    expect(drawingUse(drawingOf(endless)), endless.slice(0, 40)).toBe(null);
});

test('a chart that shows one mark many times is a picture, and names that stand in each other say nothing', () => {
  const marks = '<use href="#mark"/>'.repeat(20_000);
  expect(drawingUse(drawingOf(`<rect id="mark"/><g id="figure">${marks}</g>`))).toBe('picture');
  expect(drawingUse(drawingOf(`<g id="Group"><g id="Page"><g id="Group">${doubled(3)}</g></g></g>`))).toBe('part');
});

test('what only looks like that is shown: what stands in comments, and letters that stand for others', () => {
  const drawing = drawingOf(
    '<!-- <script> --><title>A &lt;script&gt;</title><rect style="fill: url(&quot;#b&quot;)"/>',
  );
  const head =
    '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
  expect(drawingUse(head + drawing)).toBe('part');
});

test('whatever is given, it is judged in a time that goes by its length', () => {
  const given = [
    ...['<!--', '<![CDATA[', '<a "', `<a "<a" `, 'a', '<', '<g id="a">', '<use href="#a">', 'attributeName='],
    ...[' ', '&#1', 'href ', '<a b'],
  ];
  for (const piece of given) {
    const [short, long] = [tookMs(piece, 100_000), tookMs(piece, 800_000)];
    // Eight times as long: what looks again at all that was before takes 64 times as long.
    expect(long, piece).toBeLessThan(24 * Math.max(short, tickMs));
  }
});

/** By which the system counts. */
const tickMs = 4;

/** Of this thread alone, and at its best: what is collected or compiled meanwhile is not the drawing's fault. */
function tookMs(piece: string, chars: number): number {
  const filled = piece.repeat(Math.ceil(chars / piece.length));
  const rounds = Array.from({ length: 3 }, () => {
    const began = process.threadCpuUsage();
    drawingUse(`<svg ${filled}`);
    drawingUse(`<svg>${filled}</svg>`);
    return process.threadCpuUsage(began).user / 1_000;
  });
  return Math.min(...rounds);
}
