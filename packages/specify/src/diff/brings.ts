import { type ChangedDetail, type ChangeItem, type Statement, type StatementOf, statementKey } from '@sightglass/wire';
import { callOf, endsWith, isAbout } from './about.ts';
import { nameOf, type Side } from './exposure.ts';

/** A change as the rules below see it. */
export type Change = Omit<ChangeItem, 'consequences'>;

/** Whether a change of the first is what makes the second: then the second is a consequence, and no item of its own. */
type Brings = (lead: Statement, one: Statement, changes: Changes) => boolean;

interface Changes {
  lead: Change;
  one: Change;
  /** Both come, or both go. */
  alike: boolean;
  /** Both come, both go, or both are there in both releases and say something else. */
  together: boolean;
  sides: readonly Side[];
}

/** The later of the two, or the only one. */
export const subjectOf = ({ from, to }: Change): Statement | null => to ?? from;

export function brings(lead: Change, one: Change, sides: readonly Side[]): boolean {
  const [first, second] = [subjectOf(lead), subjectOf(one)];
  if (first === null || second === null || lead.key === one.key) return false;
  const together = wayOf(lead) === wayOf(one);
  const changes = { lead, one, together, alike: together && wayOf(lead) !== 'stays', sides };
  return rules.some((rule) => rule(first, second, changes));
}

function wayOf({ from, to }: Change): 'comes' | 'goes' | 'stays' {
  if (from === null) return 'comes';
  return to === null ? 'goes' : 'stays';
}

const isCall = (statement: Statement, one: { method: string; path: string } | null): boolean =>
  statement.kind === 'call' && one !== null && nameOf(statement) === nameOf(one);

/** A call takes what belongs to it: fields, statuses, permissions, the transitions that it makes, errors and entities that only it shows. */
const call: Brings = (lead, one, { alike }) => {
  if (!alike || lead.kind !== 'call') return false;
  if (one.kind === 'transition') return isCall(lead, one.by);
  if (one.kind === 'error')
    return one.raisedBy.length > 0 && one.raisedBy.every(({ subject }) => subject === `${lead.method} ${lead.path}`);
  if (one.kind === 'entity') return one.calls.length > 0 && one.calls.every((by) => isCall(lead, by));
  return one.kind !== 'call' && isCall(lead, callOf(one));
};

const screen: Brings = (lead, one, { alike }) => {
  if (!alike || lead.kind !== 'screen') return false;
  if (one.kind === 'link') return one.from === lead.route || one.to === lead.route;
  return one.kind === 'permission' && one.route === lead.route;
};

const entity: Brings = (lead, one, { alike }) =>
  alike &&
  lead.kind === 'entity' &&
  'entity' in one &&
  one.kind !== 'capability' &&
  statementKey.entity(one.entity) === lead.key;

const role: Brings = (lead, one, { alike }) =>
  alike && lead.kind === 'role' && one.kind === 'permission' && one.role === lead.name;

/** An object takes the fields in it. */
const outer: Brings = (lead, one, { alike }) => {
  if (!alike || lead.kind !== one.kind || !('name' in lead) || !('name' in one)) return false;
  const inside = one.name.startsWith(`${lead.name}.`) || one.name.startsWith(`${lead.name}[]`);
  if (lead.kind === 'field') return inside && one.kind === 'field' && lead.entity === one.entity;
  return inside && isSameBody(lead, one);
};

function isSameBody(lead: Statement, one: Statement): boolean {
  const [first, second] = [callOf(lead), callOf(one)];
  const status = (statement: Statement) => ('status' in statement ? statement.status : null);
  return first !== null && second !== null && nameOf(first) === nameOf(second) && status(lead) === status(one);
}

type BodyField = StatementOf<'requestField' | 'responseField'>;

const isBodyField = (statement: Statement): statement is BodyField =>
  statement.kind === 'requestField' || statement.kind === 'responseField';

/** A field of an entity shows in the bodies of all calls that carry the entity. */
const field: Brings = (lead, one, { together, lead: leading, one: led, sides }) =>
  lead.kind === 'field' &&
  isBodyField(one) &&
  together &&
  says(leading.details, led.details) &&
  endsWith(one.name, lead.name) &&
  isAbout(one.call, lead.entity, sides);

/** Where no entity is known: the same field in the answers of several calls is told once, with the call that most sessions show. */
const sameField: Brings = (lead, one, { together, lead: leading, one: led }) => {
  if (lead.kind !== 'responseField' || one.kind !== 'responseField' || !together) return false;
  return leaf(lead.name) === leaf(one.name) && says(leading.details, led.details) && isBefore(lead, one);
};

const leaf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

function isBefore(lead: Statement, one: Statement): boolean {
  const [first, second] = [lead.support.sessions, one.support.sessions];
  return first > second || (first === second && lead.key < one.key);
}

/** Whether the first says all that the second says. */
function says(leading: readonly ChangedDetail[], led: readonly ChangedDetail[]): boolean {
  return led.every(({ name }) => leading.some((detail) => detail.name === name));
}

const refusals = new Set([400, 422]);

/** A rule shows in what a request must carry, and in being refused; a rule of a form is the rule of its call. */
const rule: Brings = (lead, one, { alike, one: led }) => {
  if (lead.kind !== 'rule') return false;
  if (one.kind === 'rule')
    return alike && lead.call !== null && one.call === null && lead.field === one.field && lead.rule === one.rule;
  const call = callOf(one);
  if (lead.call === null || call === null || nameOf(lead.call) !== nameOf(call)) return false;
  if (one.kind === 'requestField') return led.change === 'changed' && one.name === lead.field;
  return alike && one.kind === 'status' && refusals.has(one.status);
};

/** A field of a request that comes or goes takes its rules. */
const requestField: Brings = (lead, one, { alike }) =>
  alike &&
  lead.kind === 'requestField' &&
  one.kind === 'rule' &&
  one.call !== null &&
  nameOf(lead.call) === nameOf(one.call) &&
  lead.name === one.field;

/** An error takes the statuses that carry it. */
const error: Brings = (lead, one, { alike }) =>
  alike &&
  lead.kind === 'error' &&
  one.kind === 'status' &&
  one.status === lead.status &&
  (one.codes.includes(lead.code) ||
    lead.raisedBy.some(({ subject }) => subject === `${one.call.method} ${one.call.path}`));

/** Who may no longer is answered so; the status that comes with it is no news. */
const permission: Brings = (lead, one, { one: led }) =>
  lead.kind === 'permission' &&
  one.kind === 'status' &&
  lead.call !== null &&
  nameOf(lead.call) === nameOf(one.call) &&
  (lead.allowed ? wayOf(led) === 'goes' : wayOf(led) === 'comes') &&
  (one.status === 401 || one.status === 403);

/** A state takes the transitions from and to it, and the value of its field. */
const state: Brings = (lead, one, { alike, one: led }) => {
  if (lead.kind !== 'state') return false;
  if (one.kind === 'transition')
    return alike && one.entity === lead.entity && (one.from === lead.name || one.to === lead.name);
  const named = one.kind === 'field' ? one.entity === lead.entity : isBodyField(one) || one.kind === 'query';
  if (!named || !('name' in one) || !endsWith(one.name, lead.field)) return false;
  return led.details.every((detail) => detail.name === 'values' && differsBy(detail, lead.name));
};

function differsBy({ from, to }: ChangedDetail, value: string): boolean {
  return Array.isArray(from) && Array.isArray(to) && from.includes(value) !== to.includes(value);
}

/** A number that changes shows in rules and in messages that say it. */
const number: Brings = (lead, one, { lead: leading, one: led }) => {
  if (lead.kind !== 'constant' && lead.kind !== 'rule') return false;
  if (one.kind !== 'error' && (one.kind !== 'rule' || lead.kind === 'rule')) return false;
  const value = leading.details.find((detail) => detail.name === 'value');
  if (typeof value?.from !== 'number' || led.details.length === 0) return false;
  const [was, is] = [String(value.from), String(value.to)];
  return led.details.every(
    ({ from, to }) => reads(from).replaceAll(was, is) === reads(to) && reads(from).includes(was),
  );
};

const reads = (told: ChangedDetail['from']): string => String(told);

const rules: readonly Brings[] = [
  call,
  screen,
  entity,
  role,
  outer,
  field,
  sameField,
  rule,
  requestField,
  error,
  permission,
  state,
  number,
];
