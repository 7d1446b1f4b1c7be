import type { Evaluator } from './evaluator.ts';
import type { Spots } from './own-nodes.ts';
import type { Unit, Value } from './value.ts';
import { bare, type CallNode, type FunctionNode, isFunction, memberName, propertyNamed } from './walk.ts';

/** An action as a store of NgRx knows it: what made it, and which of the several that were made together it is. */
interface Action {
  made: CallNode;
  name: string;
}

interface Handler {
  unit: Unit;
  fn: FunctionNode;
}

/** Of what follows `ofType(…)`, only so much is looked at: later operators are handed something else. */
const mostOperators = 2;

/**
 * Who handles what a store is told: `OrderActions.place({…})` is handled by the function in
 * `actions.pipe(ofType(OrderActions.place), switchMap(({lines}) => api.place(lines)))`, whatever a minifier calls the operators.
 */
export function createActions(nodes: Spots, evaluator: Evaluator) {
  let handlers: Map<CallNode, Map<string, Handler[]>> | undefined;

  function build(): Map<CallNode, Map<string, Handler[]>> {
    const found = new Map<CallNode, Map<string, Handler[]>>();
    for (const { unit, node } of nodes) {
      if (node.type !== 'CallExpression' || memberName(bare(node.callee)) !== 'pipe') continue;
      const [first, ...operators] = node.arguments;
      if (first?.type !== 'CallExpression' || first.arguments.length === 0 || operators.length === 0) continue;
      const actions = first.arguments.map((one) => actionOf(unit, one));
      const handler = operators.slice(0, mostOperators).map(handlerIn).find(Boolean);
      if (!handler || !actions.every((action) => action !== undefined)) continue;
      for (const { made, name } of actions) {
        const byName = found.get(made) ?? new Map<string, Handler[]>();
        byName.set(name, [...(byName.get(name) ?? []), { unit, fn: handler }]);
        found.set(made, byName);
      }
    }
    return found;
  }

  function actionOf(unit: Unit, node: CallNode['arguments'][number] | CallNode['callee']): Action | undefined {
    const at = bare(node);
    if (at.type === 'MemberExpression') {
      const name = memberName(at);
      const made = name === undefined ? undefined : madeBy(evaluator.worth(unit, at.object));
      const [options] = made?.arguments ?? [];
      const isGroup = options?.type === 'ObjectExpression' && propertyNamed(options, 'source', 'events') !== undefined;
      if (made && name !== undefined && isGroup && propertyNamed(options, 'events')) return { made, name };
    }
    if (at.type !== 'MemberExpression' && at.type !== 'Identifier') return undefined;
    const made = madeBy(evaluator.worth(unit, at));
    const [type] = made?.arguments ?? [];
    // `createAction('[Orders] Place', props())`
    const isOne = type?.type === 'Literal' && typeof type.value === 'string' && /^\[[^\]]+\] \S/.test(type.value);
    return made && isOne ? { made, name: '' } : undefined;
  }

  return {
    /** The functions that handle what is called here; `undefined` where nothing is told to a store. */
    handlersAt(unit: Unit, { callee }: CallNode): readonly Handler[] | undefined {
      const action = actionOf(unit, callee);
      if (!action) return undefined;
      handlers ??= build();
      return handlers.get(action.made)?.get(action.name) ?? [];
    },
  };
}

/** What a library made, as the call that asked for it. */
function madeBy(value: Value): CallNode | undefined {
  return value.is === 'unknown' && value.spot.node.type === 'CallExpression' ? value.spot.node : undefined;
}

/** `switchMap(({lines}) => …)`. */
function handlerIn(operator: CallNode['arguments'][number]): FunctionNode | undefined {
  const [given] = operator.type === 'CallExpression' ? operator.arguments : [];
  return given && isFunction(given) && given.params.length > 0 ? given : undefined;
}
