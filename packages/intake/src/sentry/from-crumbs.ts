import type { ActionRecord, ConsoleRecord, Frustration, WireRecord } from '@sightglass/wire';
import { elementOf, targetOf } from '../element.ts';
import type { Told } from '../foreign/index.ts';
import { countOf, fieldsOf, firstOf, type Given, textOf, timeOf } from '../given.ts';
import { hash64 } from '../hash.ts';
import type { Address } from '../privacy/index.ts';
import { scrubMessage, segment } from '../privacy/index.ts';
import { attributesOf, levelOf, lineOf } from '../said.ts';
import { addressOf, methodOf, resourceOf } from './call.ts';
import { type Page, whereOf } from './visit.ts';

/** A record with the id that it is known by when it is told again. */
export interface Crumb {
  told: Told;
  record: WireRecord;
}

const actionTypes: Record<string, ActionRecord['type']> = {
  'ui.click': 'click',
  'ui.input': 'input',
  'ui.keyDown': 'key',
  'ui.keypress': 'key',
};
/** The id of a call by when it was answered. */
export type NameAnswered = (method: string, address: Address, answeredAt: number) => string;

/** What Sentry tells about itself or its replay, and what the other records tell already. */
const ofItself = /^(sentry|replay|ui)\.|^(navigation|fetch|xhr|fetch_error|console)$/;
/** Rage by our own measure: three clicks on one spot. Sentry speaks of a multiple click from two on. */
const leastOfRage = 3;

/**
 * What a breadcrumb tells, of an event or a replay. The same crumb comes again with each event and gets the same id.
 * undefined: it tells of no person's or application's doing, or another record tells it.
 *
 * @param nameCall - Of a call that was answered at that moment. Absent: calls are told otherwise.
 */
export function recordOfCrumb(crumb: Given, page: Page | undefined, nameCall?: NameAnswered): Crumb | undefined {
  const category = textOf(crumb.category) ?? '';
  const at = timeOf(crumb.timestamp);
  if (at === undefined) return undefined;
  const where = whereOf(page);
  const action = Object.hasOwn(actionTypes, category) ? actionTypes[category] : undefined;
  if (action !== undefined) return actionOf(crumb, at, action, [], 0, where);
  if (category === 'ui.multiClick' || category === 'ui.slowClickDetected') return frustratedOf(crumb, at, where);
  if (category === 'console') return consoleOf(crumb, at, where);
  if (category === 'fetch' || category === 'xhr') return nameCall && callOf(crumb, at, category, page, nameCall);
  if (ofItself.test(category)) return undefined;
  return customOf(crumb, at, category, where);
}

type Where = ReturnType<typeof whereOf>;

function actionOf(
  crumb: Given,
  at: number,
  type: ActionRecord['type'],
  frustrations: Frustration[],
  version: number,
  where: Where,
): Crumb {
  const path = textOf(crumb.message) ?? '';
  // Replay tells a click, and later that it frustrated, with one time and one node.
  const id = `a-${hash64(`${type} ${at} ${path}`)}`;
  const record: ActionRecord = { kind: 'action', at, ...where, id, version, type, ...elementOf(crumb), frustrations };
  if (path !== '') record.target = targetOf(path);
  return { told: { id, version }, record };
}

/** A click in vain: many times (`ui.multiClick`), or nothing followed for seven seconds (`ui.slowClickDetected`). */
function frustratedOf(crumb: Given, at: number, where: Where): Crumb | undefined {
  const data = fieldsOf(crumb.data);
  const frustrations: Frustration[] = [];
  if ((countOf(data.clickCount) ?? 0) >= leastOfRage) frustrations.push('rage');
  if (data.endReason === 'timeout') frustrations.push('dead');
  if (frustrations.length === 0) return undefined;
  return actionOf(crumb, at, 'click', frustrations, frustrations.length, where);
}

function consoleOf(crumb: Given, at: number, where: Where): Crumb | undefined {
  const text = lineOf(firstOf(textOf(crumb.message), fieldsOf(crumb.data).arguments));
  if (text === '') return undefined;
  const record: ConsoleRecord = { kind: 'console', at, ...where, level: levelOf(crumb.level), text };
  return { told: { id: `${at} ${record.level} ${hash64(text)}` }, record };
}

/** A call as an event's breadcrumb tells it: when it was answered, not when it was made. A span of the same call, where there is one, tells more. */
function callOf(
  crumb: Given,
  at: number,
  type: 'fetch' | 'xhr',
  page: Page | undefined,
  nameCall: NameAnswered,
): Crumb | undefined {
  const data = fieldsOf(crumb.data);
  const url = textOf(data.url);
  const address = url === undefined ? undefined : addressOf(url, page);
  if (url === undefined || address === undefined) return undefined;
  const status = Math.min(countOf(data.status_code) ?? 0, 999);
  const id = nameCall(methodOf(textOf(data.method)), address, at);
  const record = resourceOf(url, textOf(data.method), page, {
    at,
    ...whereOf(page),
    id,
    type,
    status,
    ...(status === 0 ? { failure: 'network' as const } : {}),
  });
  return record === undefined ? undefined : { told: { id }, record };
}

/** A crumb of the application's own. */
function customOf(crumb: Given, at: number, category: string, where: Where): Crumb {
  const message = textOf(crumb.message);
  const generic = category === '' || category === 'custom' || category === 'default';
  const name = (generic && message !== undefined ? scrubMessage(message) : segment(category)).slice(0, 256) || 'custom';
  const attributes = attributesOf(crumb.data);
  if (!generic && message !== undefined) attributes.message = scrubMessage(message);
  const record: WireRecord = { kind: 'custom', at, ...where, name, attributes };
  return { told: { id: `${at} ${hash64(`${category} ${message ?? ''}`)}` }, record };
}
