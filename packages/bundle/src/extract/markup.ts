import type { Node } from 'oxc-parser';
import type { Unit } from '../evaluate/value.ts';
import { type FunctionNode, isFunction, nameOfKey, propertyNamed, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { RuleFact } from './fact.ts';
import type { Forms } from './forms.ts';
import { placeIn } from './place-in.ts';
import { ruleNamed } from './rule-name.ts';

/** Longer texts are documents, not templates. */
const longestText = 60_000;
const controls = /<(form|input|select|textarea)\b((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

type Rule = Pick<RuleFact, 'rule' | 'value'>;
interface Control {
  /** Where it begins in its text. */
  start: number;
  form: string | undefined;
  field: string;
  rules: Rule[];
}

/**
 * Constraints of inputs where markup is kept as text, as Svelte, Lit and templates of Vue keep it, and where Angular keeps the attributes
 * of a template in a list.
 */
export function rulesOfMarkup(world: World, forms: Forms): RuleFact[] {
  return world.nodes.flatMap(({ unit, node }) =>
    controlsAt(unit, node).flatMap(({ form, field, rules }) =>
      rules.map((rule) => ({
        ...rule,
        form: form ?? forms.formOf(unit, node),
        field,
        message: undefined,
        at: { unit, node },
        within: [...listenersBeside(unit, node), ...forms.usersOf(unit, node)],
      })),
    ),
  );
}

/** What the only form of a template of Angular does when it is sent: `listener('ngSubmit', () => ctx.place())`. */
function listenersBeside(unit: Unit, consts: Node): FunctionNode[] {
  const component = consts.type === 'Property' ? unit.scopes.parentOf(consts) : undefined;
  const template = component && propertyNamed(component, 'template');
  const found: FunctionNode[] = [];
  if (template)
    walk(template, (node) => {
      if (node.type !== 'CallExpression') return;
      const [event, listener] = node.arguments;
      if (event?.type === 'Literal' && event.value === 'ngSubmit' && listener && isFunction(listener))
        found.push(listener);
    });
  return found.length === 1 ? found : [];
}

/** The same of sources that carry markup: each a text as a whole. */
export function rulesOfSources(sources: readonly Unit[]): RuleFact[] {
  return sources.flatMap((unit) =>
    inMarkup(unit.read.file.text).flatMap(({ start, form, field, rules }) =>
      rules.map((rule) => ({
        ...rule,
        form,
        field,
        message: undefined,
        at: placeIn(unit, start),
        within: [],
      })),
    ),
  );
}

function controlsAt(unit: Unit, node: Node): Control[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? inMarkup(node.value) : [];
  if (node.type === 'TemplateLiteral') return inMarkup(node.quasis.map(({ value }) => value.cooked ?? '').join(hole));
  return node.type === 'Property' && nameOfKey(node.key, node.computed) === 'consts' ? inConstants(unit, node) : [];
}

/** What only running would put in: an attribute with it is there, and says nothing. */
const hole = '\u0001';

function inMarkup(text: string): Control[] {
  if (text.length > longestText || !/<(?:input|select|textarea)\b/i.test(text)) return [];
  const found: Control[] = [];
  let form: string | undefined;
  for (const match of text.matchAll(controls)) {
    const [, tag = '', inside = ''] = match;
    const attributes = new Map(
      [...inside.matchAll(attribute)].map(([, name = '', ...values]) => [
        name.toLowerCase(),
        values.find((value) => value !== undefined) ?? '',
      ]),
    );
    if (tag.toLowerCase() === 'form') form = told(attributes, 'name', 'id', 'aria-label') ?? form;
    else found.push(...controlOf(form, attributes, match.index));
  }
  return found;
}

/** `consts: [['formControlName', 'email', 'type', 'email', 'required', '', 3, 'ngModel']]`: pairs, up to the first number. */
function inConstants(unit: Unit, node: Extract<Node, { type: 'Property' }>): Control[] {
  if (node.value.type !== 'ArrayExpression') return [];
  const form = selectorOf(unit.scopes.parentOf(node));
  return node.value.elements.flatMap((list) => {
    if (list?.type !== 'ArrayExpression') return [];
    const attributes = new Map<string, string>();
    for (let at = 0; at + 1 < list.elements.length; at += 2) {
      const [name, value] = [list.elements[at], list.elements[at + 1]];
      if (name?.type !== 'Literal' || typeof name.value !== 'string' || value?.type !== 'Literal') break;
      attributes.set(name.value.toLowerCase(), `${value.value}`);
    }
    return controlOf(form, attributes, list.start);
  });
}

/** `['app-edit-user']` of a component's `selectors`, without the prefix of its author: what one would call its form. */
export function selectorOf(component: Node | undefined): string | undefined {
  if (component?.type !== 'ObjectExpression') return undefined;
  const property = component.properties.find(
    (one) => one.type === 'Property' && nameOfKey(one.key, one.computed) === 'selectors',
  );
  const lists =
    property?.type === 'Property' && property.value.type === 'ArrayExpression' ? property.value.elements : [];
  const [first] = lists;
  const name = first?.type === 'ArrayExpression' ? first.elements[0] : undefined;
  // What has no name of its own is called so.
  if (name?.type !== 'Literal' || typeof name.value !== 'string' || name.value === 'ng-component') return undefined;
  return name.value.replace(/^[a-z]+-(?=[a-z])/, '').replace(/-(?:form|dialog|page|component)$/, '') || undefined;
}

function controlOf(form: string | undefined, attributes: ReadonlyMap<string, string>, start: number): Control[] {
  const field = told(attributes, 'formcontrolname', 'name', 'id');
  if (field === undefined) return [];
  const rules = [...attributes].flatMap(([name, value]): Rule[] => {
    const rule = ruleNamed(attributeNames.get(name) ?? '');
    // `required={isNew}`: what only running tells.
    if (rule === undefined || value.includes(hole) || value.startsWith('{')) return [];
    if (rule === 'required') return value === 'false' ? [] : [{ rule, value: undefined }];
    if (rule === 'pattern') return value === '' ? [] : [{ rule, value }];
    return value === '' || !Number.isFinite(Number(value)) ? [] : [{ rule, value: Number(value) }];
  });
  const type = attributes.get('type');
  if (type === 'email' || type === 'url' || type === 'date') rules.push({ rule: 'format', value: type });
  return rules.length === 0 ? [] : [{ start, form, field, rules }];
}

const attributeNames = new Map<string, string>(
  Object.entries({
    required: 'required',
    minlength: 'minLength',
    maxlength: 'maxLength',
    min: 'min',
    max: 'max',
    pattern: 'pattern',
  }),
);

function told(attributes: ReadonlyMap<string, string>, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = attributes.get(name);
    if (value !== undefined && /^[A-Za-z_][\w.[\]-]*$/.test(value)) return value;
  }
  return undefined;
}
