import { literal, type Part } from '../evaluate/value.ts';
import { bare, memberName } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';

/** `window.serverPrefix = '/server'`: where addresses begin that the whole release asks the window for. One that is set to two texts is none. */
function windowTexts(world: World): ReadonlyMap<string, string> {
  const known = texts.get(world);
  if (known) return known;
  const found = new Map<string, string | undefined>();
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'AssignmentExpression' || node.operator !== '=' || node.left.type !== 'MemberExpression')
      continue;
    const holder = bare(node.left.object);
    const isWindow =
      holder.type === 'Identifier' &&
      /^(?:window|globalThis|self)$/.test(holder.name) &&
      !unit.scopes.bindingOf(holder);
    const name = isWindow ? memberName(node.left) : undefined;
    if (name === undefined) continue;
    const text = literal(world.evaluator.worth(unit, node.right));
    const isKnown = !found.has(name) || found.get(name) === text;
    found.set(name, isKnown && text !== undefined && /^(?:\/\w|https?:\/\/)/.test(text) ? text : undefined);
  }
  const told = new Map([...found].flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const])));
  texts.set(world, told);
  return told;
}

const texts = new WeakMap<World, ReadonlyMap<string, string>>();

/** An address with what the window is known to hold in the place of its beginning. */
export function behindWindow(world: World, parts: Part[]): Part[] {
  // Templates begin with a text, which may be empty.
  const [first, ...rest] = parts[0] === '' ? parts.slice(1) : parts;
  if (first === undefined || typeof first === 'string' || !('hole' in first) || first.parameters.length > 0)
    return parts;
  const text = first.hole === undefined ? undefined : windowTexts(world).get(first.hole);
  return text === undefined ? parts : [text, ...rest];
}
