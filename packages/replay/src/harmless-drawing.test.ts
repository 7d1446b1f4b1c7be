import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawingOf } from '../../wire/src/testing/hostile-drawings.ts';
import { harmlessDrawing } from './harmless-drawing.ts';

const sent = (drawing: string | Buffer) => `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;

test('icons of a site are shown as a whole, what is but a picture is not, and what runs is not shown at all', () => {
  const icons = readFileSync(new URL('../../../fixtures/zoo/icons.svg', import.meta.url), 'utf8');
  expect(harmlessDrawing(sent(icons))).toEqual({ drawing: icons, isWhole: true });
  expect(harmlessDrawing(sent(drawingOf('<image href="#b"/>')))).toMatchObject({ isWhole: false });
  expect(harmlessDrawing(sent(drawingOf('<script/>')))).toBe(undefined);
});

test('what is no drawing is none', () => {
  for (const data of ['', 'data:image/png;base64,AA==', 'data:image/svg+xml,<svg/>', 'data:image/svg+xml;base64,A'])
    expect(harmlessDrawing(data)).toBe(undefined);
  // Its words would not be seen.
  expect(harmlessDrawing(sent(Buffer.from('<svg><script/></svg>', 'utf16le')))).toBe(undefined);
});
