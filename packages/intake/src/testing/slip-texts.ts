/** Made-up texts for the test of the second net, from a seed: what must be caught, and what only looks like it. */

type Draw = (below: number) => number;

/** https://en.wikipedia.org/wiki/Linear_congruential_generator; good enough to make texts, and always the same. */
export function createDraw(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const base62 = lower + lower.toUpperCase() + digits;
const names = [
  'quillon',
  'ottoline',
  'ambrose',
  'seraphina',
  'wilhelmina',
  'thaddeus',
  'marmaduke',
  'euphemia',
  'cordelia',
];
const words =
  'order invoice part list total update user profile field cart line stock price label entry value report'.split(' ');

export interface Made {
  kind: string;
  text: string;
  /** What must be gone, or must stand. */
  core: string;
}

const makers = (draw: Draw) => {
  const pick = <T>(list: readonly T[]): T => list[draw(list.length)] as T; // within the list
  const some = (alphabet: string, length: number): string => Array.from({ length }, () => pick([...alphabet])).join('');
  const grouped = (text: string, by: string): string => (text.match(/.{1,4}/g) ?? []).join(by);
  return { pick, some, grouped };
};

export function trueOnes(count: number, seed: number): Made[] {
  const draw = createDraw(seed);
  const { pick, some, grouped } = makers(draw);
  const email = (): string =>
    `${pick(names)}${pick(['.', '_', '+', ''])}${pick(names)}${draw(90)}@${pick(['mail.', ''])}${pick(names)}-${pick(words)}.${pick(['com', 'de', 'co.uk', 'example', 'org'])}`;
  const kinds: [string, () => string][] = [
    [
      'card',
      () =>
        grouped(luhned(pick(['4', '51', '55', '2221', '6011', '3528']) + some(digits, 15), 16), pick(['', ' ', '-'])),
    ],
    ['amex', () => luhned(pick(['34', '37']) + some(digits, 13), 15)],
    ['email', email],
    ['email in an address', () => email().replace('@', '%40')],
    ['iban', () => grouped(ibanOf('DE', some(digits, 18)), pick(['', ' ']))],
    ['iban gb', () => ibanOf('GB', some('ABCDEFGHIJKLMNOP', 4) + some(digits, 14))],
    ['jwt', () => `eyJ${some(base62, 17)}.eyJ${some(base62, 30)}.${some(base62, 43)}`],
    ['stripe', () => `sk_live_${some(base62, 24)}`],
    ['github', () => `ghp_${some(base62, 36)}`],
    ['aws', () => `AKIA${some('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}`],
    ['slack', () => `xoxb-${some(digits, 11)}-${some(base62, 24)}`],
    ['random', () => some(base62, 24 + draw(24))],
    ['bearer', () => `Bearer ${some(base62, 8)}${some(digits, 2)}`],
    [
      'named',
      () =>
        `${pick(['password', 'token', 'api_key', 'session_id'])}${pick(['=', ': '])}${some('0123456789abcdef', 31)}7`,
    ],
    ['ssn', () => `${100 + draw(500)}-${10 + draw(89)}-${1_000 + draw(8_999)}`],
    ['cpf', () => cpfOf(some(digits, 8) + draw(9))],
    ['nir', () => nirOf(`${1 + draw(2)}${10 + draw(89)}0${1 + draw(9)}${10 + draw(80)}${some(digits, 6)}`)],
    ['nino', () => `${pick(['AB', 'CE', 'JK', 'PR'])}${some(digits, 6)}${pick(['A', 'B', 'C', 'D'])}`],
    ['dni', () => dniOf(some(digits, 8))],
  ];
  return makeEach(kinds, count, pick);
}

export function lookAlikes(count: number, seed: number): Made[] {
  const draw = createDraw(seed);
  const { pick, some, grouped } = makers(draw);
  const camel = (): string => Array.from({ length: 4 + draw(3) }, () => capital(pick(words))).join('');
  const hex = (length: number): string => some('0123456789abcdef', length);
  const kinds: [string, () => string][] = [
    ['number of sixteen', () => grouped(unluhned(`4${some(digits, 15)}`), pick(['', ' ', '-']))],
    ['epoch ms', () => String(1_700_000_000_000 + draw(99_999_999_999))],
    ['epoch µs', () => `17${some(digits, 14)}`],
    ['decimal', () => `${draw(9_000)}.${some(digits, 14)}`],
    ['uuid', () => [8, 4, 4, 4, 12].map(hex).join('-')],
    ['commit', () => hex(40)],
    ['date', () => `2026-${10 + draw(3)}-${10 + draw(18)}T${10 + draw(13)}:${10 + draw(49)}:00.000Z`],
    ['package', () => `${pick(words)}@${draw(20)}.${draw(20)}.${draw(9)}`],
    ['picture', () => `${pick(words)}@${1 + draw(3)}x.png`],
    ['function', () => `${camel()}@${pick(words)}.min.js`],
    ['scope', () => `@${pick(words)}/${pick(words)}-${pick(words)}`],
    ['camel', () => `get${camel()}V${draw(9)}Async`],
    ['kebab', () => Array.from({ length: 5 }, () => pick(words)).join('-') + draw(99)],
    ['snake', () => Array.from({ length: 5 }, () => pick(words).toUpperCase()).join('_')],
    ['part number', () => `${some('ABCDEFGHKM', 3)}-${some(digits, 4)}`],
    [
      'iban of nobody',
      () =>
        `DE${10 + draw(80)}${some(digits, 18)}`.replace(/^DE(\d\d)(\d+)$/, (_, check, rest) =>
          ibanOf('DE', rest).slice(2, 4) === check ? `DE00${rest}` : `DE${check}${rest}`,
        ),
    ],
    ['phone extension', () => `${some(digits, 3)}-${some(digits, 4)}`],
    ['version', () => `${draw(9)}.${draw(99)}.${draw(999)}-beta.${draw(9)}+${hex(7)}`],
    ['address', () => `https://${pick(words)}.example/${pick(words)}/${draw(999_999)}/${pick(words)}`],
    [
      'sentence',
      () => `The ${pick(words)} ${draw(99_999)} of ${pick(words)} needs a token and a password: ${pick(words)}`,
    ],
    ['css', () => `.${pick(words)}_${pick(words)}__${some(base62, 5)} > div:nth-child(${draw(99)})`],
  ];
  return makeEach(kinds, count, pick);
}

function makeEach(kinds: [string, () => string][], count: number, pick: <T>(list: readonly T[]) => T): Made[] {
  const around = [
    '{}',
    'Could not save {}',
    '{} is not valid',
    'failed for {}, try again',
    'value "{}" was refused',
    '({})',
  ];
  return Array.from({ length: count }, (_, at) => {
    const [kind, make] = kinds[at % kinds.length] as [string, () => string]; // within the list
    const core = make();
    return { kind, core, text: pick(around).replace('{}', () => core) };
  });
}

const capital = (word: string): string => word[0]?.toUpperCase() + word.slice(1);

function luhnSum(text: string): number {
  return [...text].reverse().reduce((sum, sign, at) => {
    const digit = Number(sign) * (at % 2 === 0 ? 1 : 2);
    return sum + (digit > 9 ? digit - 9 : digit);
  }, 0);
}

function luhned(begin: string, length: number): string {
  const body = begin.slice(0, length - 1);
  return body + ((10 - (luhnSum(`${body}0`) % 10)) % 10);
}

function unluhned(text: string): string {
  return luhnSum(text) % 10 === 0 ? text.slice(0, -1) + ((Number(text.at(-1)) + 1) % 10) : text;
}

function ibanOf(country: string, rest: string): string {
  const spelled = `${rest}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return `${country}${String(98n - (BigInt(spelled) % 97n)).padStart(2, '0')}${rest}`;
}

function cpfOf(nine: string): string {
  const next = (text: string): string => {
    const sum = [...text].reduce((all, digit, at) => all + Number(digit) * (text.length + 1 - at), 0);
    return text + (((sum * 10) % 11) % 10);
  };
  return next(next(nine)).replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');
}

function nirOf(thirteen: string): string {
  return thirteen + String(97n - (BigInt(thirteen) % 97n)).padStart(2, '0');
}

function dniOf(eight: string): string {
  return eight + 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(eight) % 23];
}
