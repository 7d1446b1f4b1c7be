import type { CallName, Statement, StatementOf } from '@sightglass/wire';
import { writeCount, writeMany } from '../../ui/index.ts';

/** Statements that are read together, in the order of the first of each. */
export function groupBy<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): { name: string; items: Item[] }[] {
  return [...Map.groupBy(items, nameOf)].map(([name, some]) => ({ name, items: some }));
}

export const callText = ({ method, path }: CallName): string => `${method} ${path}`;

/** One state machine: the field of an entity that says where its objects are. */
export interface Machine {
  entity: string;
  field: string;
  states: StatementOf<'state'>[];
  transitions: StatementOf<'transition'>[];
}

export function machinesOf(
  states: readonly StatementOf<'state'>[],
  transitions: readonly StatementOf<'transition'>[],
): Machine[] {
  const nameOf = ({ entity, field }: { entity: string; field: string }): string => `${entity} ${field}`;
  const names = [...new Set([...states, ...transitions].map(nameOf))];
  return names.map((name) => {
    const own = {
      states: states.filter((one) => nameOf(one) === name),
      transitions: transitions.filter((one) => nameOf(one) === name),
    };
    const { entity = '', field = '' } = own.states[0] ?? own.transitions[0] ?? {};
    return { entity, field, ...own };
  });
}

/** What is done, as a row of the matrix of permissions: its cells stand under the roles. */
export interface Deed {
  kind: 'route' | 'call' | 'action';
  name: string;
  cells: Map<string, StatementOf<'permission'>>;
}

const deedKinds = ['route', 'call', 'action'] as const;

/** Rows by kind and name, and the roles that head the columns: the named ones first, `*` (whoever it was) last. */
export function matrixOf(permissions: readonly StatementOf<'permission'>[]): { roles: string[]; deeds: Deed[] } {
  const deeds = new Map<string, Deed>();
  for (const permission of permissions) {
    const { call, route, action, role } = permission;
    const kind = call ? 'call' : route === null ? 'action' : 'route';
    const name = call ? callText(call) : (route ?? action ?? '');
    const deed = deeds.get(`${kind} ${name}`) ?? { kind, name, cells: new Map() };
    const there = deed.cells.get(role);
    // Allowed and refused may both have been seen: what was seen more often stands in the cell, and says the other.
    if (there === undefined || there.times + there.refused < permission.times + permission.refused)
      deed.cells.set(role, permission);
    deeds.set(`${kind} ${name}`, deed);
  }
  const roles = [...new Set(permissions.map(({ role }) => role))].sort(
    (one, other) => Number(one === '*') - Number(other === '*') || one.localeCompare(other),
  );
  const sorted = [...deeds.values()].sort(
    (one, other) =>
      deedKinds.indexOf(one.kind) - deedKinds.indexOf(other.kind) ||
      placeOfDeed(one.name).localeCompare(placeOfDeed(other.name)) ||
      one.name.localeCompare(other.name),
  );
  return { roles, deeds: sorted };
}

/** By path before method, so that what is done to one thing stands together. */
const placeOfDeed = (name: string): string => name.replace(/^[A-Z]+ /, '');

/** A type as a reader of schemas knows it: `string (date)`, `integer, or null`. */
export function typeText({
  type,
  format,
  nullable,
}: {
  type: string;
  format: string | null;
  nullable: boolean;
}): string {
  return `${type}${format === null ? '' : ` (${format})`}${nullable && type !== 'null' ? ', or null' : ''}`;
}

/** How often a field is there. */
export const givenText = ({ required }: { required: boolean }): string => (required ? 'always' : 'sometimes');

/** What a rule asks, in words. */
export function ruleText({ rule, value }: Pick<StatementOf<'rule'>, 'rule' | 'value'>): string {
  const said = Array.isArray(value) ? value.join(', ') : value === null ? '' : String(value);
  const words: Record<StatementOf<'rule'>['rule'], string> = {
    required: 'must be given',
    requiredIf: `must be given if ${said || 'something else is'}`,
    format: `must be ${said === '' ? 'well-formed' : `of the form ${said}`}`,
    pattern: said === '' ? 'must have a form' : `must match ${said}`,
    minLength: `at least ${said} characters`,
    maxLength: `at most ${said} characters`,
    minimum: `at least ${said}`,
    maximum: `at most ${said}`,
    multipleOf: `a multiple of ${said || 'a step'}`,
    enum: said === '' ? 'one of a set' : `one of ${said}`,
    minItems: `at least ${said} of them`,
    maxItems: `at most ${said} of them`,
    unique: 'none like another',
    compare: said === '' ? 'held against another value' : said,
    equals: said === '' ? 'the same as another field' : `the same as ${said}`,
  };
  return words[rule];
}

/** What speaks against a statement, in numbers. */
export function againstText(statement: Statement): string {
  const { support } = statement;
  if (statement.kind === 'permission' && statement.times > 0 && statement.refused > 0)
    return `Allowed ${writeMany(statement.times, 'time')}, refused ${writeCount(statement.refused)}.`;
  return `Seen so ${writeMany(support.observations, 'time')}, and otherwise ${writeCount(support.against)}.`;
}
