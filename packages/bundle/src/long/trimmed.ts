import type { Node, Program } from 'oxc-parser';
import { isFunction, walk } from '../evaluate/walk.ts';
import type { Owner, Region } from '../face.ts';
import { regionAt } from '../own/region-at.ts';

/** Functions that are no longer are looked into whoever wrote them: they hand on what they were given, or say what they make. */
const short = 400;

/**
 * A tree without the insides of functions that nobody needs to look into, in place: of a script that is mostly libraries a tenth is
 * left. Names, places and what functions are called stay as they are.
 *
 * @param isKept - By whose code it is.
 */
export function trimmed(
  program: Program,
  regions: readonly Region[],
  isKept: (owner: Owner['kind']) => boolean,
): Program {
  walk(program, (node: Node) => {
    if (!isFunction(node) || node.body?.type !== 'BlockStatement' || node.end - node.start <= short) return;
    const region = regionAt(regions, node.start);
    // A function of which a part is somebody else's wraps the whole script.
    if (!region || isKept(region.owner.kind) || node.end > region.end) return;
    node.body.body = [];
  });
  return program;
}
