import { type CallFact, type CallStatement, type Facts, nameVariables, placeOf } from '@sightglass/wire';
import { trust, weigh } from '../../confidence.ts';
import { mergeAll } from '../../shape.ts';
import { counted, enumerate, type Point, type Reading, surestFirst } from './point.ts';

const mostScreens = 8;

/** Calls of the application to its own server: what is sent, what comes back, how it can end. */
export const calls: Point = { point: 7, read };

function read(facts: Facts): Reading {
  const told = Map.groupBy(facts.calls, (fact) => whyLeftOut(fact));
  const hosts = [...new Set(facts.calls.map(({ host }) => host))].filter(Boolean).sort();
  const leftOut = [...told].flatMap(([reason, some]) =>
    reason === undefined
      ? []
      : [{ reason: reason === foreign ? `${foreign} (${enumerate(hosts)})` : reason, times: some.length }],
  );
  return {
    statements: surestFirst((told.get(undefined) ?? []).map(toStatement)),
    leftOut: [...leftOut, { reason: 'calls made less often than the first 500', times: facts.leftOut.calls }],
  };
}

const foreign = 'calls to other hosts';

/** `undefined`: it is the application's own. */
function whyLeftOut(fact: CallFact): string | undefined {
  if (fact.host !== '') return foreign;
  if (isAsset(fact)) return 'files fetched as calls (scripts, styles, images, fonts, texts)';
  if (isProbe(fact)) return 'probes of whether the server lives';
  if (fact.statuses.every(({ status }) => status === 0)) return 'calls that never got an answer';
  return fact.seen.sample.length === 0 ? 'calls without a session that can still be opened' : undefined;
}

const assetMime =
  /^(?:image|font|audio|video)\/|^(?:text\/css|text\/javascript|application\/(?:x-)?(?:javascript|wasm|font)|application\/manifest\+json)\b/i;
const assetPath =
  /\.(?:m?js|css|map|png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|otf|eot|mp[34]|webm|wasm|webmanifest)$/i;
/** Texts and tables that were built with the application and lie beside its scripts. */
const builtPath =
  /(?:^|\/)(?:assets|static|public|_next\/static|locales?|i18n|lang)\/.*\.(?:json|txt|xml|html|ya?ml)$/i;

function isAsset({ path, mime, method }: CallFact): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && (assetPath.test(path) || builtPath.test(path) || assetMime.test(mime));
}

function isProbe({ path, method }: CallFact): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    /(?:^|\/)(?:_?health(?:z|[-_]?check)?|livez?|liveness|readyz?|readiness|ping|heartbeat)$/i.test(path)
  );
}

function toStatement(fact: CallFact): CallStatement {
  const call = {
    method: fact.method,
    host: fact.host,
    path: nameVariables(fact.path),
    calls: fact.seen.observations,
    p75Ms: fact.p75Ms === null ? null : Math.round(fact.p75Ms * 10) / 10,
    failed: fact.failed,
    statuses: fact.statuses,
    query: fact.query.map(({ name, format }) => ({ name, format })),
    request: mergeAll(fact.requests),
    ...(fact.requestsLeftOut > 0 ? { requestLeftOut: 'secret' as const } : {}),
    response: mergeAll(fact.responses),
    screens: fact.screens.slice(0, mostScreens).map(({ route, calls }) => ({ route: nameVariables(route), calls })),
  };
  const refusedOnly = fact.statuses.every(({ status }) => status === 0 || status >= 400);
  return {
    key: `call ${fact.method} ${fact.host}${placeOf(fact.path)}`,
    point: 7,
    kind: 'call',
    text: tell(call),
    ...weigh(fact.seen, refusedOnly ? trust.refused : trust.usual),
    ...call,
  };
}

function tell({
  method,
  path,
  calls,
  statuses,
  p75Ms,
  screens,
}: Pick<CallStatement, 'method' | 'path' | 'calls' | 'statuses' | 'p75Ms' | 'screens'>): string {
  const answers = statuses
    .filter(({ status }) => status > 0)
    .map(({ status, calls }) => `${status} (${counted(calls, 'time')})`);
  const fast = p75Ms === null ? '' : `, three in four within ${p75Ms} ms`;
  const from = screens.length === 0 ? '' : `; made from ${enumerate(screens.map(({ route }) => route))}`;
  return `${method} ${path} was called ${counted(calls, 'time')} and answers ${enumerate(answers, 5)}${fast}${from}.`;
}
