import type { ActionRecord, ResourceRecord, ViewRecord } from '@sightglass/wire';
import { callKey, isCall, oneWord } from './call-key.ts';
import type { Observer } from './collect.ts';
import { documentsIn, isNowhere, saysNowhere, withOrigins } from './documents.ts';

/** A view that lasted shorter, and in which nobody did anything, was a redirect on the way to another. */
export const redirectMs = 300;
/** An application that is still starting may take so long to send people on. */
const entryMs = 3_000;
/** Scripts that run when the document has loaded need a moment. */
const settleMs = 1_000;
/** What somebody did longer before a screen came did not bring it: a call that takes longer has its own word on the screen. */
const causeMs = 10_000;
/** A new document begins when it is asked for: what had been done, and answered, that much sooner did not ask for it. */
const documentMs = 600;
/** A link may have something else to do first. */
const linkMs = 2_000;

/**
 * Screens and what leads from one to another.
 *
 * - `screen`, key `/orders/{integer}`. Labels: `title:Order`, `from:/orders`. Redirects are no screens.
 * - `link`, key `/orders /orders/{integer}`. Labels: `control:link Orders` (what was acted on before, as role and name), `cause:push`,
 *   `alone` (nothing was done: the application, or an address that was typed). Going back is no link.
 * - `action`, key `/orders button Submit`. Labels: `type:click`, `within:Decision`, `frustrated:rage`, `call:POST /api/orders` (what it
 *   caused), `to:/orders/{integer}`.
 */
export const screens: Observer = ({ records }, put) => {
  const documents = documentsIn(records);
  const views = withOrigins(records).filter((view) => !isMissing(documents.get(view.view ?? '')) && !saysNowhere(view));
  const actions = records.filter((record): record is ActionRecord => record.kind === 'action');
  const acted = Map.groupBy(actions, ({ view }) => view);
  const shown = new Set(records.flatMap((record) => (record.kind === 'form' ? [record.view] : [])));
  const isRedirect = (view: ViewRecord) => {
    const next = views[views.indexOf(view) + 1];
    // SDKs that do not say how long a screen stood say when the next one came.
    const durationMs = view.durationMs ?? (next && next.at - view.at);
    if (durationMs === undefined || acted.has(view.view)) return false;
    return durationMs < redirectMs || (!shown.has(view.view) && isSentOn(view, next));
  };
  const caused = Map.groupBy(records.filter(isCall), ({ action }) => action);
  /** Whether the address was typed that a visit went on with in a new document: what somebody had done last was over by then. */
  const isTyped = ({ id, at, role }: ActionRecord, { cause, at: began }: ViewRecord): boolean => {
    if (cause !== 'load') return false;
    if (role === 'link') return began - at > linkMs;
    const over = Math.max(at, ...(caused.get(id) ?? []).map((call) => call.at + (call.durationMs ?? 0)));
    return began - over > documentMs;
  };
  const leadsTo = new Map<string, string>();
  /** What has led somewhere leads no further: what comes then was typed, or the application's own doing. */
  const spent = new Set<string>();

  for (const [index, view] of views.entries()) {
    if (isRedirect(view)) continue;
    const { at, route = '', title, durationMs = 0 } = view;
    const before = cameFrom(views, index, isRedirect);
    // A page writes its title a moment after its address: what was left sooner still has the title of the screen before.
    const isOwnTitle = title !== '' && (view.cause === 'load' || durationMs === 0 || durationMs >= redirectMs);
    const labels = [...(isOwnTitle ? [`title:${title}`] : []), ...(before ? [`from:${before.route}`] : [])];
    // What lasted shows more than what was passed through.
    put('screen', oneWord(route), { at, quality: durationMs >= 1_000 ? 2 : 1, note: route, labels });
    const last = actions.findLast((one) => one.at <= at + 50 && at - one.at <= causeMs);
    const led = last && !spent.has(last.id) && !isTyped(last, arrival(views, index, isRedirect)) ? last : undefined;
    if (last) spent.add(last.id);
    if (before?.route === undefined || before.route === route || view.cause === 'pop' || view.cause === 'bfcache')
      continue;
    const action = led && (acted.get(before.view) ?? []).includes(led) ? led : undefined;
    if (action) leadsTo.set(action.id, route);
    put('link', `${oneWord(before.route)} ${oneWord(route)}`, {
      at: action?.at ?? at,
      quality: action ? 3 : 1,
      note: `${before.route} → ${route}`,
      labels: [`cause:${view.cause}`, action ? `control:${oneWord(action.role)} ${action.name}` : 'alone'],
    });
  }

  for (const action of actions) {
    const { at, route = '', role, name, type, within, frustrations, id } = action;
    if (route === '') continue;
    const to = leadsTo.get(id);
    const made = caused.get(id) ?? [];
    put('action', `${oneWord(route)} ${oneWord(role)} ${name}`, {
      at,
      quality: made.some(({ status }) => status > 0 && status < 400) ? 3 : 1,
      note: `${role} ${name}`,
      labels: [
        `type:${type}`,
        ...(within === undefined ? [] : [`within:${within}`]),
        ...frustrations.map((frustration) => `frustrated:${frustration}`),
        ...made.map((call) => `call:${callKey(call)}`),
        ...(to === undefined ? [] : [`to:${to}`]),
      ],
    });
  }
};

/** The application went on by itself soon after, without a way back: while it was still starting, or asked who is there. */
export function isSentOn(view: ViewRecord, next: ViewRecord | undefined): boolean {
  const { cause, loadMs, route } = view;
  const durationMs = view.durationMs ?? (next && next.at - view.at);
  if (durationMs === undefined || next?.from !== route || next?.route === route) return false;
  const isStarting = cause === 'load' && (typeof loadMs !== 'number' || durationMs < loadMs + settleMs);
  // A router that turns the first address away may well push: nobody has done anything by then.
  if (next?.cause === 'push') return cause === 'load' && durationMs < (loadMs ?? 0) + settleMs;
  return (durationMs < entryMs || isStarting) && (next?.cause === 'replace' || next?.cause === 'hash');
}

/** Nothing is there, or it was not let in: no screen. What a form was answered with is one. */
function isMissing(document: ResourceRecord | undefined): boolean {
  return isNowhere(document) || document?.status === 403;
}

/** The view that a visit came to first on its way to one of them, by redirects. */
function arrival(views: readonly ViewRecord[], index: number, isRedirect: (view: ViewRecord) => boolean): ViewRecord {
  let at = index;
  for (let before = views[at - 1]; before && isRedirect(before) && views[at]?.from === before.route; ) {
    at -= 1;
    before = views[at - 1];
  }
  return views[at] as ViewRecord; // `index` is one of them, and so is all before it
}

/** The view that led to one of them, through redirects; `undefined` where the visit begins. */
function cameFrom(
  views: readonly ViewRecord[],
  index: number,
  isRedirect: (view: ViewRecord) => boolean,
): ViewRecord | undefined {
  let from = views[index]?.from;
  for (let at = index - 1; at >= 0 && from !== undefined; at -= 1) {
    const before = views[at];
    if (before?.route !== from) continue;
    if (!isRedirect(before)) return before;
    from = before.from;
  }
  return undefined;
}
