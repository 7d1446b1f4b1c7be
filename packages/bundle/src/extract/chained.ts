import type { Node } from 'oxc-parser';
import { partsOf } from '../evaluate/operators.ts';
import { literal, type Part, type Unit, type Value } from '../evaluate/value.ts';
import { bare, type CallNode, memberName } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { type Request, unpacked } from './leaving.ts';

const verbs = /^(?:get|post|put|patch|delete|head)$/;
/** What such a client is told between its address and its verb. */
const setters =
  /^(?:addon|accept|auth|catcher|catcherFallback|content|customError|defer|errorType|headers|middlewares|options|polyfills|resolve|signal)$/;
/** What is asked of its answer. */
const answers = /^(?:json|res|text|blob|arrayBuffer|formData)$/;
const longest = 24;

/** What was read of a chain, from its end to its beginning. */
interface Chain {
  paths: Value[];
  query: Value[];
  body: Value | undefined;
  /** Something in it that only such a client is told. */
  isTelling: boolean;
}

/** `wretch('/api/stock').auth(…).url('/ropes').query({page}).post({metres})`: a client that is told step by step where it goes, as wretch is. */
export function requestOfChain(world: World, unit: Unit, node: CallNode): Request | undefined {
  const callee = bare(node.callee);
  const verb = memberName(callee) ?? '';
  if (callee.type !== 'MemberExpression' || !verbs.test(verb)) return undefined;
  const given = node.arguments.map((one) =>
    one.type === 'SpreadElement' ? undefined : world.evaluator.worth(unit, one),
  );
  if (given.some((one) => one?.is === 'function')) return undefined;
  const sends = /^p/.test(verb);
  const last = sends ? given[1] : given[0];
  const chain = chainBefore(world, unit, bare(callee.object), {
    paths: last === undefined ? [] : [last],
    query: [],
    body: sends ? given[0] : undefined,
    isTelling: given.length === 0 && isAsked(unit, node),
  });
  if (!chain?.isTelling) return undefined;
  const parts = chain.paths.flatMap((path): Part[] => partsOf(path));
  const url: Value = { is: 'text', parts, spot: chain.paths.at(-1)?.spot ?? { unit, node } };
  const { query, body } = chain;
  return { method: verb.toUpperCase(), url, base: undefined, query, body: unpacked(body), sure: true };
}

/** Back to the call that made the client, which is told the beginning of the address. */
function chainBefore(world: World, unit: Unit, before: Node, told: Chain): Chain | undefined {
  const chain = { ...told };
  let at = { unit, node: before };
  for (let step = 0; step < longest; step += 1) {
    const { node } = at;
    if (node.type !== 'CallExpression') {
      const made = world.evaluator.worth(at.unit, node);
      if (made.is !== 'unknown' || made.spot.node === node || made.spot.node.type !== 'CallExpression')
        return undefined;
      at = { unit: made.spot.unit, node: made.spot.node };
      continue;
    }
    const callee = bare(node.callee);
    const [first] = node.arguments;
    const value = first && first.type !== 'SpreadElement' ? world.evaluator.worth(at.unit, first) : undefined;
    const name = memberName(callee) ?? '';
    if (callee.type === 'MemberExpression' && /^(?:url|query|json|body)$/.test(name)) {
      if (!value) return undefined;
      if (name === 'url') chain.paths.unshift(value);
      else if (name === 'query') chain.query.push(value);
      else chain.body = value;
      chain.isTelling ||= name === 'url';
    } else if (callee.type === 'MemberExpression' && setters.test(name)) chain.isTelling ||= name === 'addon';
    else {
      // The beginning of it all.
      if (value && !/^(?:\/|https?:)/.test(`${partsOf(value)[0] ?? ''}`))
        return literal(value) === '' ? chain : undefined;
      if (value) chain.paths.unshift(value);
      return chain;
    }
    at = { unit: at.unit, node: bare(callee.object) };
  }
  return undefined;
}

function isAsked(unit: Unit, node: Node): boolean {
  const member = unit.scopes.parentOf(node);
  return member?.type === 'MemberExpression' && member.object === node && answers.test(memberName(member) ?? '');
}
