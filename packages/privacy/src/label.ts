import type { Known } from './known.ts';
import { placeholderOf } from './word.ts';

const maxLabelChars = 120;

/**
 * A label that people read (a button's name, a title): known data, addresses, numbers and ids go, wording stays. Quotes and capitals
 * stay too, for labels are written in title case.
 */
export function scrubLabel(label: string, known: Known, most = maxLabelChars): string {
  // Cut to what is told of it before, it would end within a word, and by its half nobody knows one.
  const text = known.hide(label.slice(0, 10_000).replace(/\s+/g, ' ').trim()).slice(0, most * 2);
  return scrubWords(scrubAddresses(text)).slice(0, most);
}

/** Addresses and e-mails. */
export function scrubAddresses(text: string): string {
  return text
    .replace(/\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)]+|\b(data|mailto|javascript|tel|blob):[^\s"'<>)]+/gi, '{url}')
    .replace(/[^\s@"'<>(:;,=]+@[^\s@"'<>),;]+/g, '{email}');
}

/** `14:05` and `21.11.2026`. */
const moment = /:|^\d\d?\.\d\d?\.\d{2,4}$/;

/** Words of everybody with a digit in them: `HTML5`, `B2B`, `5G`, `GPT-4`, `2-step`. The second half of a British postcode is none. */
const wordWithDigit = /^(\D{0,6}\d[A-Z]?|\d-\D+|covid-19|2fa)$/i;

/** Numbers, ids and tokens, word by word. */
export function scrubWords(text: string): string {
  // Numbers that hold separators would fall apart into words.
  const plain = text.replace(/(?<![\p{L}\d._/:-])[+-]?\d+([.,:]\d+)+(?![\p{L}\d/-]|[.,:]\d)/gu, (number) =>
    moment.test(number) ? '{date}' : '{number}',
  );
  return plain.replace(/[^\s\p{Lo}"'`“”‘’()[\]<>,;!?|·…{}\ue000\ue001=&]+/gu, (word, at: number) =>
    plain[at - 1] === '{' || plain[at - 1] === '\ue000' ? word : scrubWord(word),
  );
}

function scrubWord(word: string): string {
  if (/^\/|\p{L}\//u.test(word)) {
    const said = word.split('/').map(scrubWord).join('/');
    // Keys have slashes too, and letters between two of them look like a word.
    return /^[^/.]+\/.*\{[ct]o/.test(said) ? '{token}' : said;
  }
  const body = word.replace(/[.:]+$/, '');
  const tail = word.slice(body.length);
  if (!/\p{L}/u.test(body)) return (/\p{Nd}/u.test(body) ? '{number}' : body) + tail;
  const measured = body.replace(/^[+-]?\d[\d.,]*(?=(m?s|min|px?|[kmg]i?b|[%xh]|xl)$)/i, '{number}');
  if (measured !== body || wordWithDigit.test(body)) return measured + tail;
  const whole = placeholderOf(body);
  if (whole) return whole + tail;
  const parts = body.split(/([/\\.:_-]+)/);
  return parts.map((part) => placeholderOf(part)?.replace('{integer}', '{number}') ?? part).join('') + tail;
}
