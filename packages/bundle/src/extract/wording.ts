import { literal } from '../evaluate/value.ts';
import { bare, memberName } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { contains, type Element, propOf, textOf } from './element.ts';
import type { WordingFact } from './fact.ts';
import { isSentence } from './rule-name.ts';

const kinds: Record<string, WordingFact['kind']> = {
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  title: 'document',
  label: 'label',
  legend: 'label',
  button: 'label',
  a: 'link',
  p: 'sentence',
  li: 'sentence',
};

/** What the product says to people: titles, headings, labels, sentences. */
export function wordingIn(world: World, elements: Element[]): WordingFact[] {
  const found: WordingFact[] = [];
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'AssignmentExpression' || memberName(node.left) !== 'title') continue;
    if (node.left.type !== 'MemberExpression' || bare(node.left.object).type !== 'Identifier') continue;
    const owner = world.evaluator.worth(unit, node.left.object);
    const text = literal(world.evaluator.worth(unit, node.right));
    if (owner.is === 'unknown' && owner.name === 'document' && text)
      found.push({ kind: 'document', text, at: { unit, node } });
  }
  const pictures = elements.filter(({ tag }) => tag === 'svg');
  for (const element of elements) {
    // A picture's own title.
    if (element.tag === 'title' && pictures.some((picture) => contains(picture, element))) continue;
    const at = { unit: element.unit, node: element.node };
    const kind = kinds[element.tag];
    const text = textOf(element);
    if (
      kind !== undefined &&
      text !== undefined &&
      text !== '' &&
      text.length <= 300 &&
      (kind !== 'sentence' || isSentence(text))
    )
      found.push({ kind, text, at });
    const title = element.tag === '' ? propOf(element, 'title') : undefined;
    if (title !== undefined) found.push({ kind: 'heading', text: title, at });
    const label = element.tag === '' ? propOf(element, 'label') : propOf(element, 'aria-label');
    if (label !== undefined) found.push({ kind: 'label', text: label, at });
  }
  return found;
}
