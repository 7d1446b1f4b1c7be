import { type Fact, singular, wordsOf } from '@sightglass/wire';
import { type BodyNode, bodyTree } from './body.ts';
import type { FactBook } from './book.ts';
import { isIdentifying } from './identity.ts';
import { kept } from './kept.ts';
import { readCallKey } from './observe/call-key.ts';
import { type OwnCall, ownCalls } from './own-calls.ts';

/** What one call sends and gets, as trees. */
export interface CallBodies {
  call: OwnCall;
  query: Fact[];
  request: BodyNode | null;
  /** By status, all below 400. */
  responses: { status: number; body: BodyNode }[];
}

/** Of all calls of the application. */
export const callBodies = kept((book: FactBook): CallBodies[] => {
  const own = ownCalls(book);
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
});

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
 * has an id of its own is no envelope, whatever it holds; what holds nothing but one object or list and how it is paged is one, whatever
 * it calls it.
 */
export function payloadOf(whole: BodyNode, lastWord: string): Payload | null {
  const body = answered(whole);
  if (body.items)
    return body.items.fields.length > 0 ? fromEdge({ node: body.items, listed: true, wrapper: '' }) : null;
  const itself = body.fields.length > 0 ? { node: body, listed: false, wrapper: '' } : null;
  const scalars = body.fields.filter(({ fields, items }) => fields.length === 0 && items === null);
  const isIdentity = ({ name }: BodyNode) =>
    isIdentifying(name) && !ofPaging.test(name) && !(isNumbered(body) && name === 'id');
  if (body.fields.length > mostAround || scalars.some(isIdentity)) return itself;
  const called = (field: BodyNode) => isWrapper(field.name) || sameNoun(field.name, lastWord);
  const lists = body.fields.filter((field) => (field.items?.fields.length ?? 0) > 0);
  const list = lists.find(called);
  if (list?.items) return fromEdge({ node: list.items, listed: true, wrapper: list.name });
  const inner = body.fields.find((field) => field.fields.length > 0 && called(field)) ?? onlyIn(body);
  if (inner === undefined) return itself;
  if (inner.items) return fromEdge({ node: inner.items, listed: true, wrapper: inner.name });
  // An envelope within an envelope: `data.items[]`.
  const deeper = payloadOf(inner, lastWord);
  if (!deeper || deeper.node === inner) return { node: inner, listed: false, wrapper: inner.name };
  return isWrapper(deeper.wrapper) || deeper.wrapper === '' ? { ...deeper, wrapper: inner.name } : deeper;
}

/**
 * What a procedure gives, without what tRPC and its transformers put around it: `{ result: { data: { json } } }`, one for each call of a
 * batch (https://trpc.io/docs/rpc). Any other body is what it gives.
 */
function answered(body: BodyNode): BodyNode {
  const holds = ({ fields }: BodyNode, names: RegExp) =>
    fields.length > 0 && fields.every(({ name }) => names.test(name));
  const one = body.items && holds(body.items, /^(?:result|error|id)$/) ? body.items : body;
  const result = holds(one, /^(?:result|error|id)$/) ? one.fields.find(({ name }) => name === 'result') : undefined;
  const data =
    result && holds(result, /^(?:data|type)$/) ? result.fields.find(({ name }) => name === 'data') : undefined;
  if (data === undefined) return body;
  return (holds(data, /^(?:json|meta)$/) ? data.fields.find(({ name }) => name === 'json') : undefined) ?? data;
}

/** The id is the call's, not the thing's: https://www.jsonrpc.org/specification#response_object */
function isNumbered({ fields }: BodyNode): boolean {
  const has = (names: RegExp) => fields.some(({ name }) => names.test(name));
  return has(/^result$/) && has(/^(?:jsonrpc|ok|success|error)$/);
}

/** What stands beside what it holds tells how much of it there is. */
const ofPaging =
  /^(?:page|pages|per_?page|page_?(?:size|count|number|index)|size|limit|offset|skip|take|start|end|total|totals|count|total_?(?:count|pages|items|results|elements)|cursor|next|prev|previous|next_?(?:cursor|page|token|page_?token)|has_?(?:more|next|previous|next_?page|previous_?page)|page_?info|paging|pagination|meta|_meta|links|_links|errors|extensions|success|ok|status|user_?errors|client_?mutation_?id|message|took|timestamp|jsonrpc|__typename)$/i;

/** The one object or list of objects that a body holds, where nothing else of it says anything. */
function onlyIn(body: BodyNode): BodyNode | undefined {
  const others = body.fields.filter(({ name }) => !ofPaging.test(name));
  const [only] = others;
  return only && others.length === 1 && (only.fields.length > 0 || (only.items?.fields.length ?? 0) > 0)
    ? only
    : undefined;
}

/** Lists of GraphQL hold each thing as the `node` of an edge: https://relay.dev/graphql/connections.htm */
function fromEdge(payload: Payload): Payload {
  const inner = payload.node.fields.find(({ name }) => name === 'node');
  const isEdge =
    inner &&
    inner.fields.length > 0 &&
    payload.node.fields.every(({ name }) => /^(?:node|cursor|__typename)$/.test(name));
  return isEdge ? { ...payload, node: inner } : payload;
}

/** Beside what it holds an envelope has pages, totals, filters, links; what has more is an object that holds others. */
const mostAround = 8;

function sameNoun(one: string, other: string): boolean {
  const plain = (word: string) => wordsOf(singular(word)).join('');
  return plain(one) !== '' && plain(one) === plain(other);
}
