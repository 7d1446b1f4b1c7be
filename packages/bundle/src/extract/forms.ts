import type { Node } from 'oxc-parser';
import { nameOfBinding } from '../evaluate/names.ts';
import type { Spot, Unit } from '../evaluate/value.ts';
import { bare, type FunctionNode, isFunction, memberName, nameOfKey, walk } from '../evaluate/walk.ts';
import { contains, type Element, propOf } from './element.ts';
import type { Elsewhere } from './elsewhere.ts';

/** Which form a piece of code belongs to. */
export interface Forms {
  /** Of code inside the component that shows the form, or of a value that such a component uses. */
  formOf(unit: Unit, node: Node): string | undefined;
  /** Whether nothing but the name of the variable that holds a value tells its form. */
  isGuessed(unit: Unit, node: Node, form: string): boolean;
  /** Functions that hold the code, or use the value that it is part of. */
  usersOf(unit: Unit, node: Node): FunctionNode[];
  /** What the field of a class that holds the value is called: `createUser` of `createUserForm = new FormGroup({…})`. */
  fieldOf(unit: Unit, node: Node): string | undefined;
  /** Objects that the value is handed over in: `<Form schema={tool} onSave={…}>`. */
  besideOf(unit: Unit, node: Node): Spot[];
}

export function createForms(elements: Element[], elsewhere: Elsewhere = () => []): Forms {
  const forms = elements
    .filter(
      ({ tag, props }) => tag === 'form' || (tag === '' && props.has('onSubmit') && props.has('validationSchema')),
    )
    .flatMap((element) => {
      const name = propOf(element, 'name', 'id', 'data-testid', 'aria-label');
      // A form of Formik's without a name is another one than those with a name around it.
      return name === undefined && element.tag !== '' ? [] : [{ element, name }];
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
      const users = usesOf(unit, node, elsewhere)
        .map((use) => inside(use.unit, use.node))
        .filter((name) => name !== undefined);
      return new Set(users).size === 1 ? users[0] : (nameAbove(unit, node) ?? undefined);
    },
    isGuessed: (unit, node, form) => nameAbove(unit, node) === form && inside(unit, node) === undefined,
    usersOf(unit, node) {
      const around = unit.scopes.functionsAround(node);
      const users = usesOf(unit, node, elsewhere).flatMap((use) =>
        use.unit.scopes.functionsAround(use.node).slice(0, 2),
      );
      return [...new Set([...users, ...around.slice(0, 2), ...methodsWith(unit, node)])];
    },
    fieldOf(unit, node) {
      const held = fieldAbove(unit, node);
      const name = held && thingOf(held.name);
      // `detailForm` of twenty components is twenty forms.
      return name !== undefined &&
        /^(?:detail|details|main|edit|data|input|value|this|my|model|page|dialog)$/i.test(name)
        ? undefined
        : name;
    },
    besideOf(unit, node) {
      return usesOf(unit, node, elsewhere).flatMap((use) => {
        const property = use.unit.scopes.parentOf(use.node);
        const isValue = property?.type === 'Property' && property.value === use.node;
        const props = isValue ? use.unit.scopes.parentOf(property) : undefined;
        return props ? [{ unit: use.unit, node: props }] : [];
      });
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

/**
 * Where the variable is used whose value a node is part of, here and in other scripts. Uses through another variable count too:
 * `const rules = all['sign-in']`.
 */
function usesOf(unit: Unit, node: Node, elsewhere: Elsewhere, height = 0): Spot[] {
  const declared = declarationOf(unit, node);
  // What a module gives away as it is has no name of its own.
  if (!declared) return [...elsewhere(bare(node))];
  const uses = (unit.scopes.bindingOf(declared.id)?.uses ?? []).filter((use) => use !== declared.id);
  const here = uses.map((use) => ({ unit, node: use }));
  if (height > 1) return here;
  const more = uses.flatMap((use) => {
    const held = declarationOf(unit, use);
    return held && held.id !== declared.id ? usesOf(unit, use, elsewhere, height + 1) : [];
  });
  return [...here, ...more, ...elsewhere(bare(declared.value))];
}

/** The variable that a node is part of the value of, without a function between: as it is declared, or set later. */
function declarationOf(unit: Unit, node: Node): { id: Node; value: Node } | undefined {
  for (let at = unit.scopes.parentOf(node); at; at = unit.scopes.parentOf(at)) {
    if (at.type === 'VariableDeclarator')
      return at.id.type === 'Identifier' && at.init ? { id: at.id, value: at.init } : undefined;
    if (at.type === 'AssignmentExpression' && at.operator === '=' && at.left.type === 'Identifier' && at.left !== node)
      return { id: at.left, value: at.right };
    if (isFunction(at) || /Statement$/.test(at.type)) return undefined;
  }
  return undefined;
}

/** The field of a class whose value a node is part of: as the class declares it, or as one of its methods sets it. */
function fieldAbove(unit: Unit, node: Node): { name: string; body: Node } | undefined {
  let found: { name: string; at: Node } | undefined;
  for (let at = unit.scopes.parentOf(node); at; at = unit.scopes.parentOf(at)) {
    if (at.type === 'ClassBody') return found && { name: found.name, body: at };
    if (found) continue;
    const name =
      at.type === 'PropertyDefinition'
        ? nameOfKey(at.key, at.computed)
        : at.type === 'AssignmentExpression'
          ? ownMember(at.left)
          : undefined;
    if (name !== undefined) found = { name, at };
    else if (isFunction(at) || /Statement$/.test(at.type)) return undefined;
  }
  return undefined;
}

const ownMember = (node: Node): string | undefined =>
  node.type === 'MemberExpression' && bare(node.object).type === 'ThisExpression' ? memberName(node) : undefined;

/** Methods of a class that read the field which holds a value: they send what its form holds. */
function methodsWith(unit: Unit, node: Node): FunctionNode[] {
  const held = fieldAbove(unit, node);
  if (held?.body.type !== 'ClassBody') return [];
  return held.body.body.flatMap((member) => {
    const fn = member.type === 'MethodDefinition' ? member.value : undefined;
    if (!fn || !isFunction(fn) || !fn.body || (node.start >= fn.start && node.end <= fn.end)) return [];
    let reads = false;
    walk(fn.body, (inner) => {
      if (ownMember(inner) === held.name) reads = true;
      return !reads;
    });
    return reads ? [fn] : [];
  });
}

/** `checkout` of `const checkoutForm = …`, `signInSchema`, `newOrderRules`. */
function nameAbove(unit: Unit, node: Node): string | undefined {
  const declared = declarationOf(unit, node);
  const binding = declared && unit.scopes.bindingOf(declared.id);
  const name = binding && nameOfBinding(unit, binding);
  return name === undefined ? undefined : thingOf(name);
}

function thingOf(name: string): string | undefined {
  const thing = name.replace(
    /(?:Form|_FORM)?(?:Schema|Rules|Validation|Validators?|Constraints|Form|Fields|_(?:SCHEMA|RULES|FORM|FIELDS|VALIDATION))$/,
    '',
  );
  return thing !== name && thing.length > 2 ? thing : undefined;
}
