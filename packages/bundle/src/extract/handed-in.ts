import type { Node } from 'oxc-parser';
import type { Binding } from '../evaluate/scope.ts';
import { type Frame, optionsOf, parametersOf, type Spot, template, type Unit, type Value } from '../evaluate/value.ts';
import { isFunction } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';

/** A text that an expression is worth, with who says it: the expression itself, or whoever calls the function around it. */
export interface HandedIn {
  text: string;
  at: Spot;
  /** What the parameters stand for then. */
  frame: Frame | undefined;
}

/** A wrapper of a wrapper is seen through. */
const deepest = 2;
const mostCallers = 40;

/**
 * The texts that an expression may be worth. Where a parameter decides, as in `(key) => localStorage.getItem(key)`, what every caller
 * hands in. What only running tells stands as `{name}`, and something literal beside it.
 */
export function textsAt(world: World, unit: Unit, node: Node, frame?: Frame, depth = 0): HandedIn[] {
  return optionsOf(world.evaluator.worth(unit, node, frame)).flatMap((value): HandedIn[] => {
    if (value.is === 'text' && value.parts.every((part) => typeof part === 'string'))
      return [{ text: value.parts.join(''), at: { unit, node }, frame }];
    const told = depth < deepest ? fromCallers(world, unit, node, value, depth) : [];
    if (told.length > 0 || value.is !== 'text') return told;
    const text = template(value.parts);
    return /\p{L}{2}/u.test(text.replace(/\{[^{}]*\}/g, '')) ? [{ text, at: { unit, node }, frame }] : [];
  });
}

/** What stands for a value that a parameter decides: what every caller hands in; else the value itself. */
export function passedFor(world: World, value: Value): Value[] {
  const passed = parametersOf(value).flatMap((parameter) => {
    const origin = parameter.origins.find(({ kind }) => kind === 'parameter');
    if (!origin || origin.path.length > 0 || !isFunction(origin.node)) return [];
    return world.callersOf(origin.node).flatMap(({ unit, call, from, byName }) => {
      const argument = call.arguments[origin.position];
      return from !== undefined || byName || !argument ? [] : optionsOf(world.evaluator.worth(unit, argument));
    });
  });
  return passed.length > 0 ? passed.slice(0, mostCallers) : [value];
}

function fromCallers(world: World, unit: Unit, node: Node, value: Value, depth: number): HandedIn[] {
  return parametersOf(value).flatMap((parameter): HandedIn[] => {
    const origin = parameter.origins.find(({ kind }) => kind === 'parameter');
    if (!origin || !isFunction(origin.node) || unit.scopes.scopeOf(origin.node) === undefined) return [];
    const fn = origin.node;
    const sites = world.callersOf(fn).filter(({ from, byName }) => from === undefined && !byName);
    return sites.slice(0, mostCallers).flatMap(({ unit: outer, call }) => {
      const passed = call.arguments[origin.position];
      if (!passed || passed.type === 'SpreadElement' || outer.scopes.functionsAround(call).includes(fn)) return [];
      const values = call.arguments.map((one) => world.evaluator.worth(outer, one));
      return textsAt(world, outer, passed, undefined, depth + 1).flatMap(({ text, at }) => {
        const given = literalAt(values, origin.position, text, at);
        const bound = world.evaluator.bind(unit, fn, given);
        return told(world, unit, node, bound, at, parameter);
      });
    });
  });
}

function literalAt(values: readonly Value[], position: number, text: string, spot: Spot): Value[] {
  const known = values[position];
  // A field of an object that is handed in is told by the object.
  return known?.is === 'object' ? [...values] : values.with(position, { is: 'text', parts: [text], spot });
}

function told(world: World, unit: Unit, node: Node, frame: Frame, at: Spot, parameter: Binding): HandedIn[] {
  if (!frame.values.has(parameter)) return [];
  return optionsOf(world.evaluator.worth(unit, node, frame)).flatMap((value) =>
    value.is === 'text' ? [{ text: template(value.parts), at, frame }] : [],
  );
}
