import type { WireRecord } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { lookAlikes, type Made, trueOnes } from '../testing/slip-texts.ts';
import { catchSlips, hideSlips } from './index.ts';

const seed = 4_711;

function tell(name: string, wrong: Made[], of: number): void {
  console.log(
    `${name}: ${wrong.length} of ${of} (seed ${seed})`,
    wrong.slice(0, 5).map(({ kind, text }) => `${kind}: ${text}`),
  );
}

test('P23: of 1,000 cards, accounts, e-mails, tokens and national ids in texts, at least 990 are caught', () => {
  const made = trueOnes(1_000, seed);
  // What says itself what it is keeps its name.
  const secretOf = ({ core }: Made): string => core.split(/[ =]/).at(-1) ?? core;
  const missed = made.filter((one) => hideSlips(one.text).includes(secretOf(one)));
  tell('missed', missed, made.length);
  expect(missed.length).toBeLessThanOrEqual(10);
});

test('P23: of 1,000 texts that only look like them, at most 10 are changed', () => {
  const made = lookAlikes(1_000, seed + 1);
  const changed = made.filter(({ text }) => hideSlips(text) !== text);
  tell('changed', changed, made.length);
  expect(changed.length).toBeLessThanOrEqual(10);
});

test.each([
  ['4556.7375.8689.9855', '{card}'],
  ['4556\u20117375\u20118689\u20119855', '{card}'],
  ['4556\u00a07375\u00a08689\u00a09855', '{card}'],
  ['4556\u200b7375\u200b8689\u200b9855', '{card}'],
  ['４５５６７３７５８６８９９８５５', '{card}'],
  ['٤٥٥٦ ٧٣٧٥ ٨٦٨٩ ٩٨٥٥', '{card}'],
  ['۴۵۵۶۷۳۷۵۸۶۸۹۹۸۵۵', '{card}'],
  ['ＤＥ８９３７０４００４４０５３２０１３０００', '{iban}'],
  ['DE89\u202f3704\u202f0044\u202f0532\u202f0130\u202f00', '{iban}'],
  ['quillon＠ostrander.example', '{email}'],
])('%s is %s, whatever its digits, blanks and dashes', (text, placeholder) => {
  expect(hideSlips(`For ${text} only`)).toBe(`For ${placeholder} only`);
});

test.each([
  ['connect postgres://app:kestrel@db.example:5432/x failed', 'connect postgres://{token}@db.example:5432/x failed'],
  ['redis://:k3strel@cache:6379', 'redis://{token}@cache:6379'],
  ['client_secret=k3strel9&x=1', 'client_secret={token}&x=1'],
  ['{"refreshToken":"k3strel9"}', '{"refreshToken":"{token}"}'],
  ['DB_PASSWORD: k3strel9', 'DB_PASSWORD: {token}'],
  ['?X-Amz-Signature=3b211af2dfc78581&sig=3b211af2', '?X-Amz-Signature={token}&sig={token}'],
  ['Account DE89-3704-0044-0532-0130-00', 'Account {iban}'],
  ['shipping: 10023456 at http://host:8080/a@2x.png', 'shipping: 10023456 at http://host:8080/a@2x.png'],
  ['design: 10023456, 12 tokens', 'design: 10023456, 12 tokens'],
])('%s is stored as %s', (text, stored) => {
  expect(hideSlips(text)).toBe(stored);
});

test('a text in which nothing is found stays as it was, signs that nobody sees included', () => {
  for (const text of ['Größe\u00a042 – ２０２６年１１月２６日', '٢٦ نوفمبر ٢٠٢٦', 'Zei\u00adchen 4556\u200b1234'])
    expect(hideSlips(text)).toBe(text);
});

test('every text of a record is looked at, keys too; ids, files and what was allowed stay', () => {
  const card = '4111 1111 1111 1111';
  const record: WireRecord = {
    kind: 'error',
    at: 1,
    source: 'uncaught',
    handled: false,
    type: 'Error',
    message: `No ${card} for quillon@ostrander.example`,
    stack: [{ host: '', file: '/assets/index-DiwrgTda81Xk29fQz0.js', function: 'a1B2c3D4e5F6g7H8i9J0k1' }],
    causes: [{ type: 'Error', message: `since ${card}` }],
  };
  expect(catchSlips(record)).toBe(2);
  expect(record).toMatchObject({ message: 'No {card} for {email}', causes: [{ message: 'since {card}' }] });
  expect(record.stack).toEqual([
    { host: '', file: '/assets/index-DiwrgTda81Xk29fQz0.js', function: 'a1B2c3D4e5F6g7H8i9J0k1' },
  ]);
  const said: WireRecord = { kind: 'context', at: 1, attributes: { 'a@b.example': 1, plan: 'gold' } };
  catchSlips(said);
  expect(said.attributes).toEqual({ '{email}': 1, plan: 'gold' });
  // What the application calls so is no id and no word of ours, and a card may be given as a number.
  const paid: WireRecord = {
    kind: 'custom',
    at: 1,
    name: 'paid',
    attributes: {
      id: 'a@b.example',
      method: card,
      level: 'gold',
      card: 4_111_111_111_111_111,
      visits: 1_732_672_800_000,
    },
  };
  expect(catchSlips(paid)).toBe(3);
  expect(paid.attributes).toEqual({
    id: '{email}',
    method: '{card}',
    level: 'gold',
    card: '{card}',
    visits: 1_732_672_800_000,
  });
  const user: WireRecord = {
    kind: 'user',
    at: 1,
    visitor: 'quillon@ostrander.example',
    traits: { mail: 'a@b.example' },
  };
  expect(catchSlips(user)).toBe(0);
});

test('a text against its patterns costs time in step with its length', () => {
  for (const piece of [
    'a@',
    '4111 ',
    'aB1',
    'token=',
    'DE00 ',
    'eyJaaaaaaaa.',
    '-----BEGIN PRIVATE KEY-----',
    '%40a.',
    'a.a@a.',
  ]) {
    const text = piece.repeat(2_048 / piece.length);
    // Of this thread alone, and at its best: what is collected meanwhile is not the text's fault.
    const tookMs = Array.from({ length: 5 }, () => {
      const began = process.threadCpuUsage();
      hideSlips(text);
      return process.threadCpuUsage(began).user / 1_000;
    });
    expect(Math.min(...tookMs), piece).toBeLessThan(20);
  }
});
