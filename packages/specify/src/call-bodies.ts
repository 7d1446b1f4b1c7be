import { type Fact, singular, wordsOf } from '@sightglass/wire';
import { type BodyNode, bodyTree } from './body.ts';
import type { FactBook } from './book.ts';
import { isIdentifying } from './identity.ts';
import { readCallKey } from './observe/call-key.ts';
import type { OwnCall, OwnCalls } from './own-calls.ts';

/** What one call sends and gets, as trees. */
export interface CallBodies {
  call: OwnCall;
  query: Fact[];
  request: BodyNode | null;
  /** By status, all below 400. */
  responses: { status: number; body: BodyNode }[];
}

export function callBodies(book: FactBook, own: OwnCalls): CallBodies[] {
  const [queries, requests, responses] = (['query', 'requestField', 'responseField'] as const).map((kind) =>
    Map.groupBy(book.of(kind), ({ key }) => own.idOf(key)),
  );
  return own.calls.map((call) => ({
    call,
    query: queries?.get(call.id) ?? [],
    request: bodyTree(requests?.get(call.id) ?? [], restOf),
    responses: [...Map.groupBy(responses?.get(call.id) ?? [], statusOf)]
      .flatMap(([status, facts]) => {
        const body = bodyTree(facts, (fact) => restOf(fact).slice(String(status).length + 1));
        return body === null ? [] : [{ status, body }];
      })
      .sort((one, other) => one.status - other.status),
  }));
}

const restOf = ({ key }: Fact): string => readCallKey(key).rest;
const statusOf = (fact: Fact): number => Number.parseInt(restOf(fact), 10);

const wrappers =
  /^(?:items?|data|results?|rows|records|list|entries|hits|content|values|elements|objects|nodes|edges|docs|documents|payload|body|response|collection|page)$/i;
export const isWrapper = (name: string): boolean => wrappers.test(name);

export interface Payload {
  node: BodyNode;
  /** One of a list. */
  listed: boolean;
  /** Name of the key that held it; empty for the body itself. */
  wrapper: string;
}

/**
 * The object that an answer is about, out of what is wrapped around it: `items[]` of a page, `data` of an envelope, the body itself. What
 * has an id of its own is no envelope, whatever it holds.
 */
export function payloadOf(body: BodyNode, lastWord: string): Payload | null {
  if (body.items) return body.items.fields.length > 0 ? { node: body.items, listed: true, wrapper: '' } : null;
  const itself = body.fields.length > 0 ? { node: body, listed: false, wrapper: '' } : null;
  const scalars = body.fields.filter(({ fields, items }) => fields.length === 0 && items === null);
  if (body.fields.length > mostAround || scalars.some(({ name }) => isIdentifying(name))) return itself;
  const called = (field: BodyNode) => isWrapper(field.name) || sameNoun(field.name, lastWord);
  const lists = body.fields.filter((field) => (field.items?.fields.length ?? 0) > 0);
  const list = lists.find(called);
  if (list?.items) return { node: list.items, listed: true, wrapper: list.name };
  const inner = body.fields.find((field) => field.fields.length > 0 && called(field));
  if (inner === undefined) return itself;
  // An envelope within an envelope: `data.items[]`.
  const deeper = payloadOf(inner, lastWord);
  return deeper && deeper.node !== inner ? deeper : { node: inner, listed: false, wrapper: inner.name };
}

/** Beside what it holds an envelope has pages, totals, filters, links; what has more is an object that holds others. */
const mostAround = 8;

function sameNoun(one: string, other: string): boolean {
  const plain = (word: string) => wordsOf(singular(word)).join('');
  return plain(one) !== '' && plain(one) === plain(other);
}
