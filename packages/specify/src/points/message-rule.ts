import type { StatementOf } from '@sightglass/wire';
import { boundsIn, isDigits, isLength, isMoney, withDigits } from './sentence.ts';

type RuleName = StatementOf<'rule'>['rule'];
type RuleValue = StatementOf<'rule'>['value'];
/** A rule as one message tells it; `value` is null where the message names none. */
export interface ToldRule {
  rule: RuleName;
  value: RuleValue;
}

/** What is known of the field beside the message. */
export interface FieldKind {
  /** Its texts are numbers. */
  number: boolean;
  /** These are whole numbers, as far as was seen. */
  whole: boolean;
  date: boolean;
  /** It holds several. */
  list: boolean;
  /** One of a list is chosen. */
  choice: boolean;
  /** It counts hundredths of a currency, as its name says, while people are told whole ones. */
  minor: boolean;
}

const imperative =
  /^(?:please |bitte |veuillez |por favor,? )?(?:enter|give|choose|select|pick|fill|provide|say|tell|add|type|specify|write|name|set|geben sie|gib|wählen sie|wähle|füllen sie|nennen sie|schreiben sie|tragen sie|indiquez|saisissez|entrez|choisissez|sélectionnez|renseignez|précisez|introduzca|indique|escriba|elija|seleccione|ingrese)\b/i;
const empty =
  /\b(?:is |are |was )?(?:required|mandatory|missing|needed)\b|\b(?:can ?not|can't|must not|may not|should not) be (?:blank|empty)\b|\bmust be filled\b|\bfill (?:in|out)\b|\b(?:must|please) (?:accept|agree|tick)\b|\bpflichtfeld\b|\b(?:ist|sind|wird) (?:erforderlich|benötigt|pflicht)\b|\bdarf nicht leer\b|\bmuss (?:ausgefüllt|angegeben)\b|\bfehlt\b|\bobligatoires?\b|\brequis(?:es?)?\b|\bne (?:peut|doit) pas être vides?\b|\bobligatori[oa]s?\b|^\p{L}+(?: \p{L}+)? needs (?:an?|its|the) \p{L}+(?: \p{L}+)?$|\brequerid[oa]s?\b|\bno puede estar vací[oa]\b/iu;
/** What a person is asked when nothing was entered: “How many people?” */
const asked =
  /^(?:who|whom|whose|what|when|where|which|how|why|wer|wen|was|wann|wo|welche\w*|wie|wieso|warum|qui|que|quoi|quand|où|quel\w*|combien|pourquoi|¿?(?:quién|qué|cuándo|dónde|cuál|cuánt[oa]s?|cómo))(?=[\s?])[^?]*\?$/iu;
const taken =
  /\b(?:already|schon|bereits)\b.*\b(?:taken|used?|exists?|registered|vergeben|verwendet|vorhanden)\b|\b(?:must be|is not|be) unique\b|\bmuss eindeutig\b|\bdéjà (?:utilisée?s?|prise?s?|existante?s?)\b|\bexiste déjà\b|\bya (?:existe|está en uso|registrad[oa])\b/i;
const choosing = /^(?:please |bitte )?(?:choose|select|pick|wählen|wähle|choisissez|sélectionnez|elija|seleccione)\b/i;
const condition = /\b(?:required|needed|mandatory|erforderlich)\b[^.]*\b(?:if|when|unless|wenn|falls|sofern)\b/i;
const invalid =
  /\b(?:not an?|no|invalid|isn't an?|valid|looks? like|correct|include|proper|real|must be an?|kein|keine|ungültig\w*|gültig\w*)\b/i;

/** Formats by the words that messages have for them. */
const formats: [RegExp, string][] = [
  [/\be-?mail\b/i, 'email'],
  [/\b(?:url|web ?address|website|link|internetadresse)\b/i, 'url'],
  [/\b(?:phone|telephone|telefon)\w*\b/i, 'phone'],
  [/\b(?:uuid|guid)\b/i, 'uuid'],
  [/\biban\b/i, 'iban'],
  [/\b(?:date and time|timestamp)\b/i, 'date-time'],
  [/\b(?:date|datum|fecha)\b/i, 'date'],
  [/\b(?:time|uhrzeit)\b/i, 'time'],
  [/\b(?:whole number|integer|ganze zahl)\b/i, 'integer'],
  [
    /\b(?:(?:be|is|not) a (?:valid )?number|numeric|a valid number|(?:sein|ist|keine) (?:eine )?(?:gültige )?zahl)\b/i,
    'number',
  ],
];

/** Stands for a number that was taken out: no limit is this one. */
const takenOut = 86_028_157;

/** The rules that a refused field's message tells, in the order of how much each says; empty: it tells of none that we know. */
export function rulesTold(message: string, field: FieldKind): ToldRule[] {
  const told = message.trim();
  const multiple = multipleOf(told);
  if (multiple) return [multiple];
  const compared = comparison(told);
  if (compared) return [compared];
  if (condition.test(told)) return [{ rule: 'requiredIf', value: null }];
  if (taken.test(told)) return [{ rule: 'unique', value: null }];
  const bounds = boundsIn(field.number ? withDigits(told) : told);
  if (bounds.length > 0) return bounds.flatMap((bound) => ofBound(bound, told, field));
  // Where the number was taken out on the way, the kind of limit is still told; and the other number, where one of two is left.
  const masked = told.includes('{number}') ? boundsIn(told.replaceAll('{number}', `${takenOut}`)) : [];
  if (masked.length > 0)
    return masked.flatMap((bound) =>
      ofBound(bound, told, field).map((one) => (bound.value === takenOut ? { ...one, value: null } : one)),
    );
  if (/\bnegativ(?:e|er)?\b/i.test(told)) return [{ rule: 'minimum', value: 0 }];
  if (/\b(?:positive|positiv|greater than zero|größer als null)\b/i.test(told))
    return [{ rule: 'minimum', value: field.whole ? 1 : null }];
  if (/\btoo (?:short|few)\b|\bzu kurz\b/i.test(told)) return [{ rule: 'minLength', value: null }];
  if (/\btoo long\b|\bzu lang\b/i.test(told)) return [{ rule: 'maxLength', value: null }];
  if (/\btoo (?:small|low)\b|\bzu (?:klein|niedrig)\b/i.test(told)) return [{ rule: 'minimum', value: null }];
  if (/\btoo (?:large|big|high|much|many)\b|\bzu (?:groß|hoch|viel|viele)\b/i.test(told))
    return [{ rule: 'maximum', value: null }];
  const isAsked = imperative.test(told);
  const format = formats.find(([words]) => words.test(told))?.[1];
  if (format !== undefined && invalid.test(told) && !empty.test(told)) return [{ rule: 'format', value: format }];
  if (empty.test(told) || asked.test(told)) return [{ rule: 'required', value: null }];
  if (isOptions(told) || (choosing.test(told) && field.choice)) return [{ rule: 'enum', value: null }];
  if (isPattern(told)) return [{ rule: 'pattern', value: null }];
  return isAsked ? [{ rule: 'required', value: null }] : [];
}

function ofBound(
  { side, value, open, unit }: ReturnType<typeof boundsIn>[number],
  told: string,
  field: FieldKind,
): ToldRule[] {
  const ahead = /\b(?:ahead|in advance|from (?:now|today)|im voraus|ab heute)\b/i.test(told);
  if (/^(?:days?|weeks?|months?|years?|tag(?:en?)?|wochen?|monate?n?|jahren?)$/.test(unit) && (field.date || ahead))
    return [{ rule: 'compare', value: `${side === 'most' ? 'at most' : 'at least'} today + ${value} ${unit}` }];
  if (/\b(?:contain|include|enthalten)\w*\b/i.test(told) && !/^(?:char|zeichen)/.test(unit))
    return [{ rule: 'pattern', value: null }];
  const measured = /\b(?:lengthen|shorten|length|size|long|länge|lang)\b/i.test(told) && !field.number;
  if (isLength(unit) || measured) {
    if (side === 'exact') return [{ rule: 'pattern', value: isDigits(unit) ? `^\\d{${value}}$` : `^.{${value}}$` }];
    const inner = open ? value + (side === 'least' ? 1 : -1) : value;
    return [{ rule: side === 'least' ? 'minLength' : 'maxLength', value: inner }];
  }
  if (field.list && side !== 'exact') {
    const inner = open ? value + (side === 'least' ? 1 : -1) : value;
    return [{ rule: side === 'least' ? 'minItems' : 'maxItems', value: inner }];
  }
  // "Only 3 left" is no rule of a text.
  if (!field.number && unit !== '' && !isMoney(unit) && !/^(?:or|and|oder|und|cents?)$/.test(unit)) return [];
  if (side === 'exact') return [];
  // Of whole numbers, which is what people count in, the next one is the first that is allowed.
  const inner = open && Number.isInteger(value) ? value + (side === 'least' ? 1 : -1) : value;
  const counted = field.minor && isMoney(unit) ? Math.round(inner * 100) : inner;
  return [{ rule: side === 'least' ? 'minimum' : 'maximum', value: counted }];
}

function multipleOf(told: string): ToldRule | undefined {
  const found =
    /\b(?:multiples? of|steps? of|divisible by|vielfaches von|schritten von|teilbar durch)\s+(\d+(?:[.,]\d+)?)/i.exec(
      told,
    );
  if (found) return { rule: 'multipleOf', value: Number((found[1] ?? '').replace(',', '.')) };
  return /\beven (?:number|amount|quantit)\w*|\bgerade (?:zahl|anzahl|menge)\w*/i.test(told)
    ? { rule: 'multipleOf', value: 2 }
    : undefined;
}

/** Against another field, or against today. */
function comparison(told: string): ToldRule | undefined {
  if (
    /\b(?:do(?:es)? ?n[o']t match|must match|not the same|must be the same|stimmen nicht überein|müssen übereinstimmen)\b/i.test(
      told,
    ) &&
    !/\bformat\b|\bpattern\b|match \{\w+\}/i.test(told)
  )
    return { rule: 'equals', value: null };
  const ahead =
    /\b(earliest|latest|soonest|frühestens?|spätestens?|früheste|späteste)\b[^.\d]*(?:(\d+)\s+(days?|weeks?|months?|years?|tage?n?|wochen?|monate?n?|jahre?n?))?/i.exec(
      told,
    );
  if (ahead && !/\bor more|enter\b/i.test(told)) {
    const side = /^(?:latest|spät)/i.test(ahead[1] ?? '') ? 'at most' : 'at least';
    return { rule: 'compare', value: ahead[2] === undefined ? null : `${side} today + ${ahead[2]} ${ahead[3]}` };
  }
  if (
    /\b(?:in the future|in der zukunft|dans le futur|dans l['’]avenir|en el futuro|after today|past date|already past)\b/i.test(
      told,
    )
  )
    return { rule: 'compare', value: 'after today' };
  if (/\b(?:in the past|in der vergangenheit|dans le passé|en el pasado|before today)(?!\p{L})/iu.test(told))
    return {
      rule: 'compare',
      value: /\b(?:not|cannot|can't|nicht|pas|no)\b/i.test(told) ? 'after today' : 'before today',
    };
  const other =
    /\b(before|after|later than|earlier than|vor|nach)\s+(?:the |an? |dem |der |das )?(\p{L}[\p{L} ]{1,40})/iu.exec(
      told,
    );
  return other ? { rule: 'compare', value: `${other[1]} ${(other[2] ?? '').trim()}`.toLowerCase() } : undefined;
}

const isOptions = (told: string): boolean =>
  /\b(?:one of|selected [^.]* is invalid|not an option|not a valid (?:choice|option)|unknown (?:choice|option|value)|keine gültige auswahl|eine der)\b/i.test(
    told,
  ) || /^\p{Lu}\p{L}+ (?:or|oder) \p{L}+\.?$/u.test(told);

const isPattern = (told: string): boolean =>
  /\b(?:only|must match|may contain|must contain|contains?|must (?:start|begin|end) with|looks? like|format|pattern|characters?|letters?|digits?|nur|enthalten|enthält|sieht aus wie|zeichen)\b/i.test(
    told,
  ) && !/\b(?:too|already)\b/i.test(told);

/** Names that schema libraries have for rules, where an answer names one: zod, Joi, class-validator, Rails, ajv, Yup, FluentValidation. */
const named: [RegExp, RuleName][] = [
  [
    /^(?:required|blank|missing|presence|empty|not_?empty|is_?not_?empty|any\.required|string\.empty|not_?null|is_?defined|null)$/i,
    'required',
  ],
  [/^(?:required_?if|required_?when|conditional)$/i, 'requiredIf'],
  [/^(?:min_?length|too_?short|string\.min|minimum_?length)$/i, 'minLength'],
  [/^(?:max_?length|too_?long|string\.max|maximum_?length)$/i, 'maxLength'],
  [/^(?:minimum|number\.min|greater_?than(?:_or_equal_to)?|gte?|ge)$/i, 'minimum'],
  [/^(?:maximum|number\.max|less_?than(?:_or_equal_to)?|lte?|le)$/i, 'maximum'],
  [/^(?:multiple_?of|step|not_multiple_of|number\.multiple)$/i, 'multipleOf'],
  [/^(?:pattern|regex|regexp|matches|invalid_?string|string\.pattern\.base)$/i, 'pattern'],
  [/^(?:format|email|is_?email|string\.email|url|is_?url|uuid|is_?uuid|date|is_?date|invalid_?date)$/i, 'format'],
  [/^(?:enum|one_?of|is_?in|is_?enum|inclusion|any\.only|invalid_?enum_?value|invalid_?value|const)$/i, 'enum'],
  [/^(?:compare|before|after|date\.min|date\.max)$/i, 'compare'],
  [/^(?:equals?|match|confirmation|same|confirmed)$/i, 'equals'],
];
const bySize: [RegExp, 'least' | 'most'][] = [
  [/^(?:min|too_?small)$/i, 'least'],
  [/^(?:max|too_?big|too_?large)$/i, 'most'],
];

/** The rule that an answer names by a word of its own; what is measured tells a length from a number. */
export function ruleNamed(name: string, field: FieldKind): RuleName | undefined {
  const known = named.find(([words]) => words.test(name))?.[1];
  if (known !== undefined) return known;
  const side = bySize.find(([words]) => words.test(name))?.[1];
  if (side === undefined) return undefined;
  if (field.number) return side === 'least' ? 'minimum' : 'maximum';
  return side === 'least' ? 'minLength' : 'maxLength';
}
