import type { Known } from './known.ts';
import { scrubMessage } from './message.ts';
import { pathPart } from './path.ts';

/** What an answer of 400 and above says of itself. */
export interface Refusal {
  errorCode?: string;
  errorCodeAt?: string;
  errorMessage?: string;
}

const codePlaces = 'code errorCode error_code errno errcode error type reason name'.split(' ');
/** What a message is called, the surest first. */
export const messagePlaces =
  'message detail error_description title msg error errorMessage error_message errmsg text reason description'.split(
    ' ',
  );
const codeLike = /^([A-Z][A-Z\d]*(_[A-Z\d]+)*|[a-z]+([-_.][a-z]+)+|[A-Z]\w*(Error|Exception))$/;
/** Under a name that says so, a word is a code as well: `code: "forbidden"`. */
const codeWord = /^[a-z]{3,32}$/;
/** Of those, what no word in capitals is: `NOT_FOUND`, `NotFoundError`. */
const nameLike = /^[A-Z].*[_a-z]/;

/** Looks at the top of the body, then one level below it (`error`, `errors[0]`), for a code that looks like one and for a message. */
export function refusalIn(body: unknown, known: Known): Refusal {
  const refusal: Refusal = {};
  const found = levels(body);
  for (const [at, level] of found) {
    for (const place of codePlaces) readCode(at, place, level);
    for (const place of messagePlaces) readMessage(level[place]);
  }
  if (!refusal.errorCode)
    for (const [at, level] of found) for (const place of Object.keys(level)) readName(at, place, level);
  // Whatever its language calls it: of what has a code, the one sentence.
  const coded = found.find(
    ([at]) => refusal.errorCodeAt?.startsWith(at) && refusal.errorCodeAt.lastIndexOf('.') < at.length,
  );
  const sentences = Object.values(coded?.[1] ?? {}).filter((text) => typeof text === 'string' && /\S\s+\S/.test(text));
  if (sentences.length === 1) readMessage(sentences[0]);
  return refusal;

  function readCode(at: string, place: string, level: Value): void {
    if (isOwnNumber(level[place]) && /code$|^errno$/i.test(place)) take(`${level[place]}`, at + place);
    const code = typeof level[place] === 'string' ? lastPart(level[place]) : '';
    const isCode = codeLike.test(code) || (/code$|^error$/i.test(place) && codeWord.test(code));
    if (isCode && (place !== 'name' || nameLike.test(code))) take(code, at + place);
  }

  /** A word in capitals is a code, whatever its key is called. */
  function readName(at: string, place: string, level: Value): void {
    const code = level[place];
    if (typeof code === 'string' && /^[A-Z].*_/.test(code) && codeLike.test(code) && pathPart(place, known) === place)
      take(code, at + place);
  }

  function take(code: string, at: string): void {
    if ((!code[2] && !/^-?\d+$/.test(code)) || code.length > 64 || refusal.errorCode || known.hide(code) !== code)
      return;
    refusal.errorCode = code;
    refusal.errorCodeAt = at;
  }

  function readMessage(message: unknown): void {
    if (refusal.errorMessage || typeof message !== 'string' || !/\s/.test(message)) return;
    // Of three words on it is no name of somebody.
    if (/\S\s+\S+\s+\S/.test(message)) known.refusing?.(message);
    refusal.errorMessage = scrubMessage(message, known, { ofRefusal: true });
  }
}

export type Value = Record<string, unknown>;

/** What wraps a refusal and nothing else has few things beside it. */
const mostAround = 4;

/** The places of a body that may say why it refuses, with the path to each. */
export function levels(body: unknown): [string, Value][] {
  const found: [string, Value][] = [];
  if (!isObject(body)) return found;
  found.push(['', body]);
  for (const name of ['error', 'errors', 'detail', 'data']) look('', name, body[name]);
  // In any language: the one object of a body that holds little else.
  const inner = Object.entries(body).filter(
    ([, value]) => isObject(value) || (Array.isArray(value) && isObject(value[0])),
  );
  const [only] = inner;
  if (only && inner.length === 1 && !Object.keys(body)[mostAround] && found.length === 1) look('', ...only);
  for (const [at, level] of found.slice(1)) look(at, 'extensions', level.extensions);
  return found;

  function look(at: string, name: string, below: unknown): void {
    if (Array.isArray(below) && isObject(below[0])) found.push([`${at}${name}.0.`, below[0]]);
    else if (isObject(below)) found.push([`${at}${name}.`, below]);
  }
}

/** A body that says itself that it refuses, whatever its status: `errors` of GraphQL, `error` of JSON-RPC, `ok: false`. */
export function refuses(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { errors, error, jsonrpc, ok, success, status } = body;
  if (Array.isArray(errors) && isObject(errors[0]) && typeof errors[0].message === 'string') return true;
  if (ok === false || success === false || (typeof jsonrpc === 'string' && isObject(error))) return true;
  // JSend's words, and a number other than 0 with a message in the place of what was asked for.
  const holds = [body.data, body.result].some((held) => typeof held === 'object' && held !== null);
  const says = ['message', 'msg', 'errmsg'].some((place) => typeof body[place] === 'string');
  const isOther = [body.code, body.errcode, body.errno].some(isOwnNumber);
  return !holds && says && (isOther || status === 'error' || status === 'fail');
}

/** A number that the application gave its errors: neither 0, which says that there is none, nor a status of HTTP. */
function isOwnNumber(code: unknown): boolean {
  return Number.isInteger(code) && !/^(0|[1-5]\d\d)$/.test(code as never);
}

/** A problem's `type` is an address; its last part is the code. */
function lastPart(text: string): string {
  return /^https?:/.test(text) ? text.replace(/[?#].*$|\/+$/g, '').replace(/^.*\//, '') : text;
}

export function isObject(value: unknown): value is Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
