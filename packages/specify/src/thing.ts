import type { BodyNode } from './body.ts';

/** What says of a thing what it is like, beside who it is: JSON:API, GeoJSON, tables in the cloud. */
export const attributes = /^(?:attributes|properties|fields)$/;
const identity = /^_?id$/;

/**
 * A thing as its fields say it, whatever wraps them: of `{ id, type, attributes: { title }, relationships: { author: { data: { id } } } }`
 * (https://jsonapi.org/format/#document-resource-objects) its id, title and author. Any other object is the thing itself.
 */
export function thingIn(node: BodyNode): BodyNode {
  const known = things.get(node);
  if (known) return known;
  const thing = unwrapped(node) ?? node;
  things.set(node, thing);
  return thing;
}

/** The same node makes the same thing, so that it can be found again. */
const things = new WeakMap<BodyNode, BodyNode>();

function unwrapped(node: BodyNode): BodyNode | undefined {
  const inner = node.fields.find(({ name, fields }) => attributes.test(name) && fields.length > 0);
  if (inner === undefined || !node.fields.some(({ name }) => identity.test(name))) return undefined;
  const relations = node.fields.find(({ name, fields }) => name === 'relationships' && fields.length > 0);
  const around = /^(?:type|links|meta|included)$/;
  const own = node.fields.filter((field) => field !== inner && field !== relations && !around.test(field.name));
  return { ...node, fields: [...own, ...inner.fields, ...(relations?.fields ?? []).map(relationOf)] };
}

/** `author: { data: { type, id } }` names an author: what counts is the id. */
function relationOf(relation: BodyNode): BodyNode {
  const data = relation.fields.find(({ name }) => name === 'data');
  const id = data?.fields.find(({ name }) => identity.test(name));
  if (data === undefined) return relation;
  return { ...(id ?? data), name: relation.name, path: relation.path, fields: [], items: null, of: relation.of };
}
