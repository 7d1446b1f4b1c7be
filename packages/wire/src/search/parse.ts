import { findSearchKey, type SearchKey } from './keys.ts';
import { readSpan, readTest, type Test } from './value.ts';

/** Where in the written text something stands: from `at` to before `end`, in UTF-16 units. */
export interface Span {
  at: number;
  end: number;
}
export type SearchNode =
  | (Span & { type: 'and' | 'or'; parts: SearchNode[] })
  | (Span & { type: 'not'; part: SearchNode })
  | (Span & { type: 'word'; text: string })
  | (Span & { type: 'term'; key: SearchKey; test: Test })
  | (Span & { type: 'then'; steps: { node: SearchNode; not: boolean }[]; withinMs: number | null });

export type SearchError = Span & { message: string };
export type Parsed = { node: SearchNode | null; error?: undefined } | { node?: undefined; error: SearchError };

interface Token extends Span {
  kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'then' | 'within' | 'word' | 'quoted' | 'key';
  text: string;
}

/** Deeper than anybody writes, and shallow enough for any stack. */
const maxDepth = 32;
/** What a question may carry too. */
const maxChars = 2_000;
const maxTerms = 60;
const maxSteps = 6;

/**
 * Reads a search as docs/search.md describes it. `null`: it asks for nothing, so that everything fits. Never throws: an error
 * says where it is.
 */
export function parseSearch(text: string): Parsed {
  if (text.length > maxChars)
    return { error: { at: maxChars, end: text.length, message: `A search has at most ${maxChars} characters` } };
  try {
    const tokens = readTokens(text);
    if (tokens.length === 0) return { node: null };
    const reader = createReader(tokens, text);
    const node = reader.any(0);
    const rest = reader.peek();
    if (rest)
      fail(rest, rest.kind === 'close' ? 'This parenthesis closes nothing' : `“${rest.text}” stands where nothing can`);
    return { node };
  } catch (error) {
    if (error instanceof Misread) return { error: error.where };
    throw error;
  }
}

/** Thrown and caught within this file: what is wrong is a value for callers. */
class Misread extends Error {
  where: SearchError;
  constructor(where: SearchError) {
    super(where.message);
    this.where = where;
  }
}

function fail({ at, end }: Span, message: string): never {
  throw new Misread({ at, end, message });
}

const operators = new Map<string, Token['kind']>([
  ['AND', 'and'],
  ['&&', 'and'],
  ['OR', 'or'],
  ['||', 'or'],
  ['NOT', 'not'],
  ['then', 'then'],
  ['THEN', 'then'],
  ['within', 'within'],
  ['WITHIN', 'within'],
]);

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const blank = /^\s+/.exec(rest)?.[0];
    if (blank) {
      at += blank.length;
      continue;
    }
    const put = (kind: Token['kind'], length: number, said = rest.slice(0, length)): void => {
      tokens.push({ kind, text: said, at, end: at + length });
      at += length;
    };
    const keyName = /^(@?[A-Za-z_][\w.-]*):/.exec(rest);
    const word = /^[^\s()"]+/.exec(rest)?.[0] ?? '';
    if (rest[0] === '(') put('open', 1);
    else if (rest[0] === ')') put('close', 1);
    else if (rest[0] === '"') {
      const end = closingQuote(rest);
      if (end === -1) fail({ at, end: text.length }, 'This quotation mark is not closed');
      put('quoted', end + 1, rest.slice(1, end).replace(/\\(.)/g, '$1'));
    } else if (/^[-!](?=[^\s-])/.test(rest)) put('not', 1);
    else if (keyName?.[1] !== undefined) put('key', keyName[0].length, keyName[1]);
    else put(operators.get(word) ?? 'word', word.length);
  }
  return tokens;
}

function closingQuote(text: string): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}

function createReader(tokens: readonly Token[], text: string) {
  let next = 0;
  let terms = 0;
  const peek = (): Token | undefined => tokens[next];
  const end: Span = { at: text.length, end: text.length };

  function take(kind: Token['kind']): Token | undefined {
    const token = tokens[next];
    if (token?.kind !== kind) return undefined;
    next += 1;
    return token;
  }

  function any(depth: number): SearchNode {
    const parts = [all(depth)];
    while (take('or')) parts.push(all(depth));
    return joined('or', parts);
  }

  function all(depth: number): SearchNode {
    const parts = [sequence(depth)];
    for (;;) {
      const between = take('and');
      const token = peek();
      if (!token || token.kind === 'or' || token.kind === 'close') {
        if (between) fail(between, 'Something must follow AND');
        return joined('and', parts);
      }
      parts.push(sequence(depth));
    }
  }

  /** `A then B then C within 30s`; a step may be one that did not happen. */
  function sequence(depth: number): SearchNode {
    const first = one(depth);
    const steps = [{ node: first, not: false }];
    while (take('then')) {
      const not = take('not') !== undefined;
      steps.push({ node: one(depth), not });
    }
    const within = take('within');
    if (steps.length === 1) {
      if (within) fail(within, '“within” follows a sequence: A then B within 30s');
      return first;
    }
    if (steps.length > maxSteps) fail(first, `A sequence has at most ${maxSteps} steps`);
    if (steps.slice(0, -1).some(({ not }) => not)) fail(first, 'Only the last step can be one that did not happen');
    for (const { node } of steps) refuseSessionTerms(node);
    const withinMs = within ? spanAfter(within) : null;
    return { type: 'then', steps, withinMs, at: first.at, end: tokens[next - 1]?.end ?? end.end };
  }

  function spanAfter(within: Token): number {
    const word = take('word');
    const ms = word && readSpan(word.text);
    return ms ?? fail(word ?? within, '“within” needs a time such as 30s, 5m or 1h');
  }

  function one(depth: number): SearchNode {
    const token = tokens[next];
    if (!token) fail(end, 'Something is missing here');
    if (depth > maxDepth) fail(token, 'This is nested too deep');
    next += 1;
    switch (token.kind) {
      case 'open': {
        const inside = any(depth + 1);
        const close = take('close') ?? fail(token, 'This parenthesis is not closed');
        return { ...inside, at: token.at, end: close.end };
      }
      case 'not': {
        const part = one(depth + 1);
        return { type: 'not', part, at: token.at, end: part.end };
      }
      case 'key':
        return term(token);
      case 'word':
      case 'quoted':
        if (token.text === '') fail(token, 'Nothing stands between these quotation marks');
        count(token);
        return { type: 'word', text: token.text, at: token.at, end: token.end };
      default:
        return fail(token, `Something must stand before “${token.text}”`);
    }
  }

  function count(token: Token): void {
    terms += 1;
    if (terms > maxTerms) fail(token, `A search has at most ${maxTerms} terms`);
  }

  function term(token: Token): SearchNode {
    const key = findSearchKey(token.text) ?? fail(token, `Nothing is called “${token.text}”`);
    const value = tokens[next];
    if (!value || (value.at !== token.end && value.kind !== 'open'))
      return fail({ at: token.at, end: token.end }, `“${token.text}:” needs a value`);
    if (value.kind === 'open' && value.at === token.end) return group(token, key);
    count(token);
    return leaf(token, key);
  }

  /** `key:(a OR b)`: the same key for each. */
  function group(token: Token, key: SearchKey): SearchNode {
    const open = take('open') ?? fail(token, 'A value is missing');
    const parts: SearchNode[] = [];
    for (;;) {
      const value = peek();
      if (!value) fail(open, 'This parenthesis is not closed');
      if (value.kind === 'close') fail(value, 'A value is missing');
      if (value.kind !== 'word' && value.kind !== 'quoted')
        fail(value, 'Only values can stand here, with OR between them');
      count(value);
      parts.push(leaf(token, key));
      const close = take('close');
      if (close) return { ...joined('or', parts), at: token.at, end: close.end };
      const next = peek();
      if (next && !take('or'))
        fail(next, 'Between values stands OR, and words that belong together in quotation marks');
    }
  }

  function leaf(token: Token, key: SearchKey): SearchNode {
    const value = tokens[next];
    if (!value) return fail(token, 'A value is missing');
    next += 1;
    let written = value.text;
    let until = value.end;
    if (value.kind === 'key') {
      // A colon within a value: `call:http://…`, `session:a:b`. What follows without a blank belongs to it.
      const more = tokens[next];
      written = text.slice(value.at, more?.at === value.end ? more.end : value.end);
      if (more?.at === value.end) {
        until = more.end;
        next += 1;
      }
    } else if (value.kind === 'not') {
      const more = tokens[next];
      if (more?.at !== value.end) return fail(value, 'A value is missing');
      written = text.slice(value.at, more.end);
      until = more.end;
      next += 1;
    } else if (written.startsWith('[') && !written.endsWith(']')) {
      const close = tokens.findIndex((other, at) => at >= next && other.text.endsWith(']'));
      if (close === -1) return fail(value, 'This bracket is not closed: [10 TO 20]');
      until = tokens[close]?.end ?? value.end;
      written = text.slice(value.at, until);
      next = close + 1;
    } else if (value.kind === 'open' || value.kind === 'close') return fail(value, 'A value is missing');
    const test = readTest(written, key, value.kind === 'quoted');
    if ('message' in test) return fail({ at: value.at, end: until }, test.message);
    return { type: 'term', key, test, at: token.at, end: until };
  }

  return { any, peek };
}

function joined(type: 'and' | 'or', parts: SearchNode[]): SearchNode {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) throw new Error('Parts of nothing');
  return parts.length === 1 ? first : { type, parts, at: first.at, end: last.end };
}

/** What is true of a whole session cannot come before or after something. */
function refuseSessionTerms(node: SearchNode): void {
  if (node.type === 'term' && node.key.of === 'session')
    fail(node, `“${node.key.name}” is told of whole sessions and cannot be a step of a sequence`);
  if (node.type === 'then') fail(node, 'A sequence cannot be a step of another one');
  if (node.type === 'not') refuseSessionTerms(node.part);
  if (node.type === 'and' || node.type === 'or') node.parts.forEach(refuseSessionTerms);
}
