import type { Evaluator } from './evaluator.ts';
import { type Frame, literals, type NamedValue, optionsOf, type Spot, type Value } from './value.ts';
import { memberName, type NewNode } from './walk.ts';

/**
 * The names that a `URLSearchParams`, `FormData` or `Headers` gets: from what it is made of, and from each `set` and `append` on the
 * variable that holds it.
 */
export function fieldsOf(
  spot: Spot,
  node: NewNode,
  from: Value | undefined,
  evaluator: Evaluator,
  frame: Frame | undefined,
): Value {
  return { is: 'fields', fields: [...namedIn(from), ...added(spot, node, evaluator, frame)], spot };
}

/** The names that something gives to what is made of it. */
export function namedIn(from: Value | undefined): NamedValue[] {
  if (!from) return [];
  return optionsOf(from).flatMap((one): NamedValue[] => {
    if (one.is === 'object')
      return [
        ...[...one.entries.values()].map(({ key, value }) => ({ name: key, value: value() })),
        ...(one.rest ?? []).map((value) => ({ name: '', value })),
      ];
    if (one.is === 'fields') return one.fields;
    if (one.is === 'array')
      return one.items.flatMap((pair) => {
        const [name, value] = pair.is === 'array' ? pair.items : [];
        return name && value ? literals(name).map((text) => ({ name: text, value })) : [];
      });
    if (one.is === 'text') {
      const query = one.parts.filter((part) => typeof part === 'string').join('');
      return [...query.matchAll(/(?:^|[?&])([\w.[\]-]+)=/g)].map(([, name = '']) => ({ name, value: one }));
    }
    return [];
  });
}

/** `const url = new URL(path, origin); url.searchParams.set('state', state)`. */
export function queryOfUrl(
  spot: Spot,
  node: NewNode,
  url: Value | undefined,
  evaluator: Evaluator,
  frame: Frame | undefined,
): Value | undefined {
  const query = added(spot, node, evaluator, frame, 'searchParams');
  return url?.is === 'text' && query.length > 0 ? { ...url, parts: [...url.parts, { query }] } : url;
}

/** @param within - The property that holds the names, where it is not the thing itself. */
function added(
  { unit }: Spot,
  node: NewNode,
  evaluator: Evaluator,
  frame: Frame | undefined,
  within?: string,
): NamedValue[] {
  const holder = unit.scopes.parentOf(node);
  if (holder?.type !== 'VariableDeclarator' || holder.id.type !== 'Identifier') return [];
  const uses = unit.scopes.bindingOf(holder.id)?.uses ?? [];
  return uses.flatMap((use): NamedValue[] => {
    const held = unit.scopes.parentOf(use);
    if (within !== undefined && (!held || memberName(held) !== within)) return [];
    const member = within === undefined || !held ? held : unit.scopes.parentOf(held);
    const method = member && memberName(member);
    const call = member && unit.scopes.parentOf(member);
    if ((method !== 'set' && method !== 'append') || call?.type !== 'CallExpression' || call.callee !== member)
      return [];
    const [name, value] = call.arguments;
    if (!name || name.type === 'SpreadElement') return [];
    const given = value && value.type !== 'SpreadElement' ? evaluator.worth(unit, value, frame) : undefined;
    const names = evaluator.worth(unit, name, frame);
    const known = namesIn(names).map((text) => ({ name: text, value: given ?? names }));
    return [...known, ...restIn(names).map((value) => ({ name: '', value }))];
  });
}

/** What is asked for its keys, and only callers know. */
function restIn(names: Value): Value[] {
  return optionsOf(names).flatMap((one) => {
    if (one.is !== 'key') return [];
    return one.of.is === 'object' ? (one.of.rest ?? []) : one.of.is === 'unknown' ? [one.of] : [];
  });
}

function namesIn(names: Value): string[] {
  return optionsOf(names).flatMap((one) => {
    if (one.is === 'key') return one.of.is === 'object' ? [...one.of.entries.keys()] : [];
    return literals(one);
  });
}
