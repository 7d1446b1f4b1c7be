import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function token(name: string, theme: 'light' | 'dark'): string {
  const pair = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(css);
  const colour = pair?.[theme === 'light' ? 1 : 2];
  if (colour === undefined) throw new Error(`No colour pair named --${name}`);
  return colour;
}

/** Relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces = ['canvas', 'surface', 'surface-sunken', 'surface-raised'];
const reading = ['text', 'text-quiet', 'text-faint', 'accent', 'good', 'warning', 'danger'].flatMap((ink) =>
  surfaces.map((ground) => [ink, ground] as const),
);
const labels = [
  ['on-accent', 'accent'],
  ['on-danger', 'danger'],
  ['accent', 'accent-soft'],
  ['text', 'accent-soft'],
  ['good', 'good-soft'],
  ['warning', 'warning-soft'],
  ['danger', 'danger-soft'],
  ['text', 'density-0'],
] as const;
const shapes = [
  'focus',
  'field-line',
  'live',
  'band-good',
  'band-bad',
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
];

test.each(['light', 'dark'] as const)('every text can be read on every surface it may stand on, %s', (theme) => {
  const weak = [...reading, ...labels]
    .map(([ink, ground]) => ({ ink, ground, ratio: contrast(token(ink, theme), token(ground, theme)) }))
    .filter(({ ratio }) => ratio < 4.5);
  expect(weak).toEqual([]);
});

test.each(['light', 'dark'] as const)('focus, fields, dots and lines of charts stand out at 3:1, %s', (theme) => {
  const weak = shapes
    .map((ink) => ({ ink, ratio: contrast(token(ink, theme), token('surface', theme)) }))
    .filter(({ ratio }) => ratio < 3);
  expect(weak).toEqual([]);
});
