import { expect, test, vi } from 'vitest';
import { createKnownTexts } from './known-texts.ts';

test('a page is never made to wait for the list, and pages after it have the newest one', async () => {
  let time = 0;
  let stored = ['one'];
  const newest = vi.fn(async () => [...stored]);
  const texts = createKnownTexts({ newest }, () => time);
  expect(texts.of('p')).toEqual([]);
  await expect.poll(() => texts.of('p')).toEqual(['one']);
  const before = texts.of('p');
  expect(newest).toHaveBeenCalledTimes(1);
  time += 30_000;
  texts.of('p');
  await expect.poll(() => newest.mock.calls.length).toBe(2);
  // The same list, so that the answer made of it can be kept.
  expect(texts.of('p')).toBe(before);
  stored = ['two', 'one'];
  time += 30_000;
  texts.of('p');
  await expect.poll(() => texts.of('p')).toEqual(['two', 'one']);
  expect(texts.of('other')).toEqual([]);
});

test('a disk that cannot be read costs a page nothing', async () => {
  let time = 0;
  let broken = false;
  const newest = async () => {
    if (broken) throw new Error('broken');
    return ['one'];
  };
  const texts = createKnownTexts({ newest }, () => time);
  texts.of('p');
  await expect.poll(() => texts.of('p')).toEqual(['one']);
  broken = true;
  time += 30_000;
  expect(texts.of('p')).toEqual(['one']);
  await Promise.resolve();
  expect(texts.of('p')).toEqual(['one']);
});
