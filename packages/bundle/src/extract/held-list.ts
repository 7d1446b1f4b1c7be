import type { Node } from 'oxc-parser';
import type { Unit } from '../evaluate/value.ts';
import { bare, memberName, nameOfKey, propertyNamed } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { heldAt } from './held.ts';

/** Whether what a component holds began as a list: `const [files, setFiles] = useState([])`, and `this.files` beside `files: []`. */
export function isListHeld(world: World, unit: Unit, node: Node): boolean {
  const at = bare(node);
  const call = heldAt(world, unit, at)?.origins[0]?.node;
  const made = call && bare(call);
  if (made?.type === 'CallExpression') return made.arguments[0]?.type === 'ArrayExpression';
  const name = at.type === 'MemberExpression' && bare(at.object).type === 'ThisExpression' ? memberName(at) : undefined;
  if (name === undefined) return false;
  for (let above = unit.scopes.parentOf(at); above; above = unit.scopes.parentOf(above)) {
    if (above.type === 'ClassBody')
      return above.body.some(
        (one) =>
          one.type === 'PropertyDefinition' &&
          nameOfKey(one.key, one.computed) === name &&
          one.value?.type === 'ArrayExpression',
      );
    const held = above.type === 'ObjectExpression' ? propertyNamed(above, name) : undefined;
    if (held) return held.type === 'ArrayExpression';
  }
  return false;
}
