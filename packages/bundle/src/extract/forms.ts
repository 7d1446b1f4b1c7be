import type { Node } from 'oxc-parser';
import { nameOfBinding } from '../evaluate/names.ts';
import type { Unit } from '../evaluate/value.ts';
import { type FunctionNode, isFunction, nameOfKey } from '../evaluate/walk.ts';
import { contains, type Element, propOf } from './element.ts';

/** Which form a piece of code belongs to. */
export interface Forms {
  /** Of code inside the component that shows the form, or of a value that such a component uses. */
  formOf(unit: Unit, node: Node): string | undefined;
  /** Functions that hold the code, or use the value that it is part of. */
  usersOf(unit: Unit, node: Node): FunctionNode[];
}

export function createForms(elements: Element[]): Forms {
  const forms = elements
    .filter(({ tag }) => tag === 'form')
    .flatMap((element) => {
      const name = propOf(element, 'name', 'id', 'data-testid', 'aria-label');
      return name === undefined ? [] : [{ element, name }];
    });

  function inside(unit: Unit, node: Node): string | undefined {
    const around = forms.filter(({ element }) => contains(element, { unit, node }));
    const nearest = around.at(-1);
    if (nearest) return nearest.name;
    for (const fn of unit.scopes.functionsAround(node)) {
      const within = forms.filter(({ element }) => contains({ unit, node: fn }, element));
      if (within.length === 1) return within[0]?.name;
      if (within.length > 1) return undefined;
    }
    return undefined;
  }

  return {
    formOf(unit, node) {
      const own = inside(unit, node) ?? keyAbove(unit, node);
      if (own !== undefined) return own;
      const users = usesOf(unit, node)
        .map((use) => inside(unit, use))
        .filter((name) => name !== undefined);
      return new Set(users).size === 1 ? users[0] : (nameAbove(unit, node) ?? undefined);
    },
    usersOf(unit, node) {
      const around = unit.scopes.functionsAround(node);
      const users = usesOf(unit, node).flatMap((use) => unit.scopes.functionsAround(use).slice(0, 2));
      return [...new Set([...users, ...around.slice(0, 2)])];
    },
  };
}

/** The key under which a list of rules stands: `{'sign-in': [{…}]}`. */
function keyAbove(unit: Unit, node: Node): string | undefined {
  const list = unit.scopes.parentOf(node);
  const property = list?.type === 'ArrayExpression' ? unit.scopes.parentOf(list) : undefined;
  if (property?.type !== 'Property') return undefined;
  const key = nameOfKey(property.key, property.computed);
  return key !== undefined &&
    !/^(?:rules|validations?|validators?|fields|constraints|checks|items|schemas?|children|options|columns|elements|inputs|content|actions|args|data|list|default|values?|anyOf|oneOf|allOf|properties|definitions)$/i.test(
      key,
    )
    ? key
    : undefined;
}

/** Where the variable is used whose value a node is part of. Uses through another variable count too: `const rules = all['sign-in']`. */
function usesOf(unit: Unit, node: Node, height = 0): Node[] {
  const declarator = declaratorOf(unit, node);
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return [];
  const uses = unit.scopes.bindingOf(declarator.id)?.uses ?? [];
  if (height > 1) return uses;
  return uses.flatMap((use) => {
    const held = declaratorOf(unit, use);
    return held && held !== declarator ? [use, ...usesOf(unit, use, height + 1)] : [use];
  });
}

/** The declaration that a node is part of, without a function between. */
function declaratorOf(unit: Unit, node: Node): Node | undefined {
  for (let at = unit.scopes.parentOf(node); at; at = unit.scopes.parentOf(at)) {
    if (at.type === 'VariableDeclarator') return at;
    if (isFunction(at) || /Statement$/.test(at.type)) return undefined;
  }
  return undefined;
}

/** `checkout` of `const checkoutForm = …`, `signInSchema`, `newOrderRules`. */
function nameAbove(unit: Unit, node: Node): string | undefined {
  const declarator = declaratorOf(unit, node);
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return undefined;
  const binding = unit.scopes.bindingOf(declarator.id);
  const name = binding && nameOfBinding(unit, binding);
  const thing = name?.replace(
    /(?:Form|_FORM)?(?:Schema|Rules|Validation|Validators?|Constraints|Form|Fields|_(?:SCHEMA|RULES|FORM|FIELDS|VALIDATION))$/,
    '',
  );
  return thing && thing !== name && thing.length > 2 ? thing : undefined;
}
