import { expect, test } from 'vitest';
import { lookups } from './palette-lookups.tsx';

const written = (words: string) => {
  const went: { to: string; params: Record<string, string>; q: string | undefined }[] = [];
  const all = lookups('p_1', words, ({ to, params, search }) => {
    const { q } = search({});
    went.push({ to, params, q });
  });
  for (const { onClick } of all) onClick?.({} as never); // nothing is read of the press
  return { labels: all.map(({ label }) => label), went };
};

test('an id leads to its session or its issue, whatever else it may be', () => {
  expect(written('FA3B956F89D68C50A1897A4AEFDB12E3').went[0]?.params).toMatchObject({
    session: 'fa3b956f89d68c50a1897a4aefdb12e3',
  });
  expect(written('7ce85128-2ea9-4d81-b28f-e916b07d8c8d').labels[0]).toBe(
    'Open the session 7ce85128-2ea9-4d81-b28f-e916b07d8c8d',
  );
  expect(written('b26b8fdef204cbcb').labels[0]).toBe('Open the issue b26b8fdef204cbcb');
});

test('words are looked for as they are written, not as a search of their own', () => {
  expect(written('  ').labels).toEqual([]);
  expect(['order', 'not', 'role:admin', 'a "b"'].map((words) => written(words).went[0]?.q)).toEqual([
    'order',
    '"not"',
    '"role:admin"',
    '"a \\"b\\""',
  ]);
});
