import { type Frame, literal, optionsOf, type Unit, type Value } from '../evaluate/value.ts';
import { bare, type CallNode, memberName, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { methodName, type Request, unpacked } from './leaving.ts';

/**
 * `xhr.open(method, url)`, with what the same object sends in the same function. A wrapper of one's own hands in the method, so
 * where none is written the object must be known as an XMLHttpRequest.
 */
export function requestOfOpen(world: World, unit: Unit, node: CallNode, frame: Frame | undefined): Request | undefined {
  const callee = bare(node.callee);
  if (callee.type !== 'MemberExpression' || memberName(callee) !== 'open') return undefined;
  const [first, second] = node.arguments;
  if (!first || !second || first.type === 'SpreadElement' || second.type === 'SpreadElement') return undefined;
  const method = world.evaluator.worth(unit, first, frame);
  const written = literal(method);
  if (written === undefined ? !isXhr(world.evaluator.worth(unit, callee.object, frame)) : !methodName.test(written))
    return undefined;
  const url = world.evaluator.worth(unit, second, frame);
  const sent = sentBy(unit, node, callee.object);
  const body = sent && world.evaluator.worth(unit, sent, frame);
  return { method: written ?? method, url, base: undefined, query: [], body: body && jsonOf(body), sure: true };
}

function isXhr(owner: Value): boolean {
  return optionsOf(owner).some(
    (one) => one.is === 'instance' && one.of.is === 'unknown' && one.of.name === 'XMLHttpRequest',
  );
}

/** The argument of `send` on the object of the same name in the innermost function around. */
function sentBy(unit: Unit, node: CallNode, owner: CallNode['callee']) {
  const object = bare(owner);
  const binding = object.type === 'Identifier' ? unit.scopes.bindingOf(object) : undefined;
  const [around] = unit.scopes.functionsAround(node);
  if (!binding || !around?.body) return undefined;
  let sent: CallNode['arguments'][number] | undefined;
  walk(around.body, (one) => {
    if (sent !== undefined || one.type !== 'CallExpression') return;
    const callee = bare(one.callee);
    if (callee.type !== 'MemberExpression' || memberName(callee) !== 'send') return;
    const on = bare(callee.object);
    if (on.type === 'Identifier' && unit.scopes.bindingOf(on) === binding) sent = one.arguments[0];
  });
  return sent?.type === 'SpreadElement' ? undefined : sent;
}

/** `body ? JSON.stringify(body) : undefined`: what is sent when something is. */
function jsonOf(body: Value): Value | undefined {
  const some = optionsOf(body).filter(({ is }) => is !== 'nothing');
  return unpacked(some.find(({ is }) => is === 'json') ?? some[0]);
}
