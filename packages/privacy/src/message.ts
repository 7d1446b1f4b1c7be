import { keepNouns } from './german.ts';
import type { Known } from './known.ts';
import { scrubAddresses, scrubWords } from './label.ts';
import { isSecretName } from './secret-name.ts';
import { placeholderOf } from './word.ts';

const maxTextChars = 2_048;

/** What engines say by themselves with names of code in it, by the kind of error, of which Chromium has dozens: what it names may stay. */
const nativePatterns =
  /^((Internal|Range|Reference|Type)Error: (Cannot (destructure|read|convert|access|set)|can't access|.{1,120} is (not (defined|an object|iterable|a function|a constructor)|undefined|null))|\w*: Failed to (construct|read the|execute) ')/;
const namesOfCode =
  /((?:reading|execute|setting|evaluating|near|construct|read the|on|access|property(?: from)?) )(['"])([A-Za-z_$.][\w$.]{0,40})\2/g;
/** What libraries' errors are known by in a build, where all else that they say is left out; what a server answered; what is no JSON. */
const knownBy =
  /^(Minified \w+ error #\d+|NG0\d+|https:\/\/svelte\.dev\/e\/\w+)|(?<=(?:HTTP|status|(?:response for |] ")\S+: )\D{0,8})[45]\d\d(?!\d)|(?<=token )'[<{}\],]'/gi;
/**
 * What engines put bare into what they say, and others after them: `Invalid time zone: …`, `URL constructor: … is not a valid URL`, `Cannot use
 * 'in' operator to search for 'id' in …`, `Iterator value … is not an entry object`.
 */
const bare =
  /(?<=(?:invalid [\w ()]*|expression): | to search for .* in |parse URL from )(?!undefined).+|(?<=: |value |convert )(?!undefined).+(?= is (not an? |an in)(valid|entry) | out of range | to a BigInt)/is;
/**
 * A limit that a message states: "at least 3", "5 digits", "<= 40". It is the product's rule and nobody's data, save where a browser says between
 * which two steps a number is that was typed: "values are 85250 and 85251".
 */
const limit =
  /((?:(?<![\p{L}\d])(?:at (?:least|most)|up to|m(?:in|ax)(?:imum|\.)?(?: (?:is|of|value|length))*|(?:more|less|(?!o|ra)\w+er) than(?: or equal to)?|equal to|exceeds?|between|(?<!are \S+ )and|limit (?:is|of)|multiple of|within|exactly|[<>]=?|mindestens|h(?:ö|oe)chstens|m(?:in|ax)imal|bis zu|al menos|au plus|au moins|como m[áa]ximo)|[<>]=?) ?)(\d{1,7}(?:[.,]\d{1,3})*)(?![\d-])|(?<![\p{L}\d.,-])(\d{1,7}(?:[.,]\d{1,3})*)(?=[ -]?((digit|month|week|year|char(acter)?|min(ute)?|row|minuten|piece|file|hour|word|day|second|line|entrie|time|caract[èe]re|letter|attempt|item)s?(\(s\))?|Stunden|Zeichen|Ziffern|Tagen?|[kMG]i?B|px|%)(?![\p{L}\d]))/giu;

/** `user=ottoline`, also in `set-cookie: user=ottoline`: what stands behind the sign was filled in. */
const filled = /(?<=[\p{L}\d_-]=)\p{L}[^\s,;&(){}[\]]*/gu;
/** `password: kestrel`, save where it is a sentence. */
const given = /(?<![\p{L}\d_-])([\p{L}\d_-]+ ?[:=>]+ ?)\p{L}[^\s,;&(){}[\]]*(?=\s*(\p{L})?)/gu;

/** Words that begin sentences, and those of the trade: capitals make no name of them. */
const plainWord =
  /^(but|use|entity|security|service|failed|each|when|window|the|on|array|it|module|ihr(e[nmrs]?)?|gateway|implemented|an?|missing|network|invalid|he|your?|script|content|conflict|react|too|no|exception|access|object|its|those|from|(un)?expected|unprocessable|gone|parse|server|at|client|response|for|error|of|vue|failure|requests?|method|type|she|only|any|all|to|many|internal|policy|in|by|allowed|not|they|internet|this|promise|warning|timeout|there|required|unauthorized|uncaught|large|bad|unavailable|cannot|that|if|with|media|found|or|symbol|these|forbidden|supported|unknown|unable|could|number|sie|ihnen|and|we|can|https?|please|date|payload)$/i;

/**
 * A message of an error, the console or an answer as a template: what a developer wrote stays, what data filled in becomes a
 * placeholder. Quotes, numbers, e-mails, addresses, tokens, names of people, and every text that this page knows to be data.
 */
export function scrubMessage(
  message: string,
  known: Known,
  { type = '', ofRefusal }: { type?: string; ofRefusal?: boolean } = {},
): string {
  const kept: string[] = [];
  const keep = (text: string): string => `\ue000${kept.push(text) - 1}\ue001`;
  let text = known.hide(message.slice(0, maxTextChars * 2).replace(/[\ue000\ue001]/g, ' '));
  if (nativePatterns.test(`${type}: ${text}`)) {
    text = text
      .replace(
        namesOfCode,
        (_, before: string, quote: string, name: string) =>
          before + keep(quote + (placeholderOf(name) ?? name) + quote),
      )
      .replace(/^[\w$.]{1,120}(?= is )/, (name) => keep(name));
  }
  text = ofRefusal
    ? text.replace(limit, (_, stated = '', n = '', alone = '') => stated + keep(n || alone))
    : text.replace(bare, '{text}').replace(knownBy, keep);
  text = scrubQuotes(scrubAddresses(text), type === 'SyntaxError');
  text = scrubWords(text)
    .replace(filled, '{text}')
    .replace(given, (whole, name: string, more?: string) => (!more && isSecretName(name) ? `${name}{text}` : whole));
  text = scrubNames(keepNouns(text, keep)).replace(/\ue000(\d+)\ue001/g, (_, at: string) => kept[Number(at)] ?? '');
  return text.trim().slice(0, maxTextChars);
}

function scrubQuotes(text: string, greedy: boolean): string {
  // Quoted JSON holds quotes of its own: from the first to the last then, or its values would stand outside.
  // An address in quotes is a placeholder by now.
  if (greedy || /["'`]\s*(\[|{(?!\w+}))|":/.test(text))
    return text.replace(/(?:[[{]\s*)*["'`].*["'`](?:[^\]}]*[\]}]+)?/s, '{text}').replace(/"[^"]*$/s, '{text}');
  return (
    text
      .replace(/(["`]).*?\1|“.*?”|[„”].*?[“”]|[«»].*?[«»]|[‘‚].*?[‘’]|[「『].*?[」』]/gs, '{text}')
      .replace(/(^|[^\p{L}\d])'[^']*'(?![\p{L}\d])/gu, '$1{text}')
      // What an answer of XML says.
      .replace(/>[^<]+(?=<\/)/g, '>{text}')
  );
}

/** One or more in a row, also of those that have a capital inside (`McKenzie`, `DeLuca`); names of code have longer words before it. */
const capitalised =
  /(?<![\p{L}\d_.{])(?! )(?: ?(?:Ma?c|[DL][aeiu])?\p{Lu}[\p{Ll}\p{M}]+(?:['’-]\p{Lu}?[\p{Ll}\p{M}]+)*(?![\p{L}\d_({]))+/gu;

/**
 * Capitalised words inside a sentence are names of somebody or something; two or more in a row are one even at its start.
 */
function scrubNames(text: string): string {
  return text.replace(capitalised, (run, at: number) => {
    const words = run.split(' ');
    // A title ends on a dot as well: `Dr. Brandauer`.
    const starts = /(^|(?<!\b([DFHMS][rs]\w?|Prof))[.!?:])\s*$/.test(text.slice(0, at));
    const isName = (name = 'the'): boolean => !plainWord.test(name);
    return words
      .map((name, i) => (!isName(name) || (i === 0 && starts && !isName(words[1])) ? name : '{name}'))
      .join(' ')
      .replace(/\{name\}(?: \{name\})+/g, '{name}');
  });
}
