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

/**
 * The breadcrumbs of an event, each with the page that it was left on: those of navigation say from where to where, the event where they
 * ended. Without tracing nobody else tells which screens there were, so they are told here, the page load at what is first known of it.
 */
export function walkCrumbs(
  event: Given,
  { at, trace, last, home }: Told,
  sender: Sender,
  gatherer: Gatherer,
): [crumb: Given, on: Page | undefined][] {
  const crumbs = crumbsOf(event);
  const goesOf = ({ category, data }: Given): Given => (category === 'navigation' ? fieldsOf(data) : {});
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
      page = tell(page, since, viewIdOf(sender, page, since), left);
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

function crumbsOf({ breadcrumbs }: Given): Given[] {
  // Before SDK 6 they stood in `values`, and relays still write them so.
  return listOf(Array.isArray(breadcrumbs) ? breadcrumbs : fieldsOf(breadcrumbs).values, maxCrumbs);
}

/** Whether spans tell the screens; so it is where the SDK does not say what it is made of. */
function isTraced(event: Given): boolean {
  const { integrations } = fieldsOf(event.sdk);
  return !Array.isArray(integrations) || integrations.includes('BrowserTracing');
}
