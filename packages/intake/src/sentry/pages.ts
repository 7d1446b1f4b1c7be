import type { ViewRecord } from '@sightglass/wire';
import type { Gatherer, Sender } from '../foreign/index.ts';
import { fieldsOf, type Given, listOf, textOf, timeOf } from '../given.ts';
import { hash64 } from '../hash.ts';
import { type Page, pageOf, viewIdOf } from './visit.ts';
import { earliest } from './who.ts';

/** More than an SDK keeps of them is made up. */
const maxCrumbs = 200;
/** The SDK keeps so many and forgets the oldest: then nobody knows what came first. */
const mostKept = 100;

interface Told {
  at: number;
  trace: string | undefined;
  /** Where the page was when it happened. */
  last: Page | undefined;
  /** Some page of the same origin. */
  home: Page | undefined;
}

type Crumb = [crumb: Given, on: Page | undefined];

/**
 * The breadcrumbs of an event, each with the page that it was left on: those of navigation say from where to where, the event where they
 * ended. Without tracing nobody else tells which screens there were, so they are told here, the page load at what is first known of it.
 */
export function walkCrumbs(event: Given, { at, trace, last, home }: Told, sender: Sender, gatherer: Gatherer): Crumb[] {
  const crumbs = crumbsOf(event);
  const on = (path: string | undefined): Page | undefined => pageOf(path, last ?? home);
  const first = crumbs.map((crumb) => textOf(goesOf(crumb).from)).find((from) => from !== undefined);
  const tells = !isTraced(event);
  let page = first === undefined ? last : on(first);
  if (tells && trace !== undefined && crumbs.length < mostKept)
    page = tell(page, timeOf(crumbs[0]?.timestamp) ?? at, `v-${hash64(`${sender.session} ${trace} first`)}`, undefined);
  return crumbs.map((crumb) => {
    const to = textOf(goesOf(crumb).to);
    const left = page;
    if (to !== undefined) page = on(to);
    const since = to === undefined ? undefined : timeOf(crumb.timestamp);
    if (tells && page !== undefined && since !== undefined)
      page = tell(page, since, viewIdOf('crumb', sender, page, since, gatherer), left);
    return [crumb, page];
  });

  function tell(shown: Page | undefined, since: number, view: string, left: Page | undefined): Page | undefined {
    if (shown === undefined) return undefined;
    const { route } = shown;
    const cause = left === undefined ? 'load' : 'push';
    const record: ViewRecord = { kind: 'view', at: since, view, route, version: 0, path: route, title: '', cause };
    if (left !== undefined) record.from = left.route;
    gatherer.record(sender, { id: '', version: earliest(since) }, record);
    return { ...shown, view };
  }
}

const goesOf = ({ category, data }: Given): Given => (category === 'navigation' ? fieldsOf(data) : {});

/** They may be told up to so long before their span. */
const besideMs = 300;

/** Where a navigation that began at a moment went to, by the breadcrumbs of its event; undefined: none of them tells. */
export function goneTo(event: Given, at: number): string | undefined {
  const apart = (crumb: Given): number => Math.abs((timeOf(crumb.timestamp) ?? 0) - at);
  const [nearest] = crumbsOf(event)
    .filter((crumb) => textOf(goesOf(crumb).to) !== undefined && apart(crumb) <= besideMs)
    .sort((one, other) => apart(one) - apart(other));
  return nearest && textOf(goesOf(nearest).to);
}

/** Calls that no answer came to. Before the later ones of SDK 10 neither Replay nor tracing tells of them. */
export function unansweredCalls(event: Given): Given[] {
  return crumbsOf(event).filter(
    ({ category, data }) => (category === 'fetch' || category === 'xhr') && !fieldsOf(data).status_code,
  );
}

/** The breadcrumb of a call that ended at most so long before. */
export function answeredCall(event: Given, category: string, status: unknown, at: number): Given | undefined {
  return crumbsOf(event).findLast(({ category: told, data, timestamp }) => {
    const apart = at - (timeOf(timestamp) ?? 0);
    return told === category && fieldsOf(data).status_code === status && apart >= 0 && apart <= besideMs;
  });
}

export function crumbsOf({ breadcrumbs }: Given): Given[] {
  // Before SDK 6 they stood in `values`, and relays still write them so.
  return listOf(Array.isArray(breadcrumbs) ? breadcrumbs : fieldsOf(breadcrumbs).values, maxCrumbs);
}

/** Whether spans tell the screens; so it is where the SDK does not say what it is made of. */
function isTraced(event: Given): boolean {
  const { integrations } = fieldsOf(event.sdk);
  return !Array.isArray(integrations) || integrations.includes('BrowserTracing');
}
