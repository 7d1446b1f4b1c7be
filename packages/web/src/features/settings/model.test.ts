import { expect, test } from 'vitest';
import { currentKey } from '../../client/index.ts';
import { intakeDays, lostItems, remarkWords, sampleWords, shareGone } from './model.ts';
import { keptSdksOf, snippetsOf } from './snippets.ts';

const key = (clientKey: string, createdAt: number, revokedAt: number | null = null) => ({
  id: clientKey,
  clientKey,
  createdAt,
  revokedAt,
  lastUsedAt: null,
});

test('a snippet never shows a key that was revoked', () => {
  expect(currentKey([key('old', 1), key('new', 3, 4), key('middle', 2)])).toBe('middle');
  expect(currentKey([key('gone', 1, 2)])).toBeNull();
});

test('every snippet that sends carries the real address and key', () => {
  const snippets = [snippetsOf, keptSdksOf].flatMap((of) => of('https://sight.example:8443', 'sgk_00'));
  for (const { id, pastes } of snippets)
    for (const { text } of pastes)
      if (id === 'sentry') expect(text).toContain("dsn: 'https://sgk_00@sight.example:8443/1'");
      else if (id !== 'person')
        expect([text.includes('https://sight.example:8443'), text.includes('sgk_00')]).toEqual([true, true]);
});

test('what came in on one day at one door is one line', () => {
  const outcome = (day: string, what: string, items: number) => ({ day, door: 'records', outcome: what, items });
  expect(
    intakeDays({
      outcomes: [
        outcome('2026-11-20', 'accepted', 5),
        outcome('2026-11-21', 'accepted', 2),
        outcome('2026-11-21', 'too_late', 1),
        outcome('2026-11-21', 'note:timing_span', 7),
      ],
    }),
  ).toEqual([
    {
      day: '2026-11-21',
      door: 'records',
      accepted: 2,
      refused: [{ outcome: 'too_late', items: 1 }],
      remarks: [{ outcome: 'note:timing_span', items: 7 }],
    },
    { day: '2026-11-20', door: 'records', accepted: 5, refused: [], remarks: [] },
  ]);
});

test('what was sent twice is refused, and not lost', () => {
  const outcome = (what: string, items: number) => ({ day: '2026-11-21', door: 'records', outcome: what, items });
  expect(
    lostItems({
      outcomes: [outcome('accepted', 9), outcome('duplicate', 4), outcome('too_late', 1), outcome('note:telemetry', 3)],
    }),
  ).toBe(1);
});

test('a remark is read as words', () => expect(remarkWords('note:timing_span')).toBe('timing span'));

test('a removal is done when nothing is left, and never goes backwards past its start', () => {
  const before = { sessions: 10, records: 80, segments: 10 };
  expect(shareGone({ sessions: 10, records: 20, segments: 10 }, before)).toBe(0.25);
  expect(shareGone({ sessions: 0, records: 0, segments: 0 }, before)).toBe(1);
  expect(shareGone({ ...before, records: 90 }, before)).toBe(0);
  expect(sampleWords({ sessions: 1_204, records: 1, segments: 0 })).toBe(
    '1,204 sessions, 1 record and 0 replay segments',
  );
});
