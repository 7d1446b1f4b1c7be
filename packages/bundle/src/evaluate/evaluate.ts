import type { Node } from 'oxc-parser';
import type { Owner } from '../face.ts';
import { ofBuiltIn, ofGlobal, ofNamespace, ofNew } from './builtins.ts';
import { callsByName } from './calls-by-name.ts';
import { type CatalogueText, filledIn } from './catalogue.ts';
import { controlsOf } from './controls.ts';
import type { Budget, Evaluator } from './evaluator.ts';
import { argumentAt, frameSelf, isMissing } from './frame.ts';
import { isAssign, returnsOf } from './functions.ts';
import { goneThrough } from './gone-through.ts';
import { clientMade, heldState, ofHook, ofInjector, ofValidator } from './library-calls.ts';
import type { Modules } from './modules.ts';
import { nameOfBinding } from './names.ts';
import { concat, ofArithmetic } from './operators.ts';
import { itemOf, ofLiteral, text, unknown } from './plain.ts';
import { entriesOf, without } from './properties.ts';
import type { Binding, Origin, Step } from './scope.ts';
import { type MadeOnce, selfOf } from './self.ts';
import { choice, type Frame, literal, optionsOf, type Spot, type Unit, type Value, type ValueOf } from './value.ts';
import { bare, type CallNode, type FunctionNode, isClass, isFunction, memberName } from './walk.ts';

/** How deep one value may lead into others, and how many steps one question may take: minified code has circles everywhere. */
const deepest = 60;
const mostSteps = 6_000;
/** What took more steps is remembered. */
const costly = 100;
/** Functions of libraries that are no longer are looked into: they hand on what they were given, as `unref` does. */
const tiny = 100;

/** Works out values of expressions from the code alone, within one release. */
export function createEvaluator(
  modules: Modules,
  ownerOf: (unit: Unit, offset: number) => Owner['kind'],
  textAt: (key: string) => CatalogueText | undefined,
  madeOnce: MadeOnce,
  budget: Budget,
): Evaluator {
  /** Let go with its script: sources of maps come and go. */
  const known = new WeakMap<Binding, Value>();
  /** What it took long to find out, by the expression that was asked for by itself: many ask for the same. */
  const answers = new WeakMap<Node, Value>();
  const asked = new Set<Binding>();
  /** What a name is worth first: `let params = new HttpParams(); if (state) params = params.set('state', state)`. */
  const begun = new Map<Binding, Value>();
  let depth = 0;
  let steps = 0;

  const evaluator: Evaluator = { worth, propertyOf, apply, calleesOf, bind, returnsOf };
  modules.use(evaluator);

  function worth(unit: Unit, node: Node, frame?: Frame): Value {
    if (depth > 0 || frame) return within(unit, node, frame);
    const remembered = answers.get(node);
    if (remembered) return remembered;
    const value = within(unit, node, frame);
    if (steps > costly) answers.set(node, value);
    return value;
  }

  function within(unit: Unit, node: Node, frame: Frame | undefined): Value {
    if (depth === 0) steps = 0;
    steps += 1;
    budget.steps -= 1;
    if (depth >= deepest || steps > mostSteps || budget.steps < 0) return unknown({ unit, node });
    depth += 1;
    try {
      return look(unit, bare(node), frame);
    } finally {
      depth -= 1;
    }
  }

  function look(unit: Unit, node: Node, frame: Frame | undefined): Value {
    const spot = { unit, node };
    if (isFunction(node)) return { is: 'function', fn: node, frame, spot };
    if (isClass(node)) return { is: 'class', cls: node, frame, spot };
    switch (node.type) {
      case 'Literal':
        return ofLiteral(spot, node);
      case 'TemplateLiteral': {
        const texts = node.quasis.map((quasi): Value => text(spot, quasi.value.cooked ?? quasi.value.raw));
        const holes = node.expressions.map((expression) => worth(unit, expression, frame));
        return texts.reduce((all, next, i) => {
          const hole = holes[i - 1];
          return concat(spot, hole ? concat(spot, all, hole) : all, next);
        });
      }
      case 'BinaryExpression':
        return ofArithmetic(spot, node.operator, worth(unit, node.left, frame), worth(unit, node.right, frame));
      case 'UnaryExpression': {
        const value = worth(unit, node.argument, frame);
        if (node.operator === 'void') return { is: 'nothing', spot };
        if (node.operator === '-' && value.is === 'number') return { is: 'number', number: -value.number, spot };
        if (node.operator === '+' && value.is === 'number') return value;
        if (node.operator === '!' && value.is === 'number') return { is: 'boolean', boolean: value.number === 0, spot };
        return unknown(spot);
      }
      case 'ObjectExpression':
        return entriesOf(spot, node, frame, evaluator);
      case 'ArrayExpression': {
        let open = false;
        const items = node.elements.flatMap((element): Value[] => {
          if (!element) return [];
          if (element.type !== 'SpreadElement') return [worth(unit, element, frame)];
          const spread = worth(unit, element.argument, frame);
          open ||= spread.is !== 'array' || spread.open;
          return spread.is === 'array' ? spread.items : [unknown(spot)];
        });
        return { is: 'array', items, open, spot };
      }
      case 'Identifier':
        return ofName(spot, node, frame);
      case 'ThisExpression':
        return frameSelf(frame) ?? selfOf(spot, evaluator, madeOnce) ?? unknown(spot);
      case 'MemberExpression':
        return ofMember(unit, node, frame);
      case 'ConditionalExpression': {
        // `arguments.length > 1 ? arguments[1] : 'GET'`: what was passed comes before what would be else.
        const passed = argumentAt(node.consequent, frame);
        if (passed) return passed;
        if (isMissing(unit, node.test, frame)) return worth(unit, node.alternate, frame);
        return choice(spot, [worth(unit, node.consequent, frame), worth(unit, node.alternate, frame)]);
      }
      case 'LogicalExpression': {
        if (node.operator === '&&' && isMissing(unit, node.left, frame)) return { is: 'nothing', spot };
        const right = worth(unit, node.right, frame);
        if (node.operator === '&&') return right;
        const left = worth(unit, node.left, frame);
        if (left.is === 'nothing') return right;
        if (left.is === 'unknown' && left.parameters.length === 0 && right.is !== 'unknown')
          return choice(spot, [right, left]);
        return choice(spot, [left, right]);
      }
      case 'AssignmentExpression':
        return worth(unit, node.right, frame);
      case 'AwaitExpression':
        return worth(unit, node.argument, frame);
      case 'NewExpression': {
        const args = argumentsOf(unit, node.arguments, frame);
        return (
          ofNew(spot, node, args, evaluator, frame) ?? {
            is: 'instance',
            of: worth(unit, node.callee, frame),
            args,
            spot,
          }
        );
      }
      case 'CallExpression':
        return ofCall(unit, node, frame);
    }
    return unknown(spot);
  }

  function ofName(spot: Spot, node: Extract<Node, { type: 'Identifier' }>, frame: Frame | undefined): Value {
    const binding = spot.unit.scopes.bindingOf(node);
    if (!binding) return node.name === 'undefined' ? { is: 'nothing', spot } : unknown(spot, node.name);
    for (let at = frame; at; at = at.up) {
      const held = at.values.get(binding);
      if (held) return held;
    }
    const remembered = known.get(binding);
    // Inside a function that is looked into as called, its own variables are worth something else each time.
    if (remembered && (!frame || !binding.scope.up)) return remembered;
    if (asked.has(binding)) return begun.get(binding) ?? unknown(spot, nameOfBinding(spot.unit, binding));
    asked.add(binding);
    const before = steps;
    try {
      const value = ofBinding(spot, binding, frame);
      // What had most of the steps for itself and needed more will need more the next time, too.
      if (!frame && (steps <= mostSteps || before < mostSteps / 2)) known.set(binding, value);
      return value;
    } finally {
      asked.delete(binding);
      begun.delete(binding);
    }
  }

  function ofBinding(spot: Spot, binding: Binding, frame: Frame | undefined): Value {
    const { unit } = spot;
    const gathered = modules.gathered(unit, binding);
    if (gathered) return gathered;
    const values = binding.origins.slice(0, 4).map((origin, at) => {
      const value = ofOrigin(spot, binding, origin, frame);
      if (at === 0) begun.set(binding, value);
      return value;
    });
    if (values.length === 0) return unknown(spot, nameOfBinding(unit, binding));
    return choice(spot, values);
  }

  function ofOrigin(spot: Spot, binding: Binding, origin: Origin, frame: Frame | undefined): Value {
    const { unit } = spot;
    if (origin.kind === 'value') return follow(worth(unit, origin.node, frame), origin.path, spot, frame);
    if (origin.kind === 'import')
      return modules.imported(unit, origin.node) ?? unknown(spot, nameOfBinding(unit, binding));
    const listed = goneThrough(unit, origin);
    if (listed) {
      const over = worth(unit, listed, frame);
      // Every item counts here, however many: they may be the names of a query.
      const each: Value =
        over.is === 'array' && over.items.length > 0 ? { is: 'choice', options: over.items, spot } : unknown(spot);
      return follow(each, origin.path, spot, frame);
    }
    if (origin.kind === 'loop' && origin.node.type === 'ForInStatement' && origin.path.length === 0)
      return { is: 'key', of: worth(unit, origin.node.right, frame), spot };
    const key = origin.path.findLast((step) => 'key' in step);
    const name = key && 'key' in key ? key.key : nameOfBinding(unit, binding);
    return { is: 'unknown', name, parameters: origin.kind === 'parameter' ? [binding] : [], spot };
  }

  function follow(value: Value, path: readonly Step[], spot: Spot, frame: Frame | undefined): Value {
    let at = value;
    for (const step of path) {
      if ('key' in step) at = propertyOf(at, step.key, spot);
      else if ('index' in step) at = (step.index === 0 && heldState(at, worth, frame)) || itemOf(at, step.index, spot);
      else if ('otherwise' in step) at = at.is === 'nothing' ? worth(spot.unit, step.otherwise, frame) : at;
      else if (at.is === 'object') at = without(at, step.but);
      else at = unknown(spot);
    }
    return at;
  }

  function ofMember(unit: Unit, node: Extract<Node, { type: 'MemberExpression' }>, frame: Frame | undefined): Value {
    const spot = { unit, node };
    const passed = argumentAt(node, frame);
    if (passed) return passed;
    const key = memberName(node);
    const of = worth(unit, node.object, frame);
    if (key !== undefined) {
      // The page's own origin in front of a path says nothing.
      if (key === 'origin' && of.is === 'unknown' && of.name === 'location') return text(spot, '');
      return propertyOf(of, key, spot);
    }
    const index = worth(unit, node.property, frame);
    const named =
      index.is === 'text' && index.parts.every((part) => typeof part === 'string') ? index.parts.join('') : undefined;
    if (named !== undefined) return propertyOf(of, named, spot);
    if (index.is === 'number' && of.is === 'array') return of.items[index.number] ?? unknown(spot);
    return unknown(spot);
  }

  function propertyOf(value: Value, key: string, spot: Spot): Value {
    switch (value.is) {
      case 'object': {
        const entry = value.entries.get(key);
        if (entry) return entry.value();
        return value.open ? unknown(spot, key) : { is: 'nothing', spot };
      }
      case 'choice': {
        const found = value.options.map((one) => propertyOf(one, key, spot)).filter(({ is }) => is !== 'nothing');
        return found.length > 0 ? choice(spot, found) : unknown(spot, key);
      }
      case 'instance': {
        const member = modules.memberOf(value, key) ?? (key === 'value' ? controlsOf(value, worth) : undefined);
        if (member) return member;
        return value.of.is === 'function' ? propertyOf(madeBy(value), key, spot) : unknown(spot, key);
      }
      case 'class':
        return modules.staticOf(value, key) ?? unknown(spot, key);
      case 'unknown':
        if (key === 'value') {
          const controls = controlsOf(value, worth);
          if (controls) return controls;
        }
        return { is: 'unknown', name: key, parameters: value.parameters, spot };
      default:
        return unknown(spot, key);
    }
  }

  function ofCall(unit: Unit, node: CallNode, frame: Frame | undefined): Value {
    const looked = lookedUp(unit, node, frame);
    if (!looked) return valueOfCall(unit, node, frame);
    const [, given] = node.arguments;
    const values = given?.type === 'ObjectExpression' ? worth(unit, given, frame) : undefined;
    return { is: 'text', parts: filledIn(looked.parts, values), spot: { unit, node } };
  }

  /** `t('orders.form.title')`, whatever the function is called now: the text that a catalogue of the product has under that name. */
  function lookedUp(
    unit: Unit,
    { callee, arguments: [first] }: CallNode,
    frame: Frame | undefined,
  ): CatalogueText | undefined {
    // `t(`titles.${page}`)`
    const isBuilt = first?.type === 'TemplateLiteral' && /^[a-z][\w-]*[.:]/i.test(first.quasis[0]?.value.raw ?? '');
    if (!first || !(isBuilt || /^(?:Literal|Identifier|MemberExpression)$/.test(first.type))) return undefined;
    const name = memberName(bare(callee)) ?? (callee.type === 'Identifier' ? callee.name : '');
    const isLookUp = /^\$?tc?$/.test(name);
    if (first.type !== 'Literal' && !isBuilt && !isLookUp) return undefined;
    const key = first.type === 'Literal' ? `${first.value}` : (literal(worth(unit, first, frame)) ?? '');
    return isLookUp || /^[A-Za-z][\w-]*(?:[.:][\w-]+)+$/.test(key) ? textAt(key) : undefined;
  }

  function valueOfCall(unit: Unit, node: CallNode, frame: Frame | undefined): Value {
    const spot = { unit, node };
    const callee = bare(node.callee);
    const args = argumentsOf(unit, node.arguments, frame);
    const name = memberName(callee);
    if (callee.type === 'MemberExpression' && name !== undefined) {
      const owner = worth(unit, callee.object, frame);
      const known = ofBuiltIn(spot, name, owner, args, evaluator);
      if (known) return known;
      const held = name === 'getRawValue' && args.length === 0 ? controlsOf(owner, worth) : undefined;
      if (held) return held;
    }
    if (callee.type === 'Identifier' && !unit.scopes.bindingOf(callee))
      return ofGlobal(spot, callee.name, args) ?? unknown(spot);
    const required = modules.required(unit, node);
    if (required) return required;
    const fn = worth(unit, callee, frame);
    const owner = fn.is === 'function' ? ownerOf(fn.spot.unit, fn.fn.start) : undefined;
    const client = clientMade(spot, name, fn, args);
    if (client) return client;
    if (fn.is === 'function' && isAssign(fn.spot.unit, fn.fn))
      return ofNamespace(spot, 'Object.assign', args) ?? unknown(spot);
    const injected = callee.type === 'Identifier' ? ofInjector(spot, args, modules) : undefined;
    if (injected) return injected;
    const isTiny = fn.is === 'function' && fn.fn.end - fn.fn.start <= tiny;
    if (isTiny || (owner !== undefined && owner !== 'third-party')) {
      const given = apply(fn, args, spot);
      // `object({…})` of yup is one line of the library's: what it makes is made here.
      return given.is === 'instance' && owner === 'third-party' ? { ...given, spot } : given;
    }
    return ofHook(spot, name, fn, args, evaluator) ?? ofValidator(spot, name, args) ?? unknown(spot);
  }

  function apply(fn: Value, args: Value[], spot: Spot): Value {
    if (fn.is !== 'function') return unknown(spot);
    const frame = bind(fn.spot.unit, fn.fn, args, fn.frame);
    const given = returnsOf(fn.fn)
      .slice(0, 4)
      .map((node) => worth(fn.spot.unit, node, frame));
    return given.length === 0 ? { is: 'nothing', spot } : choice(spot, given);
  }

  /** What a function of the release made, where all that counts of it else is what it was told. */
  function madeBy({ of, args, spot }: ValueOf<'instance'>): Value {
    const isLibrarys = of.is !== 'function' || ownerOf(of.spot.unit, of.fn.start) === 'third-party';
    return isLibrarys ? unknown(spot) : apply(of, args, spot);
  }

  function calleesOf(unit: Unit, node: Node, frame?: Frame): Value[] {
    const callee = worth(unit, node, frame);
    const found = optionsOf(callee).flatMap((one) => {
      if (one.is === 'instance') return one.of.is === 'function' ? optionsOf(madeBy(one)) : [];
      if (one.is !== 'unknown') return [one];
      return one.parameters.flatMap((parameter) => argumentsFor(unit, parameter, callee.spot));
    });
    return found.filter(({ is }) => is === 'function');
  }

  /** What every caller that names the function passes for one of its parameters. */
  function argumentsFor(unit: Unit, parameter: Binding, spot: Spot): Value[] {
    const origin = parameter.origins.find(({ kind }) => kind === 'parameter');
    if (!origin || !isFunction(origin.node)) return [];
    return callsByName(unit, origin.node)
      .slice(0, 3)
      .flatMap((call) => {
        const argument = call.arguments[origin.position];
        if (!argument || argument.type === 'SpreadElement') return [];
        return optionsOf(follow(worth(unit, argument), origin.path, spot, undefined));
      });
  }

  function argumentsOf(unit: Unit, args: CallNode['arguments'], frame: Frame | undefined): Value[] {
    return args.flatMap((arg) => {
      if (arg.type !== 'SpreadElement') return [worth(unit, arg, frame)];
      const spread = worth(unit, arg.argument, frame);
      return spread.is === 'array' && !spread.open ? spread.items : [unknown({ unit, node: arg })];
    });
  }

  function bind(unit: Unit, fn: FunctionNode, args: Value[], up?: Frame, self?: Value): Frame {
    const frame: Frame = { values: new Map(), args, self, up };
    for (const binding of unit.scopes.scopeOf(fn)?.bindings.values() ?? []) {
      const origin = binding.origins.find(({ kind, node }) => kind === 'parameter' && node === fn);
      if (!origin) continue;
      const spot = { unit, node: fn };
      const [step, ...steps] = origin.path;
      const isRest = step !== undefined && 'rest' in step && fn.params[origin.position]?.type === 'RestElement';
      const passed: Value = isRest
        ? { is: 'array', items: args.slice(origin.position), open: false, spot }
        : (args[origin.position] ?? { is: 'nothing', spot });
      frame.values.set(binding, follow(passed, isRest ? steps : origin.path, spot, frame));
    }
    return frame;
  }

  return evaluator;
}
