import { nameTemplate, type WireRecord } from '@sightglass/wire';

const months =
  'jan(?:uary|uar)?|jän(?:ner)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz?|mrz|apr(?:il)?|may|mai|june?|juni?|july?|juli?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?';
const weekdays =
  '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|mo|di|mi|do|fr|sa|so';
const number = String.raw`(?:\{(?:number|integer)\}|\d{1,4})`;
const word = (words: string): string => String.raw`(?<![\p{L}\d])(?:${words})\.?(?![\p{L}\d])`;
/** `{number}. November {number}`, `Nov {number}, {number}`, `{number}/{number}/{number}`, `{date}`. */
const day = String.raw`(?:${number}(?:\.|st|nd|rd|th)?\s?${word(months)}(?:,?\s${number})?|${word(months)}\s${number}(?:st|nd|rd|th)?(?:,?\s${number})?|${number}\/${number}\/${number}|\{date\}|\{month\})`;
const clock = String.raw`(?:\{date\}(?:\s?[AaPp]\.?[Mm]\.?(?!\p{L}))?(?:\s?Uhr)?|${number}\s?(?:[AaPp]\.?[Mm]\.?(?!\p{L})|Uhr))`;
const moment = new RegExp(
  String.raw`(?:${word(weekdays)},?\s(?:den\s)?)?(?:${day}(?:(?:,|\sat|\sum|\s–|\s-)?\s${clock})?|${clock})`,
  'giu',
);

/**
 * A moment in a text as one word, however the person's language writes it: `Sat, {number} Nov {number}, {date}`, `{number}. November
 * {number} um {date} Uhr` and `{date}` are all `{date}`, so that a control is the same one today and tomorrow, here and there.
 */
export function withOneDate(text: string): string {
  return /[{\d]/.test(text) ? text.replace(moment, '{date}') : text;
}

const plainDate = /(?<!\d)(?:\d{4}([-_.])\d{1,2}\1\d{1,2}|\d{1,2}([-_.])\d{1,2}\2\d{4})(?!\d)/g;

/** A form is one, whichever day or thing its name tells: `booking-2026-11-22` and `booking-2026-11-23` are `booking-{date}`. */
export function formTemplate(name: string): string {
  const dated = withOneDate(name.replace(plainDate, '{date}'));
  // What people read has its numbers replaced already.
  return /\s/.test(dated) ? dated : nameTemplate(dated);
}

/** The same records, with each moment in what people read as one word. */
export function withDates(records: readonly WireRecord[]): WireRecord[] {
  return records.map((record) => {
    if (record.kind === 'action') {
      const { within } = record;
      return {
        ...record,
        name: withOneDate(record.name),
        ...(within === undefined ? {} : { within: withOneDate(within) }),
      };
    }
    if (record.kind === 'view') return { ...record, title: withOneDate(record.title) };
    if (record.kind === 'resource') {
      const { errorMessage, filled } = record;
      return {
        ...record,
        ...(errorMessage === undefined ? {} : { errorMessage: withOneDate(errorMessage) }),
        ...(filled === undefined ? {} : { filled: filled.map((one) => ({ ...one, form: formTemplate(one.form) })) }),
      };
    }
    if (record.kind === 'error') return { ...record, message: withOneDate(record.message) };
    if (record.kind !== 'form') return record;
    const refusals = record.refusals?.map((one) => ({ ...one, message: withOneDate(one.message) }));
    return { ...record, name: formTemplate(record.name), ...(refusals === undefined ? {} : { refusals }) };
  });
}
