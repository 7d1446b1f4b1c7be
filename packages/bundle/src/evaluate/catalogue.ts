import type { Node } from 'oxc-parser';
import { type CatalogueFile, isLocale } from './catalogue-files.ts';
import type { Evaluator } from './evaluator.ts';
import { literal, type Part, type Spot, type Value } from './value.ts';
import { bare, memberName, nameOfKey } from './walk.ts';

/** Texts that people read, kept apart from the code by the names under which it asks for them. */
export interface Catalogue {
  /** What a name stands for in the language that the product shows by itself; `undefined` for what is no name of a text. */
  textAt(key: string): CatalogueText | undefined;
  /** All names below one, such as `errors`, with the last part of each. */
  below(prefix: string): { key: string; text: CatalogueText }[];
}

export interface CatalogueText {
  /** With a hole for each value that is put in. */
  parts: Part[];
  spot: Spot;
}

interface Listed extends CatalogueText {
  key: string;
  locale: string | undefined;
  english: boolean;
}

/** So many texts, and hardly anything else, are a catalogue. */
const fewestTexts = 12;
const leastShare = 0.85;
const deepest = 6;
const mostTexts = 20_000;

const asksForLocale = /^(?:lng|fallbackLng|locale|fallbackLocale|defaultLocale|sourceLocale|baseLocale)$/;
const english = /\b(?:the|is|not|an?|of|to|be|must|no|please|your|in|and|for|with|this)\b/i;

/** Reads every catalogue of a release: nested tables of texts, by language or not, also as the text of a JSON file. */
export function createCatalogue(
  nodes: Iterable<Spot>,
  evaluator: Evaluator,
  files: readonly CatalogueFile[] = [],
): Catalogue {
  const listed: Listed[] = files.flatMap(ofFile);
  const wanted = new Map<string, number>();
  for (const spot of nodes) {
    const { unit, node } = spot;
    if (node.type === 'Property' && asksForLocale.test(nameOfKey(node.key, node.computed) ?? '')) {
      const told = literal(lastOption(evaluator.worth(unit, node.value)));
      if (told !== undefined && isLocale(told)) wanted.set(told, (wanted.get(told) ?? 0) + 1);
    }
    if (listed.length > mostTexts || !mayHold(node)) continue;
    listed.push(...read(evaluator.worth(unit, node)));
  }
  const own = [...wanted].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 'en';
  const best = new Map<string, Listed>();
  const rank = ({ locale, english: isEnglish }: Listed) =>
    locale === own ? 3 : locale === undefined && isEnglish ? 2 : isEnglish ? 1 : 0;
  for (const one of listed) {
    const known = best.get(one.key);
    if (!known || rank(one) > rank(known)) best.set(one.key, one);
  }
  return {
    textAt: (key) => best.get(key.replace(':', '.')),
    below: (prefix) =>
      [...best.values()]
        .filter(({ key }) => key.startsWith(`${prefix}.`) && !key.slice(prefix.length + 1).includes('.'))
        .map((text) => ({ key: text.key.slice(prefix.length + 1), text })),
  };
}

/** Each text of a file under its own name, and behind the name of its file. */
function ofFile({ root, locale, namespace }: CatalogueFile): Listed[] {
  return read(root, 1).flatMap((one) => {
    const told = locale === undefined ? one : { ...one, locale };
    return namespace === undefined ? [told] : [told, { ...told, key: `${namespace}.${one.key}` }];
  });
}

/** `localStorage.getItem('language') ?? 'en'`: what it is where nobody chose. */
const lastOption = (value: Value): Value =>
  value.is === 'choice' ? (value.options.find((one) => literal(one) !== undefined) ?? value) : value;

/** Objects of nothing but texts, tables, and names of tables; and what is read from the text of a file. */
function mayHold(node: Node): boolean {
  if (node.type === 'CallExpression') {
    const callee = bare(node.callee);
    return (
      memberName(callee) === 'parse' &&
      callee.type === 'MemberExpression' &&
      callee.object.type === 'Identifier' &&
      callee.object.name === 'JSON'
    );
  }
  return (
    node.type === 'ObjectExpression' &&
    node.properties.length > 0 &&
    node.properties.every(
      (one) =>
        one.type !== 'Property' ||
        /^(?:Literal|TemplateLiteral|ObjectExpression|Identifier|CallExpression|MemberExpression)$/.test(
          one.value.type,
        ),
    )
  );
}

function read(root: Value, fewest = fewestTexts): Listed[] {
  const texts: { path: string[]; text: string; spot: Spot }[] = [];
  let spoken = 0;
  let others = 0;
  const enter = (value: Value, path: string[], spot: Spot) => {
    const text = literal(value);
    if (text !== undefined) {
      texts.push({ path, text, spot });
      if (/\s/.test(text.trim())) spoken += 1;
    } else if (value.is === 'object' && path.length < deepest)
      for (const entry of value.entries.values()) enter(entry.value(), [...path, entry.key], entry.spot);
    else others += 1;
  };
  if (root.is !== 'object') return [];
  enter(root, [], root.spot);
  if (spoken < fewest || texts.length < leastShare * (texts.length + others)) return [];
  const speaksEnglish = new Map<string, number>();
  const languageOf = (path: readonly string[]) => (isLocale(path[0] ?? '') ? (path[0] ?? '') : '');
  for (const { path, text } of texts)
    if (english.test(text)) speaksEnglish.set(languageOf(path), (speaksEnglish.get(languageOf(path)) ?? 0) + 1);
  return texts.flatMap(({ path, text, spot }): Listed[] => {
    const language = languageOf(path);
    const told = {
      parts: partsOf(text),
      spot,
      locale: language === '' ? undefined : language,
      english: (speaksEnglish.get(language) ?? 0) * 6 >= spoken / Math.max(1, speaksEnglish.size),
    };
    const within = language === '' ? path : path.slice(1);
    // `{en: {translation: {…}}}`: i18next puts a name of its own between.
    const ways = within.length > 1 && language !== '' ? [within, within.slice(1)] : [within];
    return ways.map((way) => ({ ...told, key: way.join('.') }));
  });
}

/** `Due on {{date}}`, `{n} copies left`. */
function partsOf(text: string): Part[] {
  return text.split(/(\{\{[^{}]*\}\}|\{[^{}]*\})/).flatMap((part): Part[] => {
    if (part === '') return [];
    const name = /^\{\{?\s*([\w.]+)/.exec(part)?.[1];
    return part.startsWith('{') ? [{ hole: name, parameters: [] }] : [part];
  });
}

/** `A name has at least {{min}} letters` with `{min: 2}`; what only running would tell stays open. */
export function filledIn(parts: readonly Part[], values: Value | undefined): Part[] {
  if (values?.is !== 'object') return [...parts];
  return parts.map((part) => {
    if (typeof part === 'string' || !('hole' in part) || part.hole === undefined) return part;
    const given = values.entries.get(part.hole)?.value();
    return given?.is === 'number' ? `${given.number}` : (literal(given) ?? part);
  });
}
