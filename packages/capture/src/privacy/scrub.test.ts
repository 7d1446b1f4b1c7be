import { scrubMessage, templatePath } from '@sightglass/privacy';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSeen } from '../later/seen.ts';
import { createKnownTexts } from './known.ts';
import { placeOf, routeOf } from './path.ts';

const nowhere = { get: () => null, set: () => undefined };

test('a hash is part of the route when it is one', () => {
  expect(routeOf({ pathname: '/app', hash: '#/orders/77?tab=lines' }, createKnownTexts())).toBe(
    '/app#/orders/{integer}',
  );
  expect(routeOf({ pathname: '/app', hash: '#section-2' }, createKnownTexts())).toBe('/app');
});

test('what the person typed is no part of a path, unless it was a word of the page before', () => {
  const known = createKnownTexts();
  expect(templatePath('/orders', known)).toBe('/orders');
  known.typed('orders');
  known.typed('Quillon');
  expect(templatePath('/orders/search/Quillon', known)).toBe('/orders/search/{token}');
  known.typed('Renée Quétinaud');
  for (const part of [
    'renee-quetinaud',
    'by-renee-quetinaud-42',
    'reneeQuetinaud',
    'Renee_Quetinaud.csv',
    '~quetinaud',
  ])
    expect(templatePath(`/orders/${part}`, known)).toBe('/orders/{token}');
  known.typed('Kündigung_Ottokar_Pfeiffer.pdf');
  known.typed('홍길동이');
  for (const part of ['k-ndigung-ottokar-pfeiffer.pdf', '홍길동이.html', '홍길동이'.normalize('NFD')])
    expect(templatePath(`/files/${part}`, known)).toBe('/files/{token}');
  expect(templatePath('/reports/flu.json', known)).toBe('/reports/flu.json');
  known.typed('gout');
  for (const [part, keepFile] of [['gout.json'], ['gout.js', true]] as const)
    expect(templatePath(`/reports/${part}`, known, keepFile)).toBe('/reports/{token}');
  known.typed('flu');
  expect(templatePath('/reports/flu.json', known)).toBe('/reports/flu.json');
  known.typed('本 の 話');
  expect(templatePath('/私のページ', known)).toBe('/私のページ');
  known.typed('please call marigold_99 about this');
  expect(known.hide('To marigold_99')).toBe('To {text}');
});

beforeEach(() => void vi.stubGlobal('location', { hostname: 'shop.example' }));
afterEach(() => void vi.unstubAllGlobals());

test('a host that somebody typed is told as that; those of the page’s own site, and those called before, by their names', () => {
  vi.stubGlobal('location', { host: 'desk.brackwater.example', hostname: 'desk.brackwater.example' });
  vi.stubGlobal('document', { baseURI: 'https://desk.brackwater.example/' });
  const known = createKnownTexts();
  const hostOf = (host: string) => placeOf(`https://${host}/x`, known)?.host;
  expect(hostOf('maps.tiles.example')).toBe('maps.tiles.example');
  known.typed('https://ravenscroft-clinic.example/ambrose');
  known.typed('ada@brackwater.example', false, {});
  known.typed('maps.tiles.example', false, {});
  expect(['www.ravenscroft-clinic.example', 'api.brackwater.example', 'maps.tiles.example'].map(hostOf)).toEqual([
    '{text}',
    'api.brackwater.example',
    'maps.tiles.example',
  ]);
});

test('what is known to be data goes, whole or in part, in any case', () => {
  const known = createKnownTexts();
  known.typed('17 Larkspur Row');
  known.answered('Workshop Canary three');
  expect(scrubMessage('no way to 17 larkspur row, nor Larkspur, for workshop canary three', known)).toBe(
    'no way to {text}, nor {text}, for {text}',
  );
  known.typed('ann');
  expect(scrubMessage('ann planned it', known)).toBe('{text} planned it');
});

describe('what was typed is known again', () => {
  const after = (...typed: string[]): ReturnType<typeof createKnownTexts> => {
    const known = createKnownTexts();
    const field = {};
    for (const text of typed) known.typed(text, false, field);
    return known;
  };

  test.each([
    ['quillon varga', 'For QUILLON VARGA', 'For •••••'],
    ['Quillon Varga-Ostrander', 'Hello Quillon', 'Hello •••••'],
    ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00', '•••••'],
    ['mild persistent asthma since childhood', 'mild persistent asthma…', '•••••…'],
    ['tell @marlow about the sessions on Friday', ' about the sessions on Friday', ' •••••'],
    ['please delete my account', 'Delete', 'Delete'],
    ['Anna Kent', 'Welcome back, Anna!', 'Welcome back, •••••!'],
    ['山田', 'ようこそ山田様', 'ようこそ•••••様'],
    ['１２３４５', 'No. 12345', 'No. •••••'],
    ['1234567', '₹ 12,34,567', '₹ •••••'],
    ['1984-03-17', 'born 17 March 1984', 'born 17 March •••••'],
    ['2026-11-22', 'on 22 November 2026', 'on 22 November 2026'],
    ['Anton Großmann', 'FOR A. GROSSMANN', 'FOR A. •••••'],
    ['ann', 'ann planned it', '••••• planned it'],
    ['jocund vellichor', 'Jocund-Vellichor, jocund_vellichor and #jocundVellichor', '•••••, ••••• and #•••••'],
    ['said "orpiment" twice', '{"a":"said \\"orpiment\\" twice"}', '{"a":"•••••"}'],
    ["O'Gallowglas", 'Mrs O’Gallowglas', 'Mrs •••••'],
    ['Мар’яна Лук’яненко', "ЛУК’ЯНЕНКО, Мар'яна", '•••••, •••••'],
    ['Mara O’Gallowglas and her dog', "Gallowglas, O'GALLOWGLAS, ogallowglas", '•••••, •••••, •••••'],
    ["Дар'я", 'для Дарʼя', 'для •••••'],
    ['Kaʻahumanu', "Kaahumanu, Ka'ahumanu", '•••••, •••••'],
    ['Gal·la Montserrat Pi i Sunyer', 'GAL·LA', '•••••'],
    ['thermoplast', 'a thermo\xadplast', 'a •••••'],
    ['José Álvarez', 'Für Jose Alvarez', 'Für •••••'],
    ['Zoe Bronte', 'Für Zoë Brontë', 'Für •••••'],
    ['Brönte', 'Für Bro\u0308nte', 'Für •••••'],
    ['やまだ はなこさん', 'こんにちはやまだ はなこさん', 'こんにちは•••••'],
    ['ada.quist@brackwater.example', 'quist of brackwater', '••••• of •••••'],
    ['https://brackwater.example/quist', 'see brackwater.example/quist', 'see •••••'],
    ['mesocarp.pdf', 'Mesocarp (1 page)', '••••• (1 page)'],
    ['84537', '84,537 a year, 84.537, $84 537.00', '••••• a year, •••••, $•••••.00'],
    ['1000', '10.00 for 1,000', '10.00 for •••••'],
    ['604827', '60 48 27, 6·0·4·8·2·7 or 60-4827 of 604828', '•••••, ••••• or ••••• of 604828'],
    ['01715550733', 'call +49 171 5550733', 'call +•••••'],
    ['+491725550744', 'call 0172 / 5550744', 'call •••••'],
    ['14:37', 'at 14:37', 'at •••••'],
    ['3/14/87', 'born 3/14/87', 'born •••••'],
    ["O'Gallowglas", 'O&#39;Gallowglas, O&amp;#39;Gallowglas, O%27Gallowglas', '•••••, •••••, •••••'],
    [
      'Larkspur',
      'for &#76;&#97;&#114;&#107;&#115;&#112;&#117;&#114;, &#x4c;&#x61;&#x72;&#x6b;&#x73;&#x70;&#x75;&#x72;',
      'for •••••, •••••',
    ],
    ['Jürgen', 'for J&#252;rgen, &#169; of all', 'for •••••, © of all'],
    ['Jürgen', 'AT&T &#8364; &#x1F600; &#0; &#xzz;', 'AT&T &#8364; &#x1F600; &#0; &#xzz;'],
    ['mild asthma', '/find?q=mild%20asthma', '/find?q=•••••'],
    ['Оксанченко', '/p/%D0%9E%D0%BA%D1%81%D0%B0%D0%BD%D1%87%D0%B5%D0%BD%D0%BA%D0%BE.svg', '/p/•••••.svg'],
    ['Jürgen Großkurth', '/p?of=J%C3%BCrgen%20Gro%C3%9Fkurth', '/p?of=•••••'],
    ["O'Gallowglas", '50% of O%27Gallowglas', '50% of •••••'],
    ['Jürgen', 'see /p/%C3%BCber%20uns', 'see /p/%C3%BCber%20uns'],
    ['my boss (Grundelhofer) said "Kornweiler" knew', 'Grundelhofer or Kornweiler', '••••• or •••••'],
    ['Siobhan Wick-Ostrander', 'Mrs Ostrander', 'Mrs •••••'],
    ['I am ill. He knows about my treatment. Ok', 'Note: he knows about my treatment', 'Note: ••••• •••••'],
    ['i got fired :cry: because of my drinking', 'i got fired 😢 because of my drinking', '••••• 😢 because of •••••'],
    ['ask @lutz about the biopsy results', 'ask Lutz Ober about the biopsy results', 'ask ••••• Ober about •••••'],
    ['I want to tell you that I want to go', 'If you want to, I want to', 'If you want to, I want to'],
    ['7392', 'Code 7 3 9 2 or 7-3-9-2, 73.92 of 1 7 3', 'Code ••••• or •••••, 73.92 of 1 7 3'],
    ['sonata', 'a person at a table', 'a person at a table'],
    ['ottiline quarrington', 'Quarrington, Ottiline', '•••••, •••••'],
    ['one of the quarringtons is here', 'Quarringtons', '•••••'],
    ['one of the quarringtons is here', 'To a quarrington', 'To a quarrington'],
    ['Bogusława Żółkiewska', 'boguslawa-zolkiewska', '•••••'],
    ['ışılay yıldız', 'Yildiz, ISILAY', '•••••, •••••'],
    ['Søren Đorđević', 'Soren and Dordevic', '••••• and •••••'],
    ['Ħamrun', 'hamrun-42', '•••••-42'],
    ['jo.wu@brackwater.example', 'as @jo.wu', 'as @•••••'],
    ['85250.5', '$85,250.50 and 85.250,50 of 85251', '$••••• and ••••• of 85251'],
    ['1234.5', '12345 or 1234.55', '••••• or 1234.55'],
    ['23.10.1987', 'born 1987-10-23 or in 1987, in 2023', 'born •••••-10-23 or in •••••, in 2023'],
    ['10231987', 'born 23/10/1987', 'born 23/10/•••••'],
    ['2026-11-22 14:30', '© 2026', '© 2026'],
    ['2026-11-22T14:30', 'on 2026-11-22 at 14:30, not at 14:45', 'on ••••• at •••••, not at 14:45'],
    ['4556 7375 8689 9855', '7375', '•••••'],
    ['+44 7838 549231', '549231', '•••••'],
    ['4556 7375 8689 9855', '7375 of 9000', '7375 of 9000'],
    ['Anton Großmann', 'FÜR A. GROẞMANN', 'FÜR A. •••••'],
    ['محمد الأنصاري', 'إلى مـحـمـد', 'إلى •••••'],
    ['marigold', 'bWFyaWdvbGQ=, /u/bWFyaWdvbGQ and VXNlcjptYXJpZ29sZA==', '•••••=, /u/••••• and •••••=='],
    ['marigold', 'orderStatusText of TmFyY2lzc3Vz', 'orderStatusText of TmFyY2lzc3Vz'],
    ['1739.00', '$1,739, and 1740', '$•••••, and 1740'],
    ['1739,00', '1.739 €', '••••• €'],
    ['250,000', '250 of 250,000', '250 of •••••'],
    ['DE89 3704 0044 0532 0130 00', 'Konto 0532013000 or 532013000', 'Konto ••••• or •••••'],
    ['gb82west12345698765432', 'account 98765432', 'account •••••'],
    [
      '85250',
      'RM85,250.00, 85,250円 or 85250kr; 85250px, 185250kr',
      'RM•••••.00, •••••円 or •••••kr; 85250px, 185250kr',
    ],
    ['72.5', 'weighs 72.5kg, is 72.5vh high', 'weighs •••••kg, is 72.5vh high'],
    ['250', '250mg of 250x250 or w250', '•••••mg of 250x250 or w250'],
    ['علی کریمی', 'السيد علي كريمي', 'السيد •••••'],
    ['0048217', 'No. 48217', 'No. •••••'],
    ['611 1234', 'call +3546111234 or +354 611 1234, not 3546111234', 'call ••••• or +354 •••••, not 3546111234'],
    ['48217', 'No. 0048217 of 148217', 'No. ••••• of 148217'],
    ['05191973', 'born 19 May 1973', 'born 19 May •••••'],
    ['Quist\tgout\tfemale\t48213\ttired', 'gout', '•••••'],
    ['call (415) 555-0134 about the 85,250.75 we owe', 'To (415) 555-0134: 85250.75', 'To (•••••: •••••'],
    ['the gate code is 4713, the dog is friendly', 'Gate 4713', 'Gate •••••'],
    ['write to hestia.vandrake@brackwater.example about it', 'for hestia.vandrake', 'for •••••'],
    ['look at quist-clinic.example/x for more', 'https://quist-clinic.example/', 'https://•••••/'],
    ['https://www.quist-clinic.example/jobs', 'by quist-clinic.example', 'by •••••'],
    ['- buy more valium', 'valium again', '••••• again'],
    ['48.213', '$482.13 of $483.13', '$••••• of $483.13'],
    ['شهرزاد ۰۹۱۲۳۴۵۶۷۸۹', 'به ۰۹۱۲ ۳۴۵ ۶۷۸۹', 'به •••••'],
    ['شهرزاد ۰۹۱۲۳۴۵۶۷۸۹', '۰۹۱۲ ۳۴۵ ۶۷۸۹', '•••••'],
    ['٤٧١١٩٣٥', 'رقم ٤٧١١٩٣٥, ٤٬٧١١٬٩٣٥', 'رقم •••••, •••••'],
    ['psychotherapy appointment on friday', 'Undo “psychotherapy appoin…”', 'Undo “•••••...”'],
    ['asthma, gluten, peanut butter, latex and nuts', 'Remove latex, gluten, butter', 'Remove •••••, •••••, •••••'],
    ['bulimia;vertigo;scabies;hernia', 'vertigo', '•••••'],
    ['name,born\nquist,1977-02-03,lupus,opium', 'lupus', '•••••'],
    ['哮喘、麸质、乳胶、坚果', '对乳胶过敏', '对•••••过敏'],
    ['I was tired, so he went home without me, sadly', 'tired, home, sadly', 'tired, home, sadly'],
    ['1,250,500 of 1,300,400', '500 of 400', '500 of 400'],
  ])('%s in “%s”', (typed, shown, hidden) => expect(after(typed).hideTyped(shown)).toBe(hidden));

  test('of a text of any length nothing is shown, also where what it began as is known', () => {
    const long = Array.from({ length: 90 }, (_, at) => `Ottoline ${at} was at the brackwater${at} in May.`).join(' ');
    const known = after(...Array.from({ length: 40 }, (_, at) => long.slice(0, at * 9)), long);
    expect(known.hideTyped(`Said: ${long}`)).toMatch(/^Said: [•\s.]+$/);
  });

  test('style sheets go by single words, and by no name', () => {
    const known = after('Quillon Varga');
    known.typed('Button');
    expect(known.hideTyped('button row-quillon-varga', 'odd')).toBe('button row-•••••');
  });

  test('a name is hidden in a class though it is written small there, save where a style sheet goes by that word', () => {
    const known = after('Eleonora', 'Orders');
    known.hideTyped('.list-orders > li { color: red }', 'odd');
    expect(known.hideTyped('card u-eleonora list-orders', 'odd')).toBe('card u-••••• list-orders');
    // What an element is stands alone.
    known.typed('Checkbox', false, {});
    expect(known.hideTyped('checkbox', 'odd')).toBe('checkbox');
    // A sheet that says it in a string does not go by it.
    known.typed('marlowquince', true, {});
    known.hideTyped(`.q::after { content: "marlowquince" } /* don't */\n.r { quotes: 'marlowquince' '' }`, 'odd');
    expect(known.hideTyped('of-marlowquince', 'odd')).toBe('of-•••••');
  });

  test('a short name and a number of five digits are hidden in an id and a class as a long one is; a short word in small letters is anybody’s', () => {
    const known = after('Anna', '山田太郎', 'main');
    expect(known.hideTyped('choice-mutm-Anna choice-山田太郎 main-nav', 'odd')).toBe(
      'choice-mutm-••••• choice-••••• main-nav',
    );
    const numbered = after('48213', '7391');
    numbered.typed('7391', false, {});
    expect(numbered.hideTyped('order-48213 row-7391', 'odd')).toBe('order-••••• row-7391');
  });

  test('of a secret in several words each is known, though it is short and small; of its digits only all', () => {
    const known = after();
    known.typed('wrestle kitten 4711 0815', true, {});
    expect(known.hideTyped('3. kitten, then wrestle 4711')).toBe('3. •••••, then ••••• 4711');
  });

  test('of several codes, numbers and names in one secret each is known by itself, as of any other text', () => {
    const known = after();
    known.typed('codes 739-1548, a1b2c-3d4e5 for Ann Lee', true, {});
    expect(known.hideTyped('Left: 739-1548')).toBe('Left: •••••');
    expect(known.hideTyped('Left: a1b2c-3d4e5')).toBe('Left: •••••');
  });

  test('a label that is a piece of what was typed is hidden as a whole, and one that is a piece of an answer is not', () => {
    const known = after('please tell marlow about the chemotherapy sessions');
    known.answered('Your delivery address is not complete');
    expect([known.hide('the chemotherapy sessions'), known.hide('Delivery address')]).toEqual([
      '{text}',
      'Delivery address',
    ]);
  });

  test('a line that another begins with stays known', () => {
    const known = after('Ann\nAnne B', 'Ann\nAnne Bell');
    known.typed('next', false, {});
    expect(known.hideTyped('Ann, Anne Bell')).toBe('•••••, •••••');
  });

  test('a word on the way to a longer one is known while the field is typed in, and forgotten in the next', () => {
    const known = after('the', 'theo', 'theodore');
    expect(known.hideTyped('Results for theo')).toBe('Results for •••••');
    known.typed('next', false, {});
    expect(known.hideTyped('the theodore')).toBe('the •••••');
  });

  test('what a field was emptied of by the page, as chats and lists of chips do, stays known though the next text begins as it', () => {
    const known = after(
      'Ann',
      '',
      'A',
      'An',
      'Ann',
      'Anna',
      'Anna B',
      '',
      'I',
      'I a',
      'I am sick',
      '',
      'I',
      'I a',
      'I am sick since',
    );
    known.typed('next', false, {});
    expect(['Ann', 'I am sick'].map((text) => known.hideTyped(text))).toEqual(['•••••', '•••••']);
  });

  test('a number of which each group, or each digit, has a field of its own is known where it is shown joined', () => {
    const known = createKnownTexts();
    const type = (...groups: string[]) => groups.map((group) => known.typed(group, false, { nodeType: 1 }));
    type('415', '555', '2671', 'Ann', '17', '03', '1984', 'Bo', ...'482913', 'Cy', '12', 'Larkspur Row', '80331');
    for (const shown of ['4155552671', '(415) 555-2671', '17031984', '17.03.1984', '482913'])
      expect(known.hideTyped(`for ${shown}`).replace(/[()]/g, ''), shown).toBe('for •••••');
    expect(known.hideTyped('1280331')).toBe('1280331');
  });

  test('so it is where a key or the pointer led from group to group, behind another number too; of three digits that would be anybody’s', () => {
    const known = createKnownTexts();
    const fill = (...groups: string[]) => {
      for (const group of groups) {
        const field = { nodeType: 1 };
        for (const one of [field, {}, field]) known.typed(group, false, one);
        known.typed('');
      }
    };
    fill('2', '415', '555', '2671', 'Ann', '1', '0', '0', 'Bo', '17', '03', '1984');
    for (const shown of ['4155552671', '(415) 555-2671', '17.03.1984'])
      expect(known.hideTyped(`for ${shown}`).replace(/[()]/g, ''), shown).toBe('for •••••');
    expect(known.hideTyped('at most 100')).toBe('at most 100');
  });

  test('a secret code is joined with nothing that was typed behind it: that would be remembered as no secret', () => {
    const seen = createSeen(() => 'of this visit', nowhere);
    const before = createKnownTexts(undefined, seen);
    const [code, post] = [{ nodeType: 1 }, { nodeType: 1 }];
    for (const secret of [false, true]) before.typed('739', secret, code);
    before.typed('');
    before.typed('80331', false, post);
    before.leave();
    const known = createKnownTexts(undefined, seen);
    expect(known.hideTyped('73980331 and 80331')).toBe('73980331 and •••••');
  });

  test('noughts alone are nobody’s, however many were typed; those of a secret code are', () => {
    const known = after('0.00', '€ 0,00', '000', '0000000', 'nothing but 0.00');
    for (let day = 0; day < 5; day++) known.typed('0', false, { nodeType: 1 });
    for (const shown of ['5,000.00', '1,000', '10.000.000,00 €', 'Fee 0.00'])
      expect(known.hideTyped(shown)).toBe(shown);
    expect(known.hideTyped('0.05 of nothing but 0.00')).toBe('0.05 of •••••');
    known.typed('0000', true, { nodeType: 1 });
    expect(known.hideTyped('code 0000')).toBe('code •••••');
  });

  test('a digit that is heard by its key as well is one digit, however often its field says so', () => {
    const known = createKnownTexts();
    const [price, stock] = [{ nodeType: 1 }, { nodeType: 1 }];
    for (const [field, keys] of [
      [price, {}],
      [stock, {}],
      [price, {}],
    ] as const) {
      for (const one of [field, keys, field]) known.typed('0', false, one);
      // Pressed elsewhere.
      known.typed('');
    }
    expect(known.hideTyped('at most 5,000.00 EUR')).toBe('at most 5,000.00 EUR');
  });

  test('a code of digits is known digit by digit, as boxes show it; before, and beside other words, a digit is any digit', () => {
    const known = after('seven 7');
    expect(known.hideTyped('7')).toBe('7');
    known.typed('7', true, {});
    expect(['7', ' 3\n', '17 of 3', 'a'].map((text) => known.hideTyped(text))).toEqual([
      '•••••',
      '•••••',
      '17 of 3',
      'a',
    ]);
    // Of a table that comes after it, how many columns a cell takes.
    expect(known.hideTyped('2', 'odd')).toBe('2');
  });

  test('a card is known digit by digit and group by group while it is typed, as a picture of it shows them', () => {
    const known = createKnownTexts();
    const field = {};
    for (const value of ['4929 1273', '4929 1273 4567 9804']) {
      known.typed(value, true, field);
      expect(['1273', '9'].map((text) => known.hideTyped(text))).toEqual(['•••••', '•••••']);
    }
  });

  test('what was typed in letters within circles, which are no letters by themselves, is hidden', () => {
    const known = createKnownTexts();
    known.typed('Ottilie Brandauer');
    expect(known.hideTyped('(ⓄⓉⓉⓘⓛⓘⓔ ⒷⓇⒶⓃⒹⒶⓊⒺⓇ)')).toBe('(•••••)');
  });

  test('of a number that is still typed in, no part is left', () => {
    const known = after('+49 171', '+49 171 555', '+49 171 5550733');
    expect(known.hideTyped('call +49 171 5550733')).toBe('call +•••••');
  });

  test('a text stays known though another field passes through it', () => {
    const known = after('kestrel');
    const field = {};
    for (const text of ['kestrel', 'kestrel.varga']) known.typed(text, false, field);
    expect(known.hideTyped('by kestrel')).toBe('by •••••');
  });

  test('a text that is mended in its middle, and a slider, make nothing forgotten that was typed in another field', () => {
    const known = after('Isolde Ravenscar');
    const [text, slider] = [{}, {}];
    for (let at = 0; at < 300; at++) known.typed(`The one said: ${'lorem ipsum '.repeat(at)} and left.`, false, text);
    for (let at = 100; at < 900; at++) known.typed(`${at}`, false, slider);
    expect(known.hideTyped('For Isolde Ravenscar, 899')).toBe('For •••••, •••••');
  });

  test('what a mail address ends on is a word as any other; whom it is of, and of which house, is known', () => {
    const known = createKnownTexts();
    known.typed('orlaith@ravenscroft.online');
    expect(known.hide('Shop online at Ravenscroft, Orlaith (orlaith@ravenscroft.online)')).toBe(
      'Shop online at {text}, {text} ({text})',
    );
  });

  test('who works on the page itself writes from its host: what that is called is the page’s own name', () => {
    vi.stubGlobal('location', { hostname: 'desk.tenon-workshops.example' });
    const known = createKnownTexts();
    known.typed('orlaith.shops@tenon-workshops.example');
    expect(known.hide('Tenon Workshops: Orlaith (orlaith.shops@tenon-workshops.example) of Shops')).toBe(
      'Tenon Workshops: {text} ({text}) of {text}',
    );
  });

  test('in a replay an answer that is written while it is read may end within a word that was typed; a label that begins as one may stay', () => {
    const known = createKnownTexts();
    known.typed('My name is Ottilie Brandauer, find my invoices');
    known.typed('Renée Quétinaud');
    known.typed('catalogue');
    for (const [shown, hidden] of [
      ['Hello Otti', 'Hello •••••'],
      ['Hello Ottilie Brandaue', 'Hello •••••'],
      ['hello ottilie branda', 'hello ••••• •••••'],
      ['Hello Renée Quétin', 'Hello ••••• •••••'],
      ['Hello Ottilie Brand▍', 'Hello ••••• •••••▍'],
      ['Of Brandau…', 'Of •••••...'],
      // A page that hides most of a name shows how it begins.
      ['Of Brandau*******', 'Of •••••*******'],
      // As words of anybody's do: in small letters of five and less, where another one follows, as a sentence began.
      ['see the cata', 'see the cata'],
      ['Otti and more', 'Otti and more'],
      ['Name', 'Name'],
      ['My nam', 'My nam'],
    ] as const) {
      known.hideTyped('\n');
      expect(known.hideTyped(shown), shown).toBe(hidden);
    }
    expect(known.hide('Catalog')).toBe('Catalog');
    // In a record where it says that it goes on.
    expect(['Saved Brandau…', 'Saved (Brandau…)', 'Undo Brandau'].map(known.hide)).toEqual([
      ...['Saved {text}...', 'Saved ({text}...)', 'Undo Brandau'],
    ]);
  });

  test('in a replay a word that was typed is known where the page writes it piece by piece, each in a text of its own, but for its first letters', () => {
    const shown = (...pieces: string[]): string => {
      const known = after('Ottilie Brandauer');
      const texts = pieces.map((data) => ({ data }) as Text);
      // All that is asked of a page: which text stands before another.
      const createTreeWalker = () => ({
        currentNode: texts[0],
        previousNode() {
          const at = texts.indexOf(this.currentNode as Text) - 1;
          if (texts[at]) this.currentNode = texts[at];
          return texts[at] ?? null;
        },
      });
      vi.stubGlobal('document', { createTreeWalker });
      return texts.map((text) => known.hideTyped(text.data, undefined, text)).join('|');
    };
    expect(shown('Hello Ott', 'ilie Bran', 'dau', 'er, what can I do')).toBe(
      'Hello Ott|•••••|•••••|•••••, what can I do',
    );
    expect(shown('O', 'ttilie', ' B', 'randauer')).toBe('O|•••••| B|•••••');
    expect(shown('B', 'r', 'a', 'n', 'd', 'a', 'u', 'e', 'r')).toBe('B|r|a|•••••|•••••|•••••|•••••|•••••|•••••');
    expect(shown('Name', 'O', 't', 't', 'i', 'lie', 'Brandauer', 'o', 't', 't', 'i', 'l', 'i')).toBe(
      'Name|O|t|t|•••••|•••••|•••••|o|t|t|i|l|•••••',
    );
    // A text between them, or another word.
    expect(shown('Ott', ' ', 'ilie')).toBe('Ott| |ilie');
    expect(shown('Ott', 'oman', 'Order', 'new')).toBe('Ott|oman|Order|new');
  });

  test('of a field that held something, what was added is known as well', () => {
    const known = createKnownTexts();
    const field = {};
    known.found('Dear', field);
    known.typed('Dear Ottoline', false, field);
    expect(known.hideTyped('by ottoline')).toBe('by •••••');
  });
});

test('a name of up to four letters is data in a path without its accents as well', () => {
  const known = createKnownTexts();
  known.typed('Zoë');
  expect(['zoe', 'zoes'].map(known.isData)).toEqual([true, false]);
});

test('nothing but what was typed is known of it: a page says false of whatever is folded or not chosen', () => {
  const known = createKnownTexts();
  for (const said of ['Gamma', '', '12', 'of several words']) known.typed(said, false, {});
  for (const word of ['false', 'true', 'null', 'undefined']) expect(known.hideTyped(word)).toBe(word);
});

test('of a sheet of thousands of rules each is asked alone, whatever was told before it', () => {
  const known = createKnownTexts();
  known.typed('larkspur');
  known.typed('kestrel');
  /** Of this thread alone: others may want the machine as well. */
  function workedMs(from: number, until: number): number {
    const started = process.threadCpuUsage();
    for (let at = from; at < until; at++)
      known.hideTyped(`.row-${at}:hover > .cell-${at} { color: rgb(${at % 256}, 10, 0); margin: 0 auto }`, 'odd');
    const { user, system } = process.threadCpuUsage(started);
    return (user + system) / 1_000;
  }
  const [, first, later] = [workedMs(0, 500), workedMs(500, 1_500), workedMs(9_000, 10_000)];
  console.log(
    `a thousand rules cost ${Math.round(first)} ms, a thousand behind nine thousand others ${Math.round(later)} ms`,
  );
  expect(later).toBeLessThan(3 * first + 10);
  // Words that sheets go by stay where the page shows them as a class.
  known.hideTyped('.larkspur { color: red }', 'odd');
  expect(known.hideTyped('larkspur-one kestrel-one', 'odd')).toBe('larkspur-one •••••-one');
});

test('a word that was typed alone is looked for once in each text: a page shows thousands', () => {
  const known = createKnownTexts();
  for (let at = 0; at < 20; at++) known.typed(`Brandauer${'abcdefghijklmnopqrst'[at]}`, false, {});
  const looks = vi.spyOn(String.prototype, 'includes');
  try {
    known.hideTyped('Row 7');
    expect(looks.mock.calls.length).toBeLessThan(30);
  } finally {
    looks.mockRestore();
  }
});
