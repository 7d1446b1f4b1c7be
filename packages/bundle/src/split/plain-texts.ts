import type { Node, Program } from 'oxc-parser';
import { walk } from '../evaluate/walk.ts';

/**
 * Makes templates without a gap into plain texts, in place: some minifiers write every text so, and whoever looks for a text looks for
 * a literal. What a tag reads stays as it is.
 */
export function plainTexts(program: Program): Program {
  const tagged = new Set<Node>();
  walk(program, (node) => {
    if (node.type === 'TaggedTemplateExpression') tagged.add(node.quasi);
    if (node.type !== 'TemplateLiteral' || node.expressions.length > 0 || tagged.has(node)) return;
    const text = node.quasis[0]?.value.cooked;
    if (typeof text !== 'string') return;
    const { start, end } = node;
    // One node of the tree becomes another kind of node, at the same place.
    Object.assign(node, { type: 'Literal', value: text, raw: JSON.stringify(text), start, end, quasis: undefined });
  });
  return program;
}
