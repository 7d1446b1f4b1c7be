import { nameVariables, type StatementOf, statementKey } from '@sightglass/wire';
import type { CodeFacts } from '../extract/fact.ts';
import { anybody } from '../extract/roles.ts';
import { callNamed } from './call-names.ts';
import type { Ground } from './ground.ts';

type Permission = StatementOf<'permission'>;
type Cell = Pick<Permission, 'role' | 'call' | 'route' | 'action' | 'allowed'>;

/** Roles, and what the code's own tables and routes allow them. The server has the last word, and sessions show it. */
export function rolesOf(facts: CodeFacts, ground: Ground): (StatementOf<'role'> | Permission)[] {
  const roles = facts.roles.map(
    ({ name, at }): StatementOf<'role'> => ({
      key: statementKey.role(name),
      point: 6,
      kind: 'role',
      text: `The code knows the role ${name}.`,
      ...ground(at),
      name,
    }),
  );
  const cells = [...fromTables(facts, ground), ...fromRoutes(facts, ground)];
  return [...roles, ...new Map(cells.map((cell) => [cell.key, cell])).values()];
}

function fromTables({ access, calls }: CodeFacts, ground: Ground): Permission[] {
  return access.map(({ role, action, allowed, at, isCall }) => {
    if (isCall) {
      const [method = '', path = ''] = action.split(' ');
      return toPermission({ role, call: { method, path }, route: null, action: null, allowed }, ground(at));
    }
    // `order:approve` is a word of the product's own for what one may do; `approveOrder` is the function that calls.
    const named = /[:./*\s]/.test(action) ? undefined : callNamed(calls, action);
    const call = named ? { method: named.method, path: named.path } : null;
    return toPermission({ role, call, route: null, action: call ? null : action, allowed }, ground(at));
  });
}

function fromRoutes({ routes, roles }: CodeFacts, ground: Ground): Permission[] {
  const known = new Set(roles.map(({ name }) => name));
  return routes.flatMap(({ path, access, at }) => {
    if (access.length === 0 || access.some((name) => anybody.has(name.toLowerCase()) || !known.has(name))) return [];
    return roles.map(({ name }) =>
      toPermission(
        { role: name, call: null, route: nameVariables(path), action: null, allowed: access.includes(name) },
        ground(at),
      ),
    );
  });
}

function toPermission(cell: Cell, ground: ReturnType<Ground>): Permission {
  const { role, call, route, action, allowed } = cell;
  const what = call ? `call ${call.method} ${call.path}` : route !== null ? `open ${route}` : `do “${action}”`;
  return {
    key: statementKey.permission(role, cell),
    point: 6,
    kind: 'permission',
    text:
      role === '*'
        ? `The code asks whether somebody may ${what}.`
        : `The code ${allowed ? 'lets' : 'does not let'} the role ${role} ${what}.`,
    ...ground,
    ...cell,
    times: 0,
    refused: 0,
  };
}
