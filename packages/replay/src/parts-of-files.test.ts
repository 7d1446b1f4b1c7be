import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { harmlessDrawing } from './parts-of-files.ts';

const sent = (drawing: string | Buffer) => `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
const icons = readFileSync(new URL('../../../fixtures/zoo/icons.svg', import.meta.url));

test('icons of a site are shown: their own styles, colours and references to each other', () => {
  expect(Buffer.from(harmlessDrawing(sent(icons)) ?? []).equals(icons)).toBe(true);
});

test.each([
  ['a script', '<script>run()</script>'],
  ['a script under another name', '<s:script xmlns:s="http://www.w3.org/2000/svg">run()</s:script>'],
  ['a handler', '<rect onload="run()"/>'],
  ['HTML', '<foreignObject><p>Hi</p></foreignObject>'],
  ['a picture', '<image href="#a"/>'],
  ['a link', '<a href="#a"/>'],
  ['an address', '<use xlink:href="https://other.example/a.svg#b"/>'],
  ['an address without quotes', '<use href=https://other.example/a.svg#b />'],
  ['an address in signs that stand for others', '<use href="&#104;ttps://other.example/a.svg#b"/>'],
  ['an address in a style', '<rect style="fill:url(https://other.example/a.svg#b)"/>'],
  ['an address in a style in another spelling', '<style>a{fill:u\\72l(https://other.example/a.svg#b)}</style>'],
  ['an address in quotes alone', '<style>a{mask:image-set("https://other.example/a.svg" 1x)}</style>'],
  [
    'what brings an address later',
    '<use href="#a"><set attributeName="xlink:href" to="https://other.example/a.svg#b"/></use>',
  ],
  ['another sheet', '<style>@import "https://other.example/a.css";</style>'],
  ['attributes that all elements of a name have', '<!DOCTYPE svg [<!ATTLIST rect onload CDATA "run()">]>'],
  ['a text that stands for markup', '<!DOCTYPE svg [<!ENTITY a "<image/>">]>'],
])('a drawing that holds %s is not shown', (_, held) => {
  expect(harmlessDrawing(sent(`<svg xmlns="http://www.w3.org/2000/svg"><symbol id="b">${held}</symbol></svg>`))).toBe(
    undefined,
  );
});

test('what is no drawing is none', () => {
  for (const data of ['', 'data:image/png;base64,AA==', 'data:image/svg+xml,<svg/>', 'data:image/svg+xml;base64,A'])
    expect(harmlessDrawing(data)).toBe(undefined);
  // Its words would not be seen.
  expect(harmlessDrawing(sent(Buffer.from('<svg><script/></svg>', 'utf16le')))).toBe(undefined);
});
