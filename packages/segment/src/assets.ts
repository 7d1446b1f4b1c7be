import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { cssOf, type Model, type PageNode, saysCss } from './model.ts';
import type { Mutation, Teller } from './teller.ts';

/** Pictures and fonts of the page, by the addresses that the stream has for them. */
export interface Assets {
  /** False where it is no picture or font, or nothing new. */
  bind(address: string, data: string): boolean;
  /** The picture at an address, as a `data:` address. */
  at(address: unknown): string | undefined;
  /** A style text with its pictures and fonts in it. */
  css(text: string): string;
}

/** A sheet that names a large picture in each of its rules would hold it as often. */
const maxCssChars = 6 * 1024 * 1024;
/** In base64, of which the store has found out what it is. */
const asset = /^data:(image\/(png|jpeg|gif|webp|avif|x-icon|svg\+xml)|font\/(woff2?|ttf|otf));base64,[\w+/]*=*$/;

export function createAssets(): Assets {
  const bound = new Map<string, string>();

  return {
    bind(address, data) {
      if (bound.get(address) === data || !asset.test(data)) return false;
      bound.set(address, data);
      return true;
    },
    at: (address) => (typeof address === 'string' ? bound.get(address) : undefined),
    css(text) {
      if (bound.size === 0 || !text.includes('url(')) return text;
      let chars = 0;
      return text.replace(/url\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|([^"')\s\\]*))\s*\)/gi, (whole, ...found: string[]) => {
        const data = bound.get(found[0] ?? found[1] ?? found[2] ?? '');
        chars += data?.length ?? 0;
        return data === undefined || chars > maxCssChars ? whole : `url("${data}")`;
      });
    },
  };
}

/** Attributes whose address is shown as a picture. */
export const showing = new Set(['src', 'poster', 'href', 'xlink:href', 'background']);

interface TellParts {
  model: Model;
  teller: Teller;
  /** An attribute of a node as it is shown now. */
  shown(node: PageNode, name: string): string | null | undefined;
}

/** A picture or font has come for an address: what shows it is told once more. */
export function tellAsset(address: string, at: EpochMs, { model, teller, shown }: TellParts): ReplayEvent[] {
  const mutation: Mutation = { texts: [], attributes: [], removes: [], adds: [] };
  const anew = new Set<PageNode>();
  for (const node of model.nodes.values()) {
    if (node.kind === 'text' && node.parent?.tag === 'style' && node.text.includes(address)) {
      if (!saysCss(node.parent)) mutation.texts.push({ id: node.number, value: model.assets.css(node.text) });
    } else if (node.kind === 'element') {
      // A video that has a picture stands there as another element.
      if (cssOf(node)?.includes(address) || (node.tag === 'video' && node.attributes.get('poster') === address)) {
        anew.add(node);
        continue;
      }
      const names = [...node.attributes].flatMap(([name, value]) =>
        (showing.has(name) && value === address) || (name === 'style' && value.includes(address)) ? name : [],
      );
      const chosen = node.states.get(':natural');
      if (Array.isArray(chosen) && chosen[2] === address) names.push('src');
      const attributes = Object.fromEntries(names.map((name) => [name, shown(node, name) ?? null]));
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
