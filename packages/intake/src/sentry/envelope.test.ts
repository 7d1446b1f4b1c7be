import { expect, test } from 'vitest';
import { tools } from '../../../../fixtures/corpus/captured.ts';
import { decode, envelope, event, head, now, recordsOf, seconds } from '../testing/envelope.ts';
import { sentry } from './index.ts';

test('an envelope may have blank lines, no last newline, empty items and a length that counts bytes', () => {
  const text = 'Größe 😀 fehlt';
  const payload = Buffer.from(JSON.stringify({ event_id: 'a'.repeat(32), timestamp: seconds, message: text }));
  const body = Buffer.concat([
    envelope({}, [{ type: 'session' }, ''], [{ type: 'event' }, payload]),
    Buffer.from('\r\n\n{"type":"session"}\r\n{}\r\n'),
  ]);
  const lifted = decode(body);
  expect(lifted).toMatchObject({ aside: {}, apart: { session: 2 } });
  expect(recordsOf(lifted)).toMatchObject([{ kind: 'console', level: 'info' }]);
});

test('M16: an envelope keeps the good items before and after a bad one', () => {
  const lifted = decode(
    envelope(
      {},
      event(),
      [{ type: 'event' }, 'no json'],
      [{ type: 'novelty' }, {}],
      event({ event_id: 'b'.repeat(32) }),
    ),
  );
  expect(recordsOf(lifted)).toHaveLength(2);
  expect(lifted.aside).toEqual({ 'an item that is no JSON object': 1, 'an item of an unknown type': 1 });
});

test('M16: an envelope that is cut short keeps what came before', () => {
  const whole = envelope({}, event(), [{ type: 'event' }, Buffer.from(JSON.stringify(event()[1]))]);
  expect(decode(whole.subarray(0, whole.length - 9))).toMatchObject({ aside: { 'an item that is cut short': 1 } });
  expect(sentry.decode(Buffer.from('nothing'), head, { receivedAt: now, sample: false }, tools)).toHaveProperty(
    'reason',
  );
});

test('an envelope sets apart what is no part of a visit, and says what the SDK threw away itself', () => {
  const report = {
    discarded_events: [{ reason: 'ratelimit_backoff', category: 'error', quantity: 3 }, { reason: 7 }],
  };
  const lifted = decode(
    envelope(
      {},
      [{ type: 'profile' }, '{}'],
      [{ type: 'attachment' }, Buffer.from([0, 10, 1])],
      [{ type: 'client_report' }, report],
    ),
  );
  expect(lifted.apart).toEqual({
    profile: 1,
    attachment: 1,
    client_report: 1,
    sdk_discarded_error_ratelimit_backoff: 3,
  });
  expect(lifted.aside).toEqual({});
});
