import type { Node } from 'oxc-parser';
import { literal, type Spot, type Unit } from '../evaluate/value.ts';
import { bare, type CallNode, memberName } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { pageOf } from './app-pages.ts';
import { fieldsOfBody, mergeFields } from './body.ts';
import { contains, type Element, propOf } from './element.ts';
import type { CallFact, FieldFact } from './fact.ts';

/**
 * Functions of the server that a page of React calls, by their names: `createServerReference('40c1…', callServer, void 0, findSourceMapURL,
 * 'bookRoom')` is `POST /bookings/new#bookRoom`, since what a page calls is sent to its own address. What other scripts call goes to
 * whatever page is shown, and is left out.
 */
export function serverFunctionsIn(world: World, elements: readonly Element[]): CallFact[] {
  const made = new Map(
    world.nodes.flatMap(({ unit, node }) => {
      const name = node.type === 'CallExpression' ? nameOf(world, unit, node) : undefined;
      return name === undefined ? [] : [[node as Node, name] as const];
    }),
  );
  if (made.size === 0) return [];
  return world.nodes.flatMap(({ unit, node }): CallFact[] => {
    const page = node.type === 'CallExpression' ? pageOf(unit) : undefined;
    if (node.type !== 'CallExpression' || page === undefined) return [];
    return [node.callee, ...node.arguments, ...actionsOf(node, elements)].flatMap((asked): CallFact[] => {
      if (
        asked.type === 'SpreadElement' ||
        !/^(?:Identifier|MemberExpression|ParenthesizedExpression)$/.test(asked.type)
      )
        return [];
      const name = made.get(world.evaluator.worth(unit, asked).spot.node);
      if (name === undefined) return [];
      const at = { unit, node };
      const body = asked === node.callee ? handed(world, at, node) : fieldsOfForms(unit, node, elements);
      return [
        {
          method: 'POST',
          host: '',
          path: `${page === '/' ? '/' : page}#${name}`,
          query: [],
          body,
          isChange: true,
          at,
          names: [name],
          within: unit.scopes.functionsAround(node),
          sites: [at],
        },
      ];
    });
  });
}

function nameOf(world: World, unit: Unit, { callee, arguments: args }: CallNode): string | undefined {
  const called = bare(callee);
  const by = memberName(called) ?? (called.type === 'Identifier' ? called.name : undefined);
  const [id] = args;
  const last = args.at(-1);
  if (by !== 'createServerReference' || args.length < 4 || !id || !last) return undefined;
  if (id.type === 'SpreadElement' || last.type === 'SpreadElement') return undefined;
  if (!/^[0-9a-f]{20,}$/.test(literal(world.evaluator.worth(unit, id)) ?? '')) return undefined;
  const name = literal(world.evaluator.worth(unit, last));
  return name !== undefined && /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default' ? name : undefined;
}

/** `<form action={bookRoom}>`, `<button formAction={cancel}>`. */
function actionsOf(node: CallNode, elements: readonly Element[]): Node[] {
  const element =
    node.arguments[1]?.type === 'ObjectExpression' ? elements.find((one) => one.node === node) : undefined;
  return ['action', 'formAction'].flatMap((name) => {
    const property = element?.props.get(name)?.spot.node;
    return property?.type === 'Property' ? [property.value] : [];
  });
}

/** What an object that it is called with holds; other arguments have no names. */
function handed(world: World, at: Spot, { arguments: args }: CallNode): FieldFact[] {
  return mergeFields(
    args.flatMap((one) => (one.type === 'SpreadElement' ? [] : fieldsOfBody(world.evaluator.worth(at.unit, one), at))),
  );
}

/** The named inputs of the form that is sent so: of the one that has it as its action, or of the only one beside `useActionState`. */
function fieldsOfForms(unit: Unit, node: CallNode, elements: readonly Element[]): FieldFact[] {
  const own = elements.find((one) => one.node === node);
  const [around] = unit.scopes.functionsAround(node);
  const forms = own
    ? [own]
    : elements.filter((one) => one.tag === 'form' && around !== undefined && contains({ unit, node: around }, one));
  const [form, other] = forms;
  if (!form || other) return [];
  return mergeFields(
    elements
      .filter(({ tag }) => /^(?:input|select|textarea)$/.test(tag))
      .filter((one) => contains(form, one))
      .flatMap((one): FieldFact[] => {
        const name = propOf(one, 'name');
        return name === undefined
          ? []
          : [{ name, type: '', values: undefined, at: { unit: one.unit, node: one.node } }];
      }),
  );
}
