import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSeen } from '../later/seen.ts';
import { createKnownTexts } from './known.ts';

const nowhere = { get: () => null, set: () => undefined };

beforeEach(() => void vi.stubGlobal('location', { hostname: 'shop.example' }));
afterEach(() => void vi.unstubAllGlobals());

test('what was typed is known on the next page of the visit by its words, of a longer text by three in a row, of which hashes alone are kept; secrets are not', () => {
  const seen = createSeen(() => 'of this visit', nowhere);
  const before = createKnownTexts(undefined, seen);
  const fields = [
    'Ottilie Brandauer',
    'Klagenfurt',
    '0664 5550173',
    'ada.quist@brackwater.example',
    'my dog barks at strangers',
    '4821307',
    '64.451',
    'marigold_thwaite99',
    'zorblax77',
    'K1A 0B1',
    "Siobhan O'Gallowglas",
    '5559873412',
    '01715550987',
    '0612345678',
    'Мар’яна',
    '王小明',
    '남궁민수',
    'สมชายดี',
    'Jürgänsdörfer',
    '12500',
    '山田',
    '花子',
    'AB-482-CD',
    '4821 XQ',
    '72.5kg',
    '250 mg',
    '64815,5',
    '73914',
  ];
  for (const text of [...fields, 'call 555 0172 or write to hestia.vandrake@brackwater.example', '٤٧١١٩٣٥'])
    before.typed(text, false, {});
  before.typed('kestrel', true, {});
  before.typed('12', false, {});
  before.leave();
  const known = createKnownTexts(undefined, seen);
  expect(known.hideTyped('Thank you, OTTILIE Brandauer of Klagenfurt (quist)!')).toBe(
    'Thank you, ••••• ••••• of ••••• (•••••)!',
  );
  expect(known.hideTyped('@marigold_thwaite99, zorblax77 (/u/marigold.png)')).toBe(
    '@•••••_•••••, ••••• (/u/•••••.png)',
  );
  expect(known.hideTyped('/a/J%C3%BCrg%C3%A4nsd%C3%B6rfer.svg')).toBe('/a/•••••.svg');
  expect(known.hideTyped("Hello Siobhan O'Gallowglas")).toBe("Hello ••••• •••••'•••••");
  // As pages write it so that it may be parted at the end of a line.
  expect(known.hideTyped('For Otti\xadlie Bran\xaddau\xader')).toBe('For ••••• •••••');
  expect(known.hideTyped('for hestia.vandrake, 555-0172, ٤٧١١٩٣٥')).toBe('for •••••.•••••, •••••, •••••');
  expect(known.hideTyped('K1A 0B1 Ottawa, row 12 of 4')).toBe('••••• ••••• Ottawa, row 12 of 4');
  // In groups of its own, of letters and digits, and with what it counts right beside it or apart.
  expect(known.hideTyped('7 K1A-0B1; ab 482 cd, AB482CD, AB-483')).toBe(
    '7 •••••-•••••; ••••• ••••• •••••, •••••, AB-483',
  );
  expect(known.hideTyped('4821XQ or 4821 XQ')).toBe('•••••XQ or ••••• XQ');
  expect(known.hideTyped('72.5 kg, 72.5kg of 250mg, 250, 73914kg at A4 73,914.00, 64.815,50')).toBe(
    '•••••.••••• •••••, •••••.••••• of •••••, 250, •••••kg at A4 •••••.00, •••••,50',
  );
  expect(known.hide('Call 5550173 for Brandauer')).toBe('Call {text} for {text}');
  expect(known.hideTyped('Pay $4,821,307.00 or 4 821 307, rent 64,451 of 1,000,000')).toBe(
    'Pay $•••••.00 or •••••, rent ••••• of 1,000,000',
  );
  expect(known.hideTyped('(555) 987-3412, +1 (555) 987-3412 or +49 (171) 555-0987')).toBe('(•••••, +••••• or +•••••');
  expect(known.hideTyped('0664/555 01 73, +33 6 12 34 56 78, 24 h; 26.11.2026 15:54')).toBe(
    '•••••, +•••••, 24 h; 26.11.2026 15:54',
  );
  // As France writes what begins with its country, and others what ends on a single digit.
  expect(known.hideTyped('+33 6 12 34 56 78; 555-987-341-2')).toBe('+•••••; •••••');
  // Other numbers stand before it.
  expect(known.hideTyped('Order 10023, $12,500.00. On 26.11.2026 15:54 12.500,00')).toBe(
    'Order 10023, $•••••.00. On 26.11.2026 15:54 •••••,00',
  );
  expect(known.hideTyped("Мар'яна, МАРʼЯНА")).toBe("•••••'•••••, •••••");
  // Written together with what stands around it.
  expect(known.hideTyped('你好王小明！ 남궁민수님, คุณสมชายดีค่ะ, 王小')).toBe('你好•••••！ •••••님, คุณ•••••ค่ะ, 王小');
  // A family's name and one's own, each in a field, as Japan asks for them.
  expect(known.hideTyped('山田 花子 様、山田様、花子さんの')).toBe('••••• ••••• 様、•••••様、•••••さんの');
  // Of a text of four words and more three in a row are known, however the page puts them; a single one is anybody's.
  expect(known.hideTyped('Note: “My dog barks at strangers.”, barks')).toBe(
    'Note: “••••• ••••• ••••• ••••• •••••.”, barks',
  );
  expect(known.hide('barks at, my dog')).toBe('barks at, my dog');
  // Paths stay as they are, a word that somebody looked for is a word of them as well: but for a name put together, or in capitals.
  expect(['brandauer', 'thank-you', 'brandauer.json', 'my-list.json'].map(known.isData)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  const joined = [
    'Klagenfurt',
    'ottilie-brandauer',
    'ottilie_brandauer',
    'ottilie.brandauer',
    'my-dog-barks',
    'ottilie-brandauer.png',
    'Ottilie.png',
    'siobhan-o-gallowglas',
    'o-brandauer.png',
  ];
  expect(joined.map(known.isData)).toEqual(joined.map(() => true));
  expect(known.hideTyped('12 dogs at the kestrel')).toBe('12 dogs at the kestrel');
  expect(known.hideTyped('row-klagenfurt', 'odd')).toBe('row-klagenfurt');
  expect(
    createKnownTexts(
      undefined,
      createSeen(() => 'of another', nowhere),
    ).hideTyped('Klagenfurt'),
  ).toBe('Klagenfurt');
});

test('of a page and of a frame of it that has the SDK as well the next page knows what was typed in both, whichever was left last', () => {
  const texts = new Map<string, string>();
  const tab = { get: (name: string) => texts.get(name), set: (name: string, text: string) => texts.set(name, text) };
  const open = (): ReturnType<typeof createSeen> => createSeen(() => 'of this visit', tab);
  const both = ['Klagenfurt', 'Ottiline'].map((name) => {
    const seen = open();
    const known = createKnownTexts(undefined, seen);
    expect(known.hideTyped('Dear reader')).toBe('Dear reader');
    return { known, seen, name };
  });
  for (const { known, name } of both) known.typed(name);
  for (const { known, seen } of both) {
    known.leave();
    seen.leave();
  }
  expect(createKnownTexts(undefined, open()).hideTyped('Ottiline in Klagenfurt')).toBe('••••• in •••••');
});

test('what was typed is known in a tab after its session has ended, as where half an hour passes; what answers held is forgotten', () => {
  const texts = new Map<string, string>();
  const tab = { get: (name: string) => texts.get(name), set: (name: string, text: string) => texts.set(name, text) };
  let session = 'before the rest';
  const seen = createSeen(() => session, tab);
  const first = createKnownTexts(undefined, seen);
  first.typed('Ottiline');
  first.leave();
  seen.learn('larkspur', ['slug', 'plants']);
  const [number] = [seen.hash(7)];
  seen.sight(number, 'status', 'open');
  seen.leave();
  const next = createSeen(() => session, tab);
  const known = createKnownTexts(undefined, next);
  expect(known.hideTyped('Hello Ottiline')).toBe('Hello •••••');
  session = 'after it';
  expect(known.hideTyped('Hello Ottiline')).toBe('Hello •••••');
  expect(
    createKnownTexts(
      undefined,
      createSeen(() => session, tab),
    ).hideTyped('Ottiline'),
  ).toBe('•••••');
  expect(next.whereStood('larkspur')).toEqual([]);
  expect(next.isNew(number)).toBe(true);
});

test('whose something is stands in many languages with an `s` right behind the name: known on this page and on the next', () => {
  const seen = createSeen(() => 'of this visit', nowhere);
  const [before, here] = [createKnownTexts(undefined, seen), createKnownTexts()];
  for (const known of [before, here]) for (const name of ['Anna', 'Ottiline']) known.typed(name);
  before.leave();
  for (const known of [here, createKnownTexts(undefined, seen)])
    for (const whose of ['Annas', 'ANNAS', 'Ottilines'])
      expect(known.hide(`${whose} Konto, annasol`), whose).toMatch(/^\{text\}s? Konto, annasol$/);
});

test('on the next page a name in a script that writes vowels as marks is known within a longer word, and no mark of other words is taken for one', () => {
  const seen = createSeen(() => 'of this visit', nowhere);
  const before = createKnownTexts(undefined, seen);
  for (const name of ['கிருஷ்ணமூர்த்தி', 'Ottiline']) before.typed(name);
  before.leave();
  const known = createKnownTexts(undefined, seen);
  for (const [shown, hidden] of [
    ['வணக்கம் கிருஷ்ணமூர்த்திக்கு', 'வணக்கம் •••••க்கு'],
    ['नमस्ते, ยินดีต้อนรับที่', 'नमस्ते, ยินดีต้อนรับที่'],
    // A sign that draws another one in colours is a mark as well.
    ['❤️ ⚠️ \xad™️ 1️⃣', '❤️ ⚠️ \xad™️ 1️⃣'],
  ] as const)
    expect(known.hideTyped(shown)).toBe(hidden);
});

test('what was typed is known on the next page though answers there held thousands of ids since', () => {
  const seen = createSeen(() => 'of this visit', nowhere);
  const before = createKnownTexts(undefined, seen);
  before.typed('Ottiline');
  before.leave();
  const known = createKnownTexts(undefined, seen);
  for (let id = 0; id < 2_500; id++) seen.learn(id, ['id', 'order']);
  expect(known.hideTyped('Hello Ottiline')).toBe('Hello •••••');
});

test('on the next page a name of two short words, one with a number behind it, and all of a number in groups are known as well', () => {
  const seen = createSeen(() => 'of this visit', nowhere);
  const before = createKnownTexts(undefined, seen);
  const accounts = ['ES91 2100 0418 4502 0005 1332', 'DE89370400440532013000'];
  // Of a phone and a person each group in a field of its own.
  const groups = ['415', '555', '2671', '219', '09', '9999'];
  // Of eight digits, as in Denmark, Norway and Singapore.
  const phones = ['+45 32 12 94 56', '22123499'];
  for (const text of ['Li Na', 'Văn An', 'Ottilie', ...accounts, ...phones, ...groups]) before.typed(text, false, {});
  before.leave();
  const known = createKnownTexts(undefined, seen);
  const told = {
    'Welcome, Li Na! Na, li': 'Welcome, ••••• •••••! Na, li',
    'To Nguyễn Văn An (van an)': 'To Nguyễn ••••• ••••• (••••• •••••)',
    'Is ottilie99 free, or Ottilie_2? 99': 'Is ••••• free, or •••••_2? 99',
    'From ES91 2100 0418 4502 0005 1332 to DE89 3704 0044 0532 0130 00': 'From ES••••• to DE•••••',
    'Call 32129456 or +45 22 12 34 99': 'Call ••••• or +•••••',
    'Call (415) 555-2671 for 219-09-9999, on 28.11.2671 12:15': 'Call (••••• for •••••, on 28.11.••••• 12:15',
  };
  for (const [said, left] of Object.entries(told)) expect(known.hideTyped(said)).toBe(left);
  expect(['ottilie99', 'li-na', 'na', 'van-life'].map(known.isData)).toEqual([true, true, false, false]);
});

test('on the next page a name in a script without blanks, of which each part had a field of its own, is known where it is written together', () => {
  const told = {
    '山田|太郎': 'こんにちは山田太郎さん',
    '王|小明': '王小明的订单',
    '남궁|보라': '남궁보라의 주문',
  };
  for (const [parts, shown] of Object.entries(told)) {
    const seen = createSeen(() => 'of this visit', nowhere);
    const before = createKnownTexts(undefined, seen);
    for (const part of parts.split('|')) before.typed(part, false, { nodeType: 1 });
    before.leave();
    expect(createKnownTexts(undefined, seen).hideTyped(shown)).toBe(shown.replace(parts.replace('|', ''), '•••••'));
  }
});

test('the year of a birth is known on the page and on the next one, in this century as well; that of a day to come is anybody’s', () => {
  const seen = createSeen(() => 'of this visit', nowhere);
  const here = createKnownTexts(undefined, seen);
  for (const day of ['2009-05-03', '1971-05-03', '2031-05-03']) here.typed(day, false, {});
  here.leave();
  for (const known of [here, createKnownTexts(undefined, seen)])
    expect(known.hideTyped('Class of 2009, of 1971, © 2031')).toBe('Class of •••••, of •••••, © 2031');
});

test('of more than the next page is told, words of names stay', () => {
  const seen = createSeen(() => 'of this visit', nowhere);
  const before = createKnownTexts(undefined, seen);
  before.typed('Ottilie Brandauer', false, {});
  const letters = [...'abcdefghijklm'];
  for (const one of ['dogs', 'bees'])
    before.typed(
      letters.flatMap((a) => letters.flatMap((b) => letters.slice(0, 8).map((c) => one + a + b + c))).join(' '),
      false,
      {},
    );
  before.leave();
  expect(createKnownTexts(undefined, seen).hideTyped('For Ottilie Brandauer')).toBe('For ••••• •••••');
});
