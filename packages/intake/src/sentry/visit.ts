import type { Sender } from '../foreign/index.ts';
import { fieldsOf, firstOf, type Given, textOf } from '../given.ts';
import { hash64 } from '../hash.ts';
import { type Address, routeOf, takeApart } from '../privacy/index.ts';
import { remember } from '../remember.ts';
import { type Memory, sessionOf, sessionOfReplay } from './whose-session.ts';

/** What an item says of the visit that it belongs to. */
export interface Traces {
  replay?: string | undefined;
  trace?: string | undefined;
  release?: string | undefined;
  environment?: string | undefined;
  /** The trace that this one says it goes on from. */
  previous?: string | undefined;
  /** An id that the application gave its user; never stored as it is. */
  user?: string | undefined;
  /** `role` of its user, which Sentry has no word for: a field that the application sets beside the others. */
  role?: string | undefined;
}

/**
 * Whose an item is. A replay's id is one for each tab and lives over page loads, so it is the session where the item names one. Without
 * Replay it is made of traces and users, which takes what earlier bodies told; see {@link sessionOf} and docs/formats/sentry.md.
 *
 * @param alone - Stands for the session where there is no trace either.
 */
export function senderOf(traces: Traces, alone: string, at: number, memory: Memory): Sender {
  const { replay, trace } = traces;
  const user = traces.user === undefined ? undefined : hash64(traces.user);
  const session =
    replay === undefined ? sessionOf({ ...traces, user }, alone, at, memory) : sessionOfReplay(replay, trace, memory);
  return {
    session,
    tab: session,
    release: (traces.release ?? '').slice(0, 256),
    environment: (traces.environment ?? '').slice(0, 256),
    visitor: user === undefined ? null : `u-${user}`,
    role: traces.role ?? '',
  };
}

/** What the envelope's header says, of which each item may know better. */
export function tracesOfHeader(header: Given): Traces {
  const trace = fieldsOf(header.trace);
  return {
    replay: textOf(trace.replay_id),
    trace: textOf(trace.trace_id),
    release: textOf(trace.release),
    environment: textOf(trace.environment),
  };
}

/** What an event says: an error, a transaction, feedback, the head of a replay segment. */
export function tracesOfEvent(event: Given, header: Given): Traces {
  const before = tracesOfHeader(header);
  const contexts = fieldsOf(event.contexts);
  const user = fieldsOf(event.user);
  return {
    replay: firstOf(
      textOf(event.replay_id),
      textOf(fieldsOf(contexts.replay).replay_id),
      textOf(fieldsOf(contexts.feedback).replay_id),
      textOf(fieldsOf(event.tags).replayId),
      before.replay,
    ),
    trace: firstOf(textOf(fieldsOf(contexts.trace).trace_id), before.trace),
    release: firstOf(textOf(event.release), before.release),
    environment: firstOf(textOf(event.environment), before.environment),
    user: firstOf(textOf(user.id), typeof user.id === 'number' ? String(user.id) : undefined),
    role: roleOf(user.role),
  };
}

function roleOf(role: unknown): string | undefined {
  return typeof role === 'string' && /^[\w .:-]{1,64}$/.test(role) ? role : undefined;
}

/** A page, by its address. */
export interface Page {
  address: Address;
  route: string;
  /** Where it is known which of its views was shown. */
  view?: string | undefined;
}

/** As records say it. */
export function whereOf(page: Page | undefined): { view?: string; route?: string } {
  if (page === undefined) return {};
  return page.view === undefined ? { route: page.route } : { view: page.view, route: page.route };
}

/** @param from - A page of the same origin, by which a path alone is an address, too. */
export function pageOf(url: unknown, from?: Page): Page | undefined {
  return typeof url === 'string' ? (pageAt(`${from?.address.host ?? ''} ${url}`) ?? undefined) : undefined;
}

/** By the host of the page that it is relative to, and the address; null: it is none. */
const pageAt = remember(2_000, (key): Page | null => {
  const blank = key.indexOf(' ');
  const host = key.slice(0, blank);
  const address = takeApart(key.slice(blank + 1), host === '' ? undefined : { host, path: '/', query: '', hash: '' });
  return address === undefined ? null : { address, route: routeOf(address) };
});

/** Who tells of a view: tracing by a span, Replay, or the breadcrumbs of an error where nobody traces. */
export type ViewTeller = 'span' | 'replay' | 'crumb';

const tellers: readonly ViewTeller[] = ['span', 'replay', 'crumb'];
/** Two of them tell the same navigation up to some 40 ms apart on a busy page. */
const sameViewMs = 500;
/** Nobody comes back so soon: SDK 7 has been seen to name two navigations in a row by where the second went. */
const soonestBackMs = 100;
/** Of one address within that time; more is made up. */
const mostAlike = 20;

/**
 * The same for whoever tells of a navigation, in whichever body; the address itself cannot be read out of it. Whoever tells of an address
 * at two moments tells of two views, near as they are: somebody went away and came back.
 */
export function viewIdOf(by: ViewTeller, sender: Sender, { address }: Page, time: number, memory: Memory): string {
  const { recall, keep } = memory;
  const { path, query, hash } = address;
  const at = Math.round(time);
  const place = hash64(`${sender.session} ${path}?${query}#${hash}`);
  const known = recall(`visit ${place} ${by} ${at}`);
  if (known !== undefined) return known;
  const slot = Math.floor(at / sameViewMs);
  const isToldBy = (view: string, who: ViewTeller): boolean => recall(`told ${view} ${who}`) !== undefined;
  const near = [slot - 1, slot, slot + 1]
    .flatMap((one) => viewsIn(`${place} ${one}`))
    .map((view) => ({ view, apart: Math.abs(at - whenTold(view)) }))
    .filter(({ view, apart }) => apart < (isToldBy(view, by) ? soonestBackMs : sameViewMs))
    .sort((one, other) => one.apart - other.apart);
  const view = near[0]?.view ?? firstFree(`${place} ${slot}`);
  keep(`visit ${place} ${by} ${at}`, view);
  keep(`told ${view} ${by}`, String(at));
  return view;

  function viewsIn(name: string): string[] {
    const found: string[] = [];
    for (let nth = 0; nth < mostAlike; nth += 1) {
      const one = nthView(name, nth);
      if (!tellers.some((who) => isToldBy(one, who))) break;
      found.push(one);
    }
    return found;
  }

  function firstFree(name: string): string {
    return nthView(name, viewsIn(name).length);
  }

  function whenTold(one: string): number {
    const told = tellers.map((who) => recall(`told ${one} ${who}`)).find((moment) => moment !== undefined);
    return Number(told ?? Number.NaN);
  }
}

const nthView = (name: string, nth: number): string => `v-${hash64(nth === 0 ? name : `${name} ${nth}`)}`;
