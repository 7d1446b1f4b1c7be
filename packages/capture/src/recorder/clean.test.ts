import { expect, test } from 'vitest';
import { createNoAssets } from './assets.ts';
import { createCleaner, maskTokens } from './clean.ts';
import type { RecorderParts } from './recorder.ts';

test('of an account, a card, a key or a number of somebody no part is left, however it is written', () => {
  const secrets = [
    ...['FR14 2004 1010 0505 0001 3M02 606', 'FR1420041010050500013M02606', 'fr14-2004-1010-0505-0001-3m02-606'],
    ...['BR15 0000 0000 0000 1093 2840 814P 2', 'IT60 X054 2811 1010 0000 0123 456', 'qa58dohb00001234567890abcdefg'],
    ...[
      'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
      'GB29 NWBK 6016 1331 9268 19',
      'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000',
    ],
    ...['xoxb-123456789012-qwhdkfjgnbvc', '12345678901234567890abcdefghij', '4929 1273 4567 8904', '3782-822463-10005'],
    ...['QQ 12 34 56 C', '529.982.247-25', 'jbsw y3dp ehpk 3pxp', '900101-1234567', '+49 171 5550199'],
  ];
  for (const secret of secrets) expect(maskTokens(`${secret}, and so on`), secret).toBe('•••••, and so on');
});

test('an address with a password in it is a secret whatever its host is called, as is a word with such a sign in it', () => {
  for (const secret of ['mongodb://root:kestrelmarlow@mongo', 'ftp://ada:kestrel@files', 'P@ssw0rd', 'ada@localhost'])
    expect(maskTokens(`Use ${secret} for now`)).toBe('Use ••••• for now');
});

test('what stands behind a sign as in a query is a secret in a text as well, though no word looks like one', () => {
  expect(maskTokens('https://x.example/reset?token=kestrelmarlow')).toBe('https://x.example/reset?•••••');
  expect(maskTokens('Server=db;Password=kestrelpass; a=b, lang=en-GB, page=2')).toBe(
    'Server=db;•••••; a=b, lang=en-GB, page=2',
  );
});

test('words, versions, sizes, prices and moments stay as they are', () => {
  const texts = [
    ...['16:9', 'SHA-256', '/t-shirt?', 'v2.10.3', '1920x1080', 'W32 L34', '2 x 500 g', '20,000 mAh', '€1,234,567.89'],
    ...['2026-11-28T14:05', 'iPhone 15 Pro Max', 'Seat 12F, row 7', 'over four days from noon', 'INV-2026-0042'],
    ...['@ada', 'a @ b', 'at 5 @ 9'],
    ...['1–24 of 1,204', 'DE123456789', '0.30000000000000004', 'team plan beta 2026 with seat maps'],
  ];
  for (const text of texts) expect(maskTokens(text)).toBe(text);
});

const parts = { hideTyped: (text: string) => text } as RecorderParts;
const { css } = createCleaner(
  parts,
  createNoAssets('none', () => undefined),
);

test('what a rule is for stays, whatever looks like a token in it, right behind one that ends on a variable', () => {
  const rules = [
    '.a{color:var(--ink);}:where(.css-1y106cm).b{top:0}',
    '.a{color:var(--ink,red)}:is(.c4n9k2p7x) a{top:0}',
    '.a{transition-property:--ink}:not(.c4n9k2p7x){top:0}',
  ];
  for (const rule of rules) expect(css(rule)).toBe(rule);
  expect(css('.a{--ink:c4n9k2p7x}:root{--größe:c4n9k2p7x}')).toBe('.a{--ink:•••••}:root{--größe:•••••}');
});

test('fonts that Next.js has named stay apart, also in a variable; what else looks like a token does not', () => {
  const sheet = `@font-face{font-family:'__Inter_d65c78'}@font-face{font-family:'__Inter_Fallback_d65c78';src:local("Arial")}
    .a{--font:'__Inter_d65c78','__Inter_Fallback_d65c78'}.b{font-family:"__myFont_1a2b3c"}`;
  expect(css(sheet)).toBe(sheet);
  expect(css('.a{font-family:"q7x2k9p4mz81"}')).toBe('.a{font-family:"•••••"}');
});
