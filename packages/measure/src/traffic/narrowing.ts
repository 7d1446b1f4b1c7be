import { placeOf } from '@sightglass/wire';
import { eventCondition } from '../search/event.ts';
import { type Narrowing, ofSession } from '../search/narrowed.ts';
import { testText } from '../search/test.ts';

const ofCall = new Set(['call', 'method', 'status', 'host', 'took', 'code']);
const place = (column: string): string => `replaceRegexpAll(${column}, '\\\\{[^{}]*\\\\}', '{}')`;
const ofRoute: Narrowing['term'] = ({ test }, binder) => testText(place('route'), test, binder, { read: placeOf });

/** A call answers for itself, and for the screen it was made on. */
export const callNarrowing: Narrowing = {
  term(term, binder) {
    if (term.key.name === 'route') return ofRoute(term, binder);
    return ofCall.has(term.key.name) ? eventCondition(term, binder) : undefined;
  },
  word: (text, binder) =>
    `positionCaseInsensitiveUTF8(concat(method, ' ', host, path, ' ', route, ' ', code), ${binder.text(text)}) > 0`,
};

/** What was measured answers for its screen; everything else its session does. */
export const vitalNarrowing: Narrowing = {
  term: (term, binder) => (term.key.name === 'route' ? ofRoute(term, binder) : undefined),
  word: (text, binder) => ofSession({ type: 'word', text, at: 0, end: 0 }, binder),
};
