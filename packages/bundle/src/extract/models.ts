import type { Node } from 'oxc-parser';
import { literal, type Unit } from '../evaluate/value.ts';
import { bare, type CallNode, nameOfKey, type ObjectNode } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { TypeFact } from './fact.ts';

const fewestFields = 3;
/** Around what a bundler makes of a module there is a function, and at most one more. */
const mostFunctions = 2;

/**
 * Things that the product declares for when it runs: `t.type({permit_no: t.string, …}, 'Permit')` of io-ts, `types.model('Permit', {…})`
 * of MobX. A table of fields with the name of a thing beside it, made once and for all, whatever library makes it.
 */
export function modelsIn(world: World): TypeFact[] {
  return world.nodes.flatMap(({ unit, node }): TypeFact[] => {
    const given = node.type === 'CallExpression' ? modelAt(world, unit, node) : undefined;
    if (!given) return [];
    const fields = given.table.properties.flatMap((property): TypeFact['fields'] => {
      const key = property.type === 'Property' ? nameOfKey(property.key, property.computed) : undefined;
      if (key === undefined) return [];
      const about = { format: undefined, optional: false, nullable: false, values: undefined, ref: undefined };
      return [{ name: key, type: '', ...about, at: { unit, node: property } }];
    });
    return fields.length < fewestFields ? [] : [{ name: given.name, fields, at: { unit, node } }];
  });
}

function modelAt(world: World, unit: Unit, call: CallNode): { name: string; table: ObjectNode } | undefined {
  const [first, second] = call.arguments;
  if (!first || !second || call.arguments.length > 2) return undefined;
  const [table, label] = first.type === 'ObjectExpression' ? [first, second] : [second, first];
  if (table.type !== 'ObjectExpression' || label.type === 'SpreadElement' || !isText(label)) return undefined;
  const name = literal(world.evaluator.worth(unit, label));
  const isNamed = name !== undefined && /^[A-Z][a-z]\w*$/.test(name);
  if (!isNamed || unit.scopes.functionsAround(call).length > mostFunctions || !table.properties.every(isType))
    return undefined;
  // What is told of one thing that there is stands in a function that was handed it.
  return dependsOnCaller(unit, table) ? undefined : { name, table };
}

const isText = (node: Node): boolean => node.type === 'Literal' || node.type === 'TemplateLiteral';

/** A field's type is a name or is made by a call; a value is a literal, a function or an object. */
function isType(property: ObjectNode['properties'][number]): boolean {
  if (property.type !== 'Property' || property.computed || property.shorthand) return false;
  return /^(?:Identifier|MemberExpression|CallExpression)$/.test(bare(property.value).type);
}

function dependsOnCaller(unit: Unit, { properties }: ObjectNode): boolean {
  return properties.some((property) => {
    let at = property.type === 'Property' ? bare(property.value) : undefined;
    while (at && at.type !== 'Identifier')
      at =
        at.type === 'MemberExpression' ? bare(at.object) : at.type === 'CallExpression' ? bare(at.callee) : undefined;
    const origins = at ? (unit.scopes.bindingOf(at)?.origins ?? []) : [];
    return origins.some(({ kind }) => kind === 'parameter' || kind === 'loop');
  });
}
