import type { Evaluator } from './evaluator.ts';
import { returnsOf } from './functions.ts';
import { optionsOf, type Unit, type Value } from './value.ts';
import { bare, type CallNode, isFunction, memberName } from './walk.ts';

const runs = /^mutate(?:Async)?$/;

/**
 * What `add.mutate(input)` runs, where `add` was made of `{mutationFn}`: by `useMutation` of TanStack Query itself, or by a hook of the
 * product's that gives back what it made.
 */
export function mutationsAt(unit: Unit, { callee }: CallNode, { worth, apply }: Evaluator): Value[] {
  const made = madeAt(unit, bare(callee));
  if (!made) return [];
  const own = optionsOf(worth(unit, made.callee)).flatMap((hook) =>
    hook.is !== 'function'
      ? []
      : returnsOf(hook.fn).flatMap((given) => {
          const call = bare(given);
          return call.type === 'CallExpression' ? [{ unit: hook.spot.unit, call }] : [];
        }),
  );
  return [{ unit, call: made }, ...own].flatMap(({ unit: from, call }) =>
    call.arguments.slice(0, 2).flatMap((argument) => {
      // `createMutation(() => ({mutationFn}))` of Solid and Svelte.
      const given = argument.type === 'SpreadElement' ? undefined : worth(from, argument);
      const options = given?.is === 'function' ? apply(given, [], given.spot) : given;
      const run = options?.is === 'object' ? options.entries.get('mutationFn')?.value() : undefined;
      return run ? optionsOf(run).filter(({ is }) => is === 'function') : [];
    }),
  );
}

/** `useAddLine()` of `const add = useAddLine()` or `const {mutate} = useAddLine()`. */
function madeAt(unit: Unit, callee: ReturnType<typeof bare>): CallNode | undefined {
  const name = memberName(callee);
  const held = callee.type === 'MemberExpression' ? callee.object : callee;
  if (held.type !== 'Identifier' || (callee.type === 'MemberExpression' && !runs.test(name ?? ''))) return undefined;
  const [origin, other] = unit.scopes.bindingOf(held)?.origins ?? [];
  if (origin?.kind !== 'value' || other || isFunction(origin.node)) return undefined;
  const [step, more] = origin.path;
  const isTakenOut = step !== undefined && !more && 'key' in step && runs.test(step.key);
  const made = bare(origin.node);
  return made.type === 'CallExpression' && (callee.type === 'MemberExpression' ? !step : isTakenOut) ? made : undefined;
}
