import type { ActionRecord, FormRecord, ResourceRecord, ViewRecord, WireRecord } from '@sightglass/wire';
import { isOwnCall } from '../points/own-calls.ts';
import { callKey, isCall, isRefusal, isTakenAnswer } from './call-key.ts';
import type { Observer, Put } from './collect.ts';
import { documentsIn, isNowhere, saysNowhere, withOrigins } from './documents.ts';
import { isSentOn, redirectMs } from './screens.ts';
import { isAboutMe, isWrite, type Who, whoIsIn } from './who.ts';

/** A screen that shows nothing within this span has nothing to show. */
const emptyMs = 1_000;

/** What is read on so many of the screens is read by the frame around them, and says nothing of one. */
const frameShare = 0.8;

/**
 * Who may do what: the role of the moment, and what it did.
 *
 * - `access`, key `["member","call","POST /api/orders"]` or `["member","route","/orders"]`; the role is empty where nobody was signed in.
 *   `n`: allowed, `against`: refused.
 *   Labels: `allowed`, `form` (the screen showed one), `refused`, `why:403`, `why:redirect`, `why:told` (the screen or the form says so),
 *   `why:answer` (all that it asked for was refused, by answers of one status), and `empty`: a screen of which nothing came, which alone
 *   says neither.
 *
 * 401 says that nobody is signed in, not what a role may do; other refusals are about what was sent.
 */
export const access: Observer = (seen, put) => {
  const who = whoIsIn(seen);
  const calls = seen.records.filter(isCall).filter(({ host }) => host === '');
  for (const call of calls) putCall(call, who, put);
  putViews(seen.records, calls, who, put);
};

const isDone = (call: ResourceRecord): boolean => isTakenAnswer(call) || call.status === 304;
/** As interfaces of one status say 403. */
const forbidden = /^(?:forbidden|access[_-]?denied|permission[_-]?denied|not[_-]?allowed|not[_-]?authori[sz]ed)$/i;
const isForbidden = ({ status, errorCode = '' }: ResourceRecord): boolean =>
  status === 403 || (status < 400 && forbidden.test(errorCode));

function putCall(call: ResourceRecord, who: Who, put: Put): void {
  const refused = isForbidden(call);
  if (!refused && !isDone(call)) return;
  put('access', JSON.stringify([who.ofCall(call), 'call', callKey(call)]), {
    at: call.at,
    quality: call.action === undefined ? 2 : 3,
    note: `${callKey(call)} answers ${call.status}`,
    times: refused ? 0 : 1,
    against: refused ? 1 : 0,
    labels: refused ? ['refused', 'why:403'] : ['allowed'],
  });
}

type Looked = 'allowed' | 'empty' | { why: string };

function putViews(records: readonly WireRecord[], calls: ResourceRecord[], who: Who, put: Put): void {
  const views = withOrigins(records);
  const of = <Kind extends WireRecord>(some: readonly Kind[]) => Map.groupBy(some, ({ view }) => view);
  const [callsOf, actionsOf, formsOf] = [
    of(calls),
    of(records.filter((record): record is ActionRecord => record.kind === 'action')),
    of(records.filter((record): record is FormRecord => record.kind === 'form')),
  ];
  const documents = documentsIn(records);
  const routes = new Set(views.map(({ route }) => route));
  const ofFrame = (call: ResourceRecord) =>
    (routesOf.get(callKey(call))?.size ?? 0) >= Math.max(3, frameShare * routes.size);
  const routesOf = new Map<string, Set<string | undefined>>();
  for (const call of calls) routesOf.set(callKey(call), (routesOf.get(callKey(call)) ?? new Set()).add(call.route));

  for (const [index, view] of views.entries()) {
    const { at, route = '', durationMs } = view;
    const made = callsOf.get(view.view) ?? [];
    if (made.some(({ status }) => status === 401) || isNowhere(documents.get(view.view ?? '')) || saysNowhere(view))
      continue;
    const actions = actionsOf.get(view.view) ?? [];
    const acted = new Set(actions.map(({ id }) => id));
    const loads = made.filter((call) => {
      const caused = call.action !== undefined && acted.has(call.action);
      return !caused && !isWrite(call) && !isAboutMe(call) && isOwnCall(callKey(call)) && !ofFrame(call);
    });
    const isOnlyHere = (call: ResourceRecord) => routesOf.get(callKey(call))?.size === 1;
    const looked = look({
      isOnlyHere,
      view,
      next: views[index + 1],
      loads,
      actions,
      forms: formsOf.get(view.view) ?? [],
      document: documents.get(view.view ?? ''),
    });
    const shownForm = looked === 'allowed' && formsOf.get(view.view)?.some(({ event }) => event === 'seen');
    if (looked === 'empty' && (durationMs ?? 0) < emptyMs) continue;
    const refused = typeof looked === 'object';
    put('access', JSON.stringify([who.ofView(view), 'route', route]), {
      at,
      quality: looked === 'empty' ? 1 : 2,
      note: refused ? `${route} refused` : route,
      times: looked === 'allowed' ? 1 : 0,
      against: refused ? 1 : 0,
      labels: refused ? ['refused', `why:${looked.why}`] : [looked, ...(shownForm ? ['form'] : [])],
    });
  }
}

interface ScreenSeen {
  view: ViewRecord;
  next: ViewRecord | undefined;
  loads: ResourceRecord[];
  actions: ActionRecord[];
  forms: FormRecord[];
  /** No other screen asks for it. */
  isOnlyHere(call: ResourceRecord): boolean;
  /** The document that the screen came with, where it did. */
  document: ResourceRecord | undefined;
}

function look({ view, next, loads, actions, forms, document, isOnlyHere }: ScreenSeen): Looked {
  const { durationMs = Number.POSITIVE_INFINITY } = view;
  const showsForm = forms.some(({ event }) => event === 'seen');
  const hasLoaded = loads.some((call) => isDone(call) && isOnlyHere(call));
  // Who typed the address waits until the application has started and knows who that is.
  const isSoon = durationMs < redirectMs || (view.cause === 'load' && !hasLoaded && !showsForm);
  if (actions.length === 0 && isSoon && isSentOn(view, next)) return { why: 'redirect' };
  // Beside what was refused, what other screens show as well was not what it was about.
  const isRefused = loads.some(isForbidden);
  const done = loads.some((call) => isDone(call) && (!isRefused || isOnlyHere(call)));
  if (!done && (isRefused || document?.status === 403)) return { why: '403' };
  // What stands there then may be left from the screen before.
  if (!done && loads.some((call) => call.status < 400 && isRefusal(call) && isOnlyHere(call))) return { why: 'answer' };
  // A page that the server wrote and a link led to says itself that it may be looked at.
  const served = document !== undefined && document.status >= 200 && document.status < 300 && view.from !== undefined;
  // Leaving by a link of the frame is no use of the screen.
  const used = actions.some(({ type, role }) => type !== 'click' || role !== 'link');
  if (done || used || showsForm) return 'allowed';
  // Told without having been asked for anything: what the screen has to say instead of itself.
  const says = forms.some(({ event, action, refusals = [] }) => {
    return event === 'refused' && !actions.some(({ id }) => id === action) && refusals.some(isOfNoField);
  });
  if (says) return { why: 'told' };
  return served ? 'allowed' : 'empty';
}

const isOfNoField = ({ field }: { field: string }): boolean => field === '';
