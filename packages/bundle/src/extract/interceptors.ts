import type { Node } from 'oxc-parser';
import { literal, optionsOf, type Part, type Unit } from '../evaluate/value.ts';
import {
  bare,
  type FunctionNode,
  isFunction,
  memberName,
  nameOfKey,
  type ObjectNode,
  propertyNamed,
  walk,
} from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';

/**
 * What an interceptor of the product puts before every path: `next(request.clone({url: `/api/v2${request.url}`}))` of Angular, and
 * `client.interceptors.request.use(config => {config.baseURL = '/api/v2'; return config})` of axios.
 *
 * @returns Without a slash at its end; `undefined` where there is none, or more than one that differ.
 */
export function leadOf(world: World): string | undefined {
  const leads = new Set<string>();
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'CallExpression') continue;
    const callee = bare(node.callee);
    const [given] = node.arguments;
    if (given && isFunction(given) && putsBefore(callee))
      for (const lead of leadsSet(world, unit, given)) leads.add(lead);
    if (callee.type !== 'MemberExpression' || memberName(callee) !== 'clone' || given?.type !== 'ObjectExpression')
      continue;
    const url = clonedUrl(callee.object, given);
    if (!url) continue;
    for (const one of optionsOf(world.evaluator.worth(unit, url)))
      if (one.is === 'text') for (const lead of leadIn(one.parts)) leads.add(lead);
  }
  const [only] = leads;
  return leads.size === 1 ? only : undefined;
}

/** `client.interceptors.request.use`. */
function putsBefore(callee: Node): boolean {
  if (callee.type !== 'MemberExpression' || memberName(callee) !== 'use') return false;
  const request = bare(callee.object);
  return (
    request.type === 'MemberExpression' &&
    memberName(request) === 'request' &&
    memberName(bare(request.object)) === 'interceptors'
  );
}

/** What is written to the base or the address of what is sent: `config.baseURL = '/api'`, `config.url = '/api' + config.url`. */
function leadsSet(world: World, unit: Unit, fn: FunctionNode): string[] {
  const found: string[] = [];
  const tell = (key: string | undefined, node: Node) => {
    if (key !== 'baseURL' && key !== 'url') return;
    for (const one of optionsOf(world.evaluator.worth(unit, node))) {
      if (one.is !== 'text') continue;
      const base = literal(one);
      if (key === 'url') found.push(...leadIn(one.parts));
      else if (base !== undefined && isLead.test(base)) found.push(base.replace(/\/$/, ''));
    }
  };
  walk(fn, (node) => {
    if (node.type === 'AssignmentExpression' && node.operator === '=') tell(memberName(node.left), node.right);
    // `config => ({...config, baseURL: '/api'})`.
    else if (node.type === 'Property' && nameOfKey(node.key, node.computed) === 'baseURL') tell('baseURL', node.value);
  });
  return found;
}

/** The new address of what is cloned, when it is made of the old one. */
function clonedUrl(request: Node, given: ObjectNode): Node | undefined {
  return request.type === 'Identifier' ? propertyNamed(given, 'url') : undefined;
}

function leadIn(parts: readonly Part[]): string[] {
  const [lead, ...rest] = parts.filter((part) => part !== '');
  const isBefore = rest.length === 1 && rest.every((part) => typeof part !== 'string' && 'hole' in part);
  const [hole] = rest;
  const isUrl = hole !== undefined && typeof hole !== 'string' && 'hole' in hole && hole.hole === 'url';
  if (typeof lead !== 'string' || !isBefore || !isUrl) return [];
  return isLead.test(lead) ? [lead.replace(/\/$/, '')] : [];
}

/** `/api/v2`, `https://api.example.com/`. */
const isLead = /^(?=..)(?:https?:\/\/[\w.:-]+)?(?:\/[\w.-]+)*\/?$/;
