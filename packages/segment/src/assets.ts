/** Pictures and fonts of the page, by the addresses that the stream has for them. */
export interface Assets {
  /** Not bound yet, and there is room for it. */
  mayBind(address: unknown): address is string;
  /** False where it is no picture or font. What came first stands. */
  bind(address: string, data: string): boolean;
  /** The picture at an address, as a `data:` address; of a drawing the part that is named behind the address (`icons.svg##star`). */
  at(address: unknown): string | undefined;
  /** Drawings, of which parts may be shown by an address and a part's name (`icons.svg#star`). */
  drawings(): [address: string, data: string][];
  /** A style text with its pictures and fonts in it. */
  css(text: string): string;
}

/** A page load gives 64; each is looked for in the whole page once. */
const maxAssets = 128;
/** A sheet that names a large picture in each of its rules would hold it as often. */
const maxCssChars = 6 * 1024 * 1024;
/** In base64, of which the store has found out what it is. */
const asset = /^data:(image\/(png|jpeg|gif|webp|avif|x-icon|svg\+xml)|font\/(woff2?|ttf|otf));base64,[\w+/]*=*$/;

export const isDrawing = (data: string): boolean => data.startsWith('data:image/svg');

export function createAssets(): Assets {
  const bound = new Map<string, string>();

  const mayBind = (address: unknown): address is string =>
    typeof address === 'string' && address !== '' && bound.size < maxAssets && !bound.has(address);

  function found(address: string): string | undefined {
    const [name = '', part] = address.split('##');
    const file = bound.get(name);
    return file && part && isDrawing(file) ? `${file}#${part}` : file;
  }

  return {
    mayBind,
    bind(address, data) {
      if (!mayBind(address) || !asset.test(data)) return false;
      bound.set(address, data);
      return true;
    },
    drawings: () => [...bound].filter(([, data]) => isDrawing(data)),
    at: (address) => (typeof address === 'string' ? found(address) : undefined),
    css(text) {
      if (bound.size === 0 || !/url\(|image-set/i.test(text)) return text;
      let chars = 0;
      return text.replace(named, (whole, ...said: string[]) => {
        const data = found(said.slice(0, 5).find(Boolean) ?? '');
        chars += data?.length ?? 0;
        if (data === undefined || chars > maxCssChars) return whole;
        return whole.endsWith(')') ? `url("${data}")` : `"${data}"`;
      });
    },
  };
}

/** In `image-set` an address may stand in quotes alone. What is escaped begins no text, and a text ends with its line. */
const named =
  /\\.|url\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|([^"')\s\\]*))\s*\)|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/gi;

const showing = new Set(['src', 'poster', 'href', 'xlink:href', 'background']);
const shown = /^((img|input) src|video poster|(image|feImage) (xlink:)?href|\w+ background)$/;

/** Whether a value names the file at an address, or a part of it. */
export const isOf = (value: unknown, address: string): boolean =>
  value === address || (typeof value === 'string' && value.startsWith(`${address}##`));

/** Whether what is at the attribute's address is shown as a picture: a link to one is none. */
export function showsPicture(tag: string, name: string): boolean {
  return showing.has(name) && shown.test(`${tag} ${name}`);
}
