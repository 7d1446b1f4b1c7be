import { expect, test } from 'vitest';
import { holdsEndless } from './endless-drawing.ts';
import { harmlessAttributes } from './harmless-attributes.ts';
import { harmlessCss } from './harmless-css.ts';

const twice = (part: string, shown: string) => `<g id='${part}'><use href='#${shown}'/><use href='#${shown}'/></g>`;
const doubled = (times: number): string =>
  `<svg xmlns='http://www.w3.org/2000/svg'>${Array.from({ length: times }, (_, at) => twice(`p${at}`, `p${at + 1}`)).join('')}<rect id='p${times}'/></svg>`;

const written = (drawing: string): [string, string][] => [
  ['with signs for some letters', `data:image/svg+xml,${drawing.replaceAll('#', '%23').replaceAll('<', '%3C')}`],
  [
    'with signs for all',
    `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing.replaceAll('u', '%75'))}`.replaceAll('%25', '%'),
  ],
  ['in base64', `data:image/svg+xml;base64,${btoa(drawing)}`],
  ['in base64, over lines', `DATA:image/svg+xml;charset=utf-8;base64,${btoa(drawing).replace(/.{76}/g, '$&\n')}`],
  [
    'in another picture',
    `data:image/svg+xml;base64,${btoa(`<svg><image href="data:image/svg+xml;base64,${btoa(drawing)}"/></svg>`)}`,
  ],
];

test.each(written(doubled(20)))(
  'an address of a drawing that doubles again and again leads nowhere: %s',
  (_, address) => {
    expect(harmlessAttributes('img', { src: address, sg_src: '' }).src).toBe('data:,');
    expect(harmlessAttributes('image', { href: address }).href).toBe('data:,');
    const inStyle = address.replaceAll('\n', '\\\n');
    expect(harmlessAttributes('p', { style: `background: url("${inStyle}")` }).style).not.toContain('svg');
  },
);

test.each(written(doubled(5).padEnd(700)))('one of which all is shown stays: %s', (_, address) => {
  expect(harmlessAttributes('img', { src: address }).src).toBe(address.trim());
});

test('of a style text what else there is stays', () => {
  const [[, endless = ''] = [], , [, coded = ''] = []] = written(doubled(20));
  const [[, fine = ''] = []] = written(doubled(3).padEnd(700));
  const sheet = (address: string, other = address): string =>
    `/* it's */ a { background: url("${address}") } b { --mask: url(${other}) } i { background: image-set("${address}" 2x) } p { mask: url("${fine}") }`;
  expect(harmlessCss(sheet(endless, coded))).toBe(sheet('data:,').replace('url(data:,)', 'url("data:,")'));
  expect(harmlessCss(sheet(fine, coded.slice(0, 40)))).toBe(sheet(fine, coded.slice(0, 40)));
  expect(harmlessCss(`a { background: url("${endless.replaceAll("'", String.raw`\"`)}") } b { top: 0 }`)).toBe(
    'a { background: url("data:,") } b { top: 0 }',
  );
});

test('names that stand for elements are not followed', () => {
  const lines = '<!DOCTYPE svg [<!ENTITY a "<use/><use/>"><!ENTITY b "&a;&a;">]>'.padEnd(600);
  expect(holdsEndless(`data:image/svg+xml,${lines}<svg>%26b;</svg>`)).toBe(true);
  const names = '<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>'.padEnd(600);
  expect(holdsEndless(`data:image/svg+xml,${names}<svg xmlns="%26ns_svg;"/>`)).toBe(false);
});
