import { type Fact, type Statement, statementKey } from '@sightglass/wire';
import { type BodyNode, isNullable, presenceOf, typeOf } from '../body.ts';
import { joinFacts } from '../book.ts';
import { type CallBodies, payloadOf } from '../call-bodies.ts';
import { existential, ground, trust } from '../confidence.ts';
import { readCallKey } from '../observe/call-key.ts';
import { labelled, type OwnCall } from '../own-calls.ts';
import { attributes, thingIn } from '../thing.ts';
import { aboutValue, formatTold, tellSent, tellValue } from '../value.ts';
import type { Answers } from './call-answers.ts';
import { withoutBatch } from './form-fields.ts';
import { counted } from './point.ts';

/** What all answers together show of the fields of the thing that a body is one of; nothing where it is none. */
export type Elsewhere = (thing: BodyNode) => ReadonlyMap<string, Fact> | undefined;

/** What is said of a call one by one: its parameters, what it sends and gets, how it can end. */
export function detailsOfCall(bodies: CallBodies, answers: Answers, elsewhere: Elsewhere): Statement[] {
  const { call, request, responses } = bodies;
  const lastWord = call.name.path.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? '';
  return [
    ...queriesOf(bodies),
    ...(request === null ? [] : requestFieldsOf(call, request)),
    ...statusesOf(call, answers),
    ...responses.flatMap(({ status, body }) =>
      shownFields(body, lastWord).map(({ node, of }) =>
        toResponseField(call, status, node, elsewhere(of)?.get(node.name)),
      ),
    ),
  ].filter(({ evidence }) => evidence.length > 0);
}

function queriesOf({ call, query }: CallBodies): Statement[] {
  return joinFacts(query, ({ key }) => readCallKey(key).rest).map(({ id: name, fact }) => {
    const absent = Math.max(call.fact.n - fact.n, 0);
    const about = { ...aboutValue(name, fact, { present: fact.n, absent }), ...queryType(fact) };
    return {
      key: statementKey.query(call.name, name),
      point: 7,
      kind: 'query',
      text: `${tellCall(call)} takes the parameter ${name}: ${tellSent(about)}${about.required ? ', always there' : ''}.`,
      ...ground(fact, existential(fact.sessions, trust.usual)),
      ...about,
      call: call.name,
      name,
    };
  });
}

/** In an address everything is text; what it looks like tells what it stands for. */
function queryType({ counts }: Fact): { type: string; format: string | null } {
  const formats = labelled(counts, 'format:')
    .map(({ value }) => value)
    .filter((value) => value !== 'empty');
  if (formats.length === 0) return { type: 'string', format: null };
  if (formats.every((format) => format === 'integer')) return { type: 'integer', format: null };
  if (formats.every((format) => format === 'integer' || format === 'number')) return { type: 'number', format: null };
  if (formats.every((format) => format === 'boolean')) return { type: 'boolean', format: null };
  const [format = ''] = formats;
  return {
    type: 'string',
    format: formats.length > 1 || /^(?:word|sentence|slug|secret)$/.test(format) ? null : format,
  };
}

function requestFieldsOf(call: OwnCall, request: BodyNode): Statement[] {
  const isPartial = call.name.method === 'PATCH' && request.fields.length > 1;
  const isBatch = request.fields.length > 0 && request.fields.every(({ name }) => name === '{integer}');
  return everyField(request).flatMap((node) => {
    const name = isBatch ? withoutBatch(node.path === '{integer}' ? '' : node.path) : node.path;
    if (name === '') return [];
    const said = aboutValue(node.name, node.fact, presenceOf(node));
    // A patch changes what it names (RFC 5789): that a form always sends all of it asks for none of it.
    const about = { ...said, required: said.required && !isPartial };
    return {
      key: statementKey.requestField(call.name, name),
      point: 7,
      kind: 'requestField',
      text: `${tellCall(call)} sends ${name}: ${tellSent(about)}${about.required ? ', always' : ''}.`,
      ...ground(node.fact, existential(node.fact.sessions, trust.usual)),
      ...about,
      call: call.name,
      name,
    };
  });
}

/** @param same - The same field in all answers that hold such a thing: what is always null here may have a value there. */
function toResponseField(call: OwnCall, status: number, node: BodyNode, same: Fact | undefined): Statement {
  const here = aboutValue(node.name, node.fact, presenceOf(node));
  const about = {
    ...here,
    ...(here.type === 'null' && same ? { type: typeOf(same), format: formatTold(same) } : {}),
    nullable: here.nullable || (same !== undefined && isNullable(same)),
  };
  return {
    key: statementKey.responseField(call.name, status, node.path),
    point: 7,
    kind: 'responseField',
    text: `${tellCall(call)} answers ${status} with ${node.path}: ${tellValue(about)}${about.required ? ', always' : ''}.`,
    ...ground(node.fact, existential(node.fact.sessions, trust.usual)),
    ...about,
    call: call.name,
    status,
    name: node.path,
  };
}

/**
 * Of an answer: what stands at its top, and of the thing or the things that it is about. What these hold in turn is said once, of the
 * entities themselves (point 3), not again for each call that gives one.
 */
function shownFields(body: BodyNode, lastWord: string): { node: BodyNode; of: BodyNode }[] {
  const payload = payloadOf(body, lastWord);
  if (payload === null || payload.node === body) return fieldsOf(body);
  return [...fieldsOf(body), ...between(body, payload.node).flatMap(fieldsOf), ...fieldsOf(payload.node)];
}

/** The fields of an object, with those of what only says how it is wrapped: attributes of JSON:API, how a list is paged. */
function fieldsOf(thing: BodyNode): { node: BodyNode; of: BodyNode }[] {
  const isThing = thingIn(thing) !== thing;
  return thing.fields.flatMap((node) => {
    const isWrap = (isThing && attributes.test(node.name)) || aboutPages.test(node.name);
    const inner = isWrap ? fieldsOf(node).map((one) => ({ ...one, of: isThing ? thing : one.of })) : [];
    return [{ node, of: thing }, ...inner];
  });
}

const aboutPages = /^_?(?:meta|page|paging|pagination|page_?info)$/i;

/** Envelopes on the way to what the answer is about: `data.total` beside `data.items`. */
function between(body: BodyNode, target: BodyNode): BodyNode[] {
  return body.fields
    .filter((field) => target.path.startsWith(`${field.path}.`))
    .flatMap((field) => [field, ...between(field, target)]);
}

/** Fields of fields too: what is sent is not said elsewhere. Entries of a map are one field. */
function everyField(node: BodyNode): BodyNode[] {
  const inner = node.items ? everyField(node.items) : [];
  return [...node.fields.flatMap((field) => [field, ...everyField(field)]), ...inner];
}

function statusesOf(call: OwnCall, answers: Answers): Statement[] {
  return call.statuses
    .filter(({ status }) => status > 0)
    .map(({ status, calls }) => {
      const { codes, moments } = answers(call, status);
      const { fact } = call;
      const visitors = fact.visitorsOf[`status:${status}`] ?? 0;
      // The same fact counts every status; of one of them its visitors are known, and each of those was there in a session at least.
      const sessions = Math.min(fact.sessions, visitors, calls);
      const support = { ...fact, n: calls, visitors, sessions, sample: moments };
      const named = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
      return {
        key: statementKey.status(call.name, status),
        point: 7,
        kind: 'status',
        text: `${tellCall(call)} was answered ${counted(calls, 'time')} with ${status}${named}.`,
        ...ground(support, existential(sessions, trust.usual)),
        call: call.name,
        status,
        calls,
        codes,
      };
    });
}

const tellCall = ({ name }: OwnCall): string => `${name.method} ${name.path}`;
