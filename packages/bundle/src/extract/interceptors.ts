import type { Node } from 'oxc-parser';
import { optionsOf, type Part } from '../evaluate/value.ts';
import { bare, memberName, type ObjectNode, propertyNamed } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';

/**
 * What an interceptor of the product puts before every path: `next(request.clone({url: `/api/v2${request.url}`}))`.
 *
 * @returns Without a slash at its end; `undefined` where there is none, or more than one that differ.
 */
export function leadOf(world: World): string | undefined {
  const leads = new Set<string>();
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'CallExpression') continue;
    const callee = bare(node.callee);
    const [given] = node.arguments;
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
  return /^(?:https?:\/\/[\w.:-]+)?(?:\/[\w.-]+)*\/?$/.test(lead) && lead.length > 1 ? [lead.replace(/\/$/, '')] : [];
}
