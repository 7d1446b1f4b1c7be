import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { isOf, showsPicture } from './assets.ts';
import { cssOf, type Model, type PageNode } from './model.ts';
import { saysCss } from './shown.ts';
import { addressOf, saysLook, shownNow } from './tell-node.ts';
import type { Mutation, Teller } from './teller.ts';

/** A picture or font has come for an address: what shows it is told once more. */
export function tellAsset(
  address: string,
  at: EpochMs,
  { model, teller }: { model: Model; teller: Teller },
): ReplayEvent[] {
  const mutation: Mutation = { texts: [], attributes: [], removes: [], adds: [] };
  const anew = new Set<PageNode>();
  for (const node of model.nodes.values()) {
    if (node.kind === 'text' && node.parent?.tag === 'style' && node.text.includes(address)) {
      if (!saysCss(node.parent)) mutation.texts.push({ id: node.number, value: model.assets.css(node.text) });
    } else if (node.kind === 'element') {
      if (cssOf(node)?.includes(address)) {
        anew.add(node);
        continue;
      }
      const names: string[] = [];
      for (const [name, value] of node.attributes)
        if (showsPicture(node.tag, name) ? isOf(value, address) : saysLook(node, name) && value.includes(address))
          names.push(name);
      const chosen = node.states.get(':natural');
      if (Array.isArray(chosen) && isOf(chosen[2], address)) names.push('src');
      const attributes = Object.assign(
        {},
        ...names.map((name) => ({ [name]: shownNow(node, name) ?? null, ...addressOf(node, name) })),
      );
      if (names.length > 0) mutation.attributes.push({ id: node.number, attributes });
    }
  }
  const sheets = [...model.sheets].filter(([, sheet]) => sheet.text().includes(address));
  const isEmpty = anew.size + mutation.texts.length + mutation.attributes.length === 0;
  return [
    ...(isEmpty ? [] : teller.anew(anew, at, mutation)),
    ...sheets.flatMap(([number]) => teller.sheet(number, at)),
  ];
}
