import type { CallStatement, Statement } from '@sightglass/wire';
import { toShape } from '../body.ts';
import type { FactBook } from '../book.ts';
import { type CallBodies, callBodies } from '../call-bodies.ts';
import { existential, ground, trust } from '../confidence.ts';
import type { Entity } from '../entities/entity.ts';
import { fieldsOfEntity } from '../entities/fields.ts';
import { findEntities } from '../entities/find.ts';
import { msOfStep } from '../observe/calls.ts';
import { labelled, type OwnCall, ownCalls } from '../own-calls.ts';
import { thingIn } from '../thing.ts';
import { answersOf } from './call-answers.ts';
import { detailsOfCall, type Elsewhere } from './call-details.ts';
import { counted, enumerate, type Point, type Reading, surestFirst } from './point.ts';

const mostScreens = 8;

/** Calls of the application to its own server: what is sent, what comes back, how it can end. */
export const calls: Point = { point: 7, read };

function read(book: FactBook): Reading {
  const own = ownCalls(book);
  const all = callBodies(book);
  const open = all.filter(({ call }) => call.fact.sample.length > 0);
  // The same list where nothing is missing, so that what is known of it serves.
  const bodies = open.length === all.length ? all : open;
  const answers = answersOf(book, own);
  const elsewhere = fieldsElsewhere(findEntities(bodies));
  const details = bodies.flatMap((one) => detailsOfCall(one, answers, elsewhere));
  return {
    statements: [...surestFirst<Statement>(bodies.map((one) => toStatement(one, book))), ...surestFirst(details)],
    leftOut: [
      ...own.leftOut,
      { reason: 'calls without a session that can still be opened', times: own.calls.length - bodies.length },
      {
        reason: 'calls whose bodies carry a secret and were left out in the browser',
        times: bodies.filter(({ call }) => call.fact.counts.secret).length,
      },
    ],
  };
}

function fieldsElsewhere(entities: readonly Entity[]): Elsewhere {
  const byNode = new Map(
    entities.flatMap((entity) => {
      const facts = new Map(fieldsOfEntity(entity).map(({ path, fact }) => [path, fact]));
      return entity.nodes.map(({ node }) => [node, facts] as const);
    }),
  );
  return (thing) => byNode.get(thingIn(thing));
}

/** A request that was only ever answered with an error may never have been there: a typed address, a scanner. */
function trustOf({ statuses, sentOn }: OwnCall): number {
  return sentOn === 0 && statuses.every(({ status }) => status === 0 || status >= 400) ? trust.refused : trust.usual;
}

function toStatement({ call, query, request, responses }: CallBodies, book: FactBook): CallStatement {
  const { fact, name, id, statuses } = call;
  const told = {
    method: name.method,
    host: '',
    path: name.path,
    calls: fact.n,
    p75Ms: p75Of(fact.counts),
    failed: statuses.reduce((sum, { status, calls }) => sum + (status === 0 || status >= 400 ? calls : 0), 0),
    statuses,
    query: query.map((one) => ({ name: nameOf(one.key), format: labelled(one.counts, 'format:')[0]?.value ?? '' })),
    request: request === null ? null : toShape(request),
    ...(fact.counts.secret ? { requestLeftOut: 'secret' as const } : {}),
    ...(call.isForm ? { sentOn: call.sentOn } : {}),
    response: mainResponse(responses),
    screens: labelled(fact.counts, 'route:')
      .slice(0, mostScreens)
      .map(({ value, times }) => ({ route: book.route(value), calls: times })),
  };
  return {
    key: id,
    point: 7,
    kind: 'call',
    text: tell(told),
    ...ground(fact, existential(fact.sessions, trustOf(call))),
    ...told,
  };
}

function mainResponse(responses: CallBodies['responses']): unknown {
  const [most] = responses.toSorted((one, other) => other.body.fact.n - one.body.fact.n);
  return most === undefined ? null : toShape(most.body);
}

const nameOf = (key: string): string => key.split(' ').slice(2).join(' ');

/** From counted steps, 9 % to either side: more than two digits would only look exact. */
function p75Of(counts: Record<string, number>): number | null {
  const steps = labelled(counts, 'ms:')
    .map(({ value, times }) => ({ step: Number(value), times }))
    .sort((one, other) => one.step - other.step);
  const all = steps.reduce((sum, { times }) => sum + times, 0);
  let below = 0;
  for (const { step, times } of steps) {
    below += times;
    if (below >= all * 0.75) return Number(msOfStep(step).toPrecision(2));
  }
  return null;
}

function tell({
  method,
  path,
  calls,
  statuses,
  p75Ms,
  screens,
  requestLeftOut,
  sentOn = 0,
}: Pick<
  CallStatement,
  'method' | 'path' | 'calls' | 'statuses' | 'p75Ms' | 'screens' | 'requestLeftOut' | 'sentOn'
>): string {
  const answers = statuses
    .filter(({ status }) => status > 0)
    .map(({ status, calls }) => `${status} (${counted(calls, 'time')})`);
  const ends = [
    ...(answers.length > 0 ? [`answers ${enumerate(answers, 5)}`] : []),
    ...(sentOn > 0 ? [`leads on to another page (${counted(sentOn, 'time')})`] : []),
  ];
  const fast = p75Ms === null ? '' : `, three in four within ${p75Ms} ms`;
  const from = screens.length === 0 ? '' : `; made from ${enumerate(screens.map(({ route }) => route))}`;
  const secret = requestLeftOut ? '; what it sends carries a secret and is left out' : '';
  return `${method} ${path} was called ${counted(calls, 'time')} and ${enumerate(ends)}${fast}${from}${secret}.`;
}
