import type { Node } from 'oxc-parser';
import { literal, type Spot, textsOf, type Unit, type ValueOf } from '../evaluate/value.ts';
import { bare, type CallNode, memberName, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { AccessFact } from './fact.ts';

/** Roles in an order, each with all that those below it may: `{volunteer: 0, mechanic: 1, coordinator: 2}`. */
export type Ranks = ReadonlyMap<string, number>;

/** What is looked up by somebody's role: `ranks[user.role]`, `labels[member.role]`. Its keys are the roles. */
export function tableByRole(
  world: World,
  { unit, node }: Spot,
  isRole: (node: Node) => boolean,
): ValueOf<'object'> | undefined {
  if (node.type !== 'MemberExpression' || !node.computed || !isRole(node.property)) return undefined;
  const table = world.evaluator.worth(unit, bare(node.object));
  return table.is === 'object' && !table.open && table.entries.size >= 2 && table.entries.size <= 12
    ? table
    : undefined;
}

/** A list in which somebody's place is looked up by their role, the lowest first: `ranks.indexOf(me.role) >= ranks.indexOf('editor')`. */
export function listByRole(world: World, { unit, node }: Spot, isRole: (node: Node) => boolean): string[] | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = bare(node.callee);
  const [asked, other] = node.arguments;
  if (callee.type !== 'MemberExpression' || memberName(callee) !== 'indexOf' || !asked || other) return undefined;
  if (asked.type === 'SpreadElement' || !isRole(asked)) return undefined;
  const names = textsOf(world.evaluator.worth(unit, callee.object));
  return names !== undefined && names.length >= 2 && names.length <= 12 ? names : undefined;
}

/** The ranks in a table by role, when it counts them. */
export function ranksOf(table: ValueOf<'object'>): Ranks | undefined {
  const ranks = new Map<string, number>();
  for (const { key, value } of table.entries.values()) {
    const rank = value();
    if (rank.is !== 'number' || !Number.isInteger(rank.number)) return undefined;
    ranks.set(key, rank.number);
  }
  return new Set(ranks.values()).size === ranks.size ? ranks : undefined;
}

/** Who a question lets through that names the least one must be: `atLeast('mechanic')`, which looks somebody's place up in an order. */
export function rolesFrom(
  world: World,
  unit: Unit,
  call: CallNode,
  isRole: (node: Node) => boolean,
): string[] | undefined {
  const [asked, other] = call.arguments;
  const least =
    asked && !other && asked.type !== 'SpreadElement' ? literal(world.evaluator.worth(unit, asked)) : undefined;
  if (least === undefined) return undefined;
  let found: string[] | undefined;
  for (const { unit: home, fn } of world.calledAt({ unit, call }))
    walk(fn, (node) => {
      if (found) return false;
      const table = tableByRole(world, { unit: home, node }, isRole);
      const listed = listByRole(world, { unit: home, node }, isRole);
      const ranks = (table && ranksOf(table)) ?? (listed && new Map(listed.map((name, rank) => [name, rank])));
      const from = ranks?.get(least);
      if (ranks && from !== undefined) found = [...ranks].flatMap(([name, rank]) => (rank >= from ? [name] : []));
      return found === undefined;
    });
  return found;
}

/** `{'stock:adjust': 'coordinator', 'repair:open': 'volunteer'}`: the least that somebody must be, where roles have an order. */
export function allowedFrom(world: World, ranks: Ranks): AccessFact[] {
  return world.nodes.flatMap(({ unit, node }): AccessFact[] => {
    if (node.type !== 'ObjectExpression' || node.properties.length < 2 || node.properties.length > 60) return [];
    const table = world.evaluator.worth(unit, node);
    if (table.is !== 'object' || table.open) return [];
    const rows = [...table.entries.values()].map(({ key, spot, value }) => ({ key, spot, least: literal(value()) }));
    if (!rows.every(({ key, least }) => least !== undefined && ranks.has(least) && !ranks.has(key))) return [];
    return rows.flatMap(({ key, spot, least = '' }) =>
      [...ranks].map(([role, rank]) => ({ role, action: key, allowed: rank >= (ranks.get(least) ?? 0), at: spot })),
    );
  });
}
