import type { Node } from 'oxc-parser';
import { authorsName } from '../evaluate/names.ts';
import { optionsOf, type Unit, type Value } from '../evaluate/value.ts';
import {
  bare,
  type CallNode,
  type FunctionNode,
  isClass,
  isFunction,
  memberName,
  nameOfKey,
  walk,
} from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { messageOf } from './chain-rules.ts';
import { componentAround } from './controls.ts';
import type { RuleFact } from './fact.ts';
import type { Forms } from './forms.ts';
import { ruleNamed } from './rule-name.ts';

/** No form has more fields than this, nor a rule of Angular more code. */
const mostRules = 200;
const longestRule = 1_500;

/**
 * Forms of signals in Angular: `form(model, (path) => {required(path.name, {message}); max(path.seats, 12)})`. What the rules are called
 * no minifier leaves; of what kind an error is that one of them makes, it does.
 */
export function rulesOfSignalForms(world: World, forms: Forms): RuleFact[] {
  const kindOf = kindsIn(world);
  return world.nodes.flatMap(({ unit, node }) => {
    if (node.type !== 'CallExpression' || node.arguments.length < 2 || node.arguments.length > 3) return [];
    const schema = node.arguments[1];
    if (!schema || !isFunction(schema) || schema.params.length !== 1 || !schema.body) return [];
    const told = toldIn(unit, schema).slice(0, mostRules);
    const rules = told.flatMap(({ call, field }) => ruleOf(world, unit, call, field, kindOf(unit, call)) ?? []);
    // One that says what nobody knows may be anything that is handed a function.
    if (rules.length === 0 || rules.length * 2 < told.length) return [];
    const form = forms.formOf(unit, node) ?? componentAround(unit, node) ?? forms.fieldOf(unit, node);
    const within = forms.usersOf(unit, node);
    return rules.map((rule) => ({ ...rule, form, within }));
  });
}

/** `required(path.address.zip, …)`: what is said of a field of the parameter. */
function toldIn(unit: Unit, schema: FunctionNode): { call: CallNode; field: string }[] {
  const found: { call: CallNode; field: string }[] = [];
  if (schema.body)
    walk(schema.body, (node) => {
      if (node.type !== 'CallExpression') return;
      const steps: string[] = [];
      let at: Node | undefined = node.arguments[0];
      while (at?.type === 'MemberExpression') {
        const name = memberName(at);
        if (name === undefined) return;
        steps.unshift(name);
        at = bare(at.object);
      }
      const origin = at?.type === 'Identifier' ? unit.scopes.bindingOf(at)?.origins[0] : undefined;
      const isOfSchema = origin?.kind === 'parameter' && origin.node === schema && origin.path.length === 0;
      if (steps.length > 0 && isOfSchema) found.push({ call: node, field: steps.join('.') });
    });
  return found;
}

type Rule = Omit<RuleFact, 'form' | 'within'>;

function ruleOf(world: World, unit: Unit, call: CallNode, field: string, kind: string | undefined): Rule | undefined {
  const rule = kind === 'email' ? 'format' : kind === undefined ? undefined : ruleNamed(kind);
  if (rule === undefined) return undefined;
  const [, ...given] = call.arguments.map((one) => world.evaluator.worth(unit, one));
  const options = given.find(({ is }) => is === 'object');
  const has = (name: string) => options?.is === 'object' && options.entries.has(name);
  const at = { unit, node: call };
  const message = messageOf(options, world);
  if (rule === 'required' || rule === 'format') {
    if (has('when')) return { field, rule: 'requiredIf', value: undefined, message, at };
    return { field, rule, value: rule === 'format' ? 'email' : undefined, message, at };
  }
  const value = given[0] && limitOf(given[0]);
  return value === undefined || has('when') ? undefined : { field, rule, value, message, at };
}

function limitOf(value: Value): number | string | undefined {
  if (value.is === 'number') return value.number;
  return value.is === 'regex' ? value.source : undefined;
}

/** Of what kind the error is that a rule makes: `class extends NgError {kind = 'minLength'}`, made by what the rule calls. */
function kindsIn(world: World): (unit: Unit, call: CallNode) => string | undefined {
  const known = new Map<FunctionNode, Set<string>>();

  function kindsOf(unit: Unit, fn: FunctionNode, depth: number): Set<string> {
    const remembered = known.get(fn);
    if (remembered) return remembered;
    const kinds = new Set<string>();
    known.set(fn, kinds);
    if (fn.end - fn.start > longestRule) return kinds;
    walk(fn, (node) => {
      if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return;
      const callee = bare(node.callee);
      if (callee.type !== 'Identifier') return;
      for (const one of optionsOf(world.evaluator.worth(unit, callee))) {
        if (node.type === 'NewExpression' && one.is === 'class') for (const kind of kindIn(one.cls)) kinds.add(kind);
        // What the rule calls makes the error in one step.
        else if (one.is === 'function' && depth < 1 && one.fn.params.length < 3 && one.fn.end - one.fn.start < 200)
          for (const kind of kindsOf(one.spot.unit, one.fn, depth + 1)) kinds.add(kind);
      }
    });
    return kinds;
  }

  return (unit, call) => {
    const callee = bare(call.callee);
    if (callee.type !== 'Identifier') return memberName(callee);
    const made = world.evaluator.worth(unit, callee);
    const [kind, other] = made.is === 'function' ? kindsOf(made.spot.unit, made.fn, 0) : [];
    return kind !== undefined && other === undefined ? kind : authorsName(unit, callee);
  };
}

function kindIn(cls: Node): string[] {
  if (!isClass(cls)) return [];
  return cls.body.body.flatMap((member) => {
    if (member.type !== 'PropertyDefinition' || nameOfKey(member.key, member.computed) !== 'kind') return [];
    const text = member.value && textOf(member.value);
    return text ? [text] : [];
  });
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  return node.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? undefined)
    : undefined;
}
