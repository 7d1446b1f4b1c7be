import type { Node } from 'oxc-parser';
import { optionsOf, type Unit } from '../evaluate/value.ts';
import { isFunction, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { loadedBy } from './shown.ts';
import { allowedUnless } from './turned-away.ts';

/** What routers run before they show a route. */
const loaderKeys = ['loader', 'clientLoader', 'beforeLoad'] as const;
/** A loader that is longer does more than turn people away. */
const longest = 2_000;

/**
 * Whom the loader of a route lets through: `loader: async () => {if (me.role !== 'clerk') throw redirect('/')}`, also as what another
 * function gives back (`only('clerk', 'owner')`), and as the script gives it away that is loaded for the route.
 */
export function letInByLoader(world: World, unit: Unit, route: ReadonlyMap<string, Node>): string[] {
  const lazy = route.get('lazy');
  const given = loaderKeys.flatMap((key) => {
    const own = route.get(key);
    return own ? [world.evaluator.worth(unit, own)] : lazy ? loadedBy(world, unit, lazy, [key]) : [];
  });
  for (const one of given.flatMap(optionsOf)) {
    if (one.is !== 'function' || one.fn.end - one.fn.start > longest || !one.fn.body) continue;
    let asked: string[] | undefined;
    walk(one.fn.body, (node) => {
      if (asked || isFunction(node)) return false;
      if (node.type === 'IfStatement' && turnsAway(node.consequent))
        asked = allowedUnless(world, one.spot.unit, node.test, one.frame);
      return asked === undefined;
    });
    if (asked && asked.length > 0) return asked;
  }
  return [];
}

/** `throw redirect('/')`, `return redirect('/')`. */
function turnsAway(consequent: Node): boolean {
  const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent;
  return (
    last?.type === 'ThrowStatement' || (last?.type === 'ReturnStatement' && last.argument?.type === 'CallExpression')
  );
}
