import type { PageStream } from '@sightglass/replay';
import { expect, test } from 'vitest';
import { beforeNextPress } from './before-next-press.ts';

const pointer = (timestamp: number, kind: number) => ({ type: 3, timestamp, data: { source: 2, type: kind } });
const page = (events: object[]) => ({ pages: [{ events } as unknown as PageStream] }); // as much of a page as is looked at

test('a picture of what came of something ends before the next press', () => {
  const focus = pointer(1_300, 5);
  const scroll = { type: 3, timestamp: 1_350, data: { source: 3, id: 1, x: 0, y: 9 } };
  expect(beforeNextPress(page([focus, scroll]), 1_000, 1_800)).toBe(1_800);
  expect(beforeNextPress(page([focus, pointer(1_500, 1), pointer(1_510, 2)]), 1_000, 1_800)).toBe(1_499);
});

test('the press that it is about is no other, nor is one that comes later', () =>
  expect(beforeNextPress(page([pointer(1_020, 2), pointer(1_900, 2)]), 1_000, 1_800)).toBe(1_800));
