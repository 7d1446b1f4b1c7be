import type { KnownTexts } from '../privacy/known.ts';
import { scrubMessage } from './message.ts';

/** What an answer of 400 and above says of itself. */
export interface Refusal {
  errorCode?: string;
  errorCodeAt?: string;
  errorMessage?: string;
}

const codePlaces = ['code', 'error', 'type', 'reason', 'name'];
const messagePlaces = ['message', 'detail', 'error_description', 'title', 'msg', 'error'];
const codeLike = /^([A-Z][A-Z0-9]*(_[A-Z0-9]+)*|[a-z]+([-_.][a-z]+)+|[A-Z]\w*(Error|Exception))$/;
const nameLike = /^([A-Z][A-Z0-9]*(_[A-Z0-9]+)+|[A-Z]\w*(Error|Exception))$/;

/** Looks at the top of the body, then one level below it (`error`, `errors[0]`), for a code that looks like one and for a message. */
export function refusalIn(body: unknown, known: KnownTexts): Refusal {
  const refusal: Refusal = {};
  for (const [at, level] of levels(body)) {
    for (const place of codePlaces) {
      const code = typeof level[place] === 'string' ? lastPart(level[place]) : '';
      const fits = code.length > 2 && code.length < 65 && (place === 'name' ? nameLike : codeLike).test(code);
      if (!fits || refusal.errorCode || known.hide(code) !== code) continue;
      refusal.errorCode = code;
      refusal.errorCodeAt = at + place;
    }
    for (const place of messagePlaces) {
      const message = level[place];
      if (refusal.errorMessage || typeof message !== 'string' || !/\s/.test(message)) continue;
      refusal.errorMessage = scrubMessage(message, known, { limits: true });
    }
  }
  return refusal;
}

function levels(body: unknown): [string, Record<string, unknown>][] {
  const found: [string, Record<string, unknown>][] = [];
  if (!isObject(body)) return found;
  found.push(['', body]);
  for (const name of ['error', 'errors', 'detail', 'data']) {
    const below = body[name];
    if (Array.isArray(below) && isObject(below[0])) found.push([`${name}.0.`, below[0]]);
    else if (isObject(below)) found.push([`${name}.`, below]);
  }
  return found;
}

/** A problem's `type` is an address; its last part is the code. */
function lastPart(text: string): string {
  return /^https?:/.test(text) ? text.replace(/[?#].*$|\/+$/g, '').replace(/^.*\//, '') : text;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
