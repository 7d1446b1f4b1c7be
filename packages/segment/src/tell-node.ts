import { showsPicture } from './assets.ts';
import { hidden } from './chosen-sheets.ts';
import { type DocumentMode, modeOfType } from './document-mode.ts';
import { isFrame, isSheetOwner, isTextarea, math, type PageNode, svg } from './model.ts';
import { numberOf, pairOf, textOf } from './plain.ts';
import { saysCss, shownChildren, shownCss } from './shown.ts';

/** A node as rrweb's events tell it. */
export type ToldNode = { type: number; id: number; [field: string]: unknown };

/** rrweb's `NodeType`. */
const types = { document: 0, doctype: 1, element: 2, text: 3, comment: 5 } as const;
/** A player builds a tree by recursion: what is deeper it is told one by one. */
const maxDepth = 1_000;

/** Hears of each node just before it is told. */
export type OnTold = (node: PageNode) => void;

/** A node without what it holds, as a player takes added nodes. */
export function tellAlone(node: PageNode, rootNumber: number | undefined, inShadow: boolean): ToldNode {
  const place = {
    ...(rootNumber === undefined ? {} : { rootId: rootNumber }),
    ...(inShadow ? { isShadow: true } : {}),
  };
  const id = node.number;
  if (node.kind === 'text') {
    const isStyle = node.parent?.tag === 'style' && node.parent.namespace === 0;
    const textContent = isStyle ? node.assets.css(node.text) : node.text;
    return { type: types.text, id, textContent, ...(isStyle ? { isStyle } : {}), ...place };
  }
  if (node.kind === 'comment') return { type: types.comment, id, textContent: '', ...place };
  if (node.kind === 'doctype') {
    const { tag: name, publicId, systemId } = node;
    return { type: types.doctype, id, name, publicId, systemId, ...place };
  }
  if (node.kind === 'document') return { type: types.document, id, childNodes: [], ...compatModeOf(node) };
  return {
    ...{ type: types.element, id, tagName: tagOf(node), attributes: attributesOf(node), childNodes: [] },
    ...(node.namespace === svg ? { isSVG: true } : {}),
    ...(node.namespace === 0 && customName.test(node.tag) && !notCustom.test(node.tag) ? { isCustom: true } : {}),
    ...(node.states.has(':blocked') ? { needBlock: true } : {}),
    ...(node.children[0]?.kind === 'shadow' && shownChildren(node).length > 0 ? { isShadowHost: true } : {}),
    ...place,
  };
}

/**
 * A node with all that it holds; documents in frames are told by themselves.
 *
 * @param inner - It is the document of a frame: all that is in it says so.
 * @param deepest - Takes the nodes whose children are too deep to be told with it.
 */
export function tellWhole(root: PageNode, inner: boolean, onTold: OnTold, deepest: PageNode[]): ToldNode {
  const tell = (node: PageNode, inShadow: boolean, isSealed: boolean, depth: number): ToldNode => {
    onTold(node);
    node.sealed = isSealed;
    const told = tellAlone(node, inner && node !== root ? root.number : undefined, inShadow);
    if (isFrame(node)) return told;
    if (depth >= maxDepth) {
      deepest.push(node);
      return told;
    }
    const childNodes: ToldNode[] = [];
    for (const child of shownChildren(node))
      if (child.kind === 'shadow') {
        onTold(child);
        for (const within of shownChildren(child)) childNodes.push(tell(within, true, true, depth + 1));
      } else childNodes.push(tell(child, false, isSealed, depth + 1));
    return 'childNodes' in told ? { ...told, childNodes } : told;
  };
  return tell(root, false, inner, 0);
}

/** Where it may be another one than its type says. */
function compatModeOf(node: PageNode): { compatMode?: string } {
  const mode = modeOf(node);
  if (mode === 'quirks') return { compatMode: 'BackCompat' };
  return mode === 'standards' && node.parent ? { compatMode: 'CSS1Compat' } : {};
}

/** By its type, which is told as well; that of `srcdoc` goes by the standards, and says so itself where it has no type. */
export function modeOf({ states, children, parent }: PageNode): DocumentMode {
  if (states.has(':mode') || children.length === 0) return 'standards';
  const type = children.find(({ kind }) => kind === 'doctype');
  if (type && parent?.attributes.has('srcdoc')) return 'standards';
  return modeOfType(type && { ...type, name: type.tag });
}

const customName = /^[a-z][a-z0-9._]*-[a-z0-9._-]*$/;
const notCustom = /^(annotation-xml|color-profile|font-face(-src|-uri|-format|-name)?|missing-glyph)$/;

/** As every browser takes one for an element of HTML: what word processors paste has a colon (`o:p`), and own elements any letters. */
export const tagOfDocument =
  /^[a-z][\w.:\-\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c-\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]*$/iu;

/** A parser takes other names as well (`<b,c>`, of a text that was put into the markup as it is), of elements that stand in a line. */
function tagOf({ tag, namespace }: PageNode): string {
  if (tagOfDocument.test(tag)) return tag;
  return namespace === svg ? 'g' : namespace === math ? 'mrow' : 'x';
}

/** Attributes, and states in the attributes by which rrweb's player knows them. */
export function attributesOf(node: PageNode): Record<string, unknown> {
  const told: Record<string, unknown> = {};
  for (const [name, value] of node.attributes) {
    const shown = shownAttribute(node, name, value);
    if (shown !== undefined) told[name] = shown;
    Object.assign(told, addressOf(node, name));
  }
  const { states } = node;
  if (isTextarea(node)) told.value = '';
  const css = shownCss(node);
  if (css !== null) told._cssText = node.assets.css(css);
  for (const [name, value] of states) Object.assign(told, stateAttributes(node, name, value));
  Object.assign(told, firstOf(node));
  if (!('multiple' in told)) return told;
  // Chromium forgets the addresses in a field that takes several where they come after it was told so.
  const { multiple, ...others } = told;
  return { ...others, multiple };
}

/** What a field or an option was at first: style sheets go by it, and what is told in its place is what it is. */
export function firstOf({ tag, attributes }: PageNode): Record<string, string | null> {
  const name = tag === 'input' ? 'checked' : tag === 'option' ? 'selected' : '';
  return name ? { [`sg_${name}`]: attributes.has(name) ? '' : null } : {};
}

/** An attribute as it is told; undefined: not at all, since a state stands for it, or a player would take it for its own. */
export function shownAttribute(node: PageNode, name: string, value: string | null): string | null | undefined {
  if (name === '__proto__' || /^(rr|sg)_/.test(name) || name === '_cssText') return undefined;
  // What these say is how a field was at first; how it is, its states say, or nothing: then it is not.
  if ((name === 'checked' && node.tag === 'input') || (name === 'selected' && node.tag === 'option')) return undefined;
  if (name === 'value' && node.states.has(':value')) return undefined;
  // Names that are hidden are the same, and of radio buttons of one name only one is chosen.
  if (name === 'name' && node.tag === 'input' && value?.includes(hidden)) return undefined;
  // Of those of one name a browser itself closes all but one, while it is still told which.
  if (name === 'name' && node.tag === 'details') return undefined;
  // By its title a browser would choose among sheets: what counts is told.
  if (name === 'title' && isSheetOwner(node)) return undefined;
  // A player would load the address once more. One that came counts, whatever its type became meanwhile.
  if (/^(href|rel|type)$/.test(name) && saysCss(node)) return undefined;
  if (name === 'src' && node.tag === 'img' && node.states.has(':natural')) return undefined;
  if (value !== null && showsPicture(node.tag, name)) return node.assets.at(value) ?? value;
  if (value !== null && saysLook(node, name)) return node.assets.css(value);
  // The stage opens popovers itself; a kind of its own could close the others.
  return name === 'popover' && value !== null ? 'manual' : value;
}

/** Whether the attribute may name drawings as a style sheet does: it is a style, or says a property of a drawing. */
export function saysLook({ namespace }: PageNode, name: string): boolean {
  return name === 'style' || (namespace === svg && look.test(name));
}
const look = /^(filter|mask|clip-path|fill|stroke|cursor|marker(-\w+)?)$/;

/**
 * The address of a picture: what is told in its place is the picture, and style sheets may go by where it was (`img[src$=".svg"]`). Behind `#`
 * stands a mark of the recorder's.
 */
export function addressOf(node: PageNode, name: string): Record<string, string | null> {
  if (!showsPicture(node.tag, name) || name.includes(':')) return {};
  return { [`sg_${name}`]: node.attributes.get(name)?.replace(/#.*/s, '') ?? null };
}

/** An attribute as it is to be set now: of an `img` by its state. */
export function shownNow(node: PageNode, name: string): string | null | undefined {
  const natural = node.states.get(':natural');
  if (name === 'src' && node.tag === 'img' && natural !== undefined) return pictureOf(node, natural);
  return shownAttribute(node, name, node.attributes.get(name) ?? null);
}

/** By the state `:checked`. */
export const isTicked = (value: unknown): boolean => value === true || value === 'both';
/** Undecided, by the same state. */
export const isMixed = (value: unknown): boolean => value === 'mixed' || value === 'both';

function stateAttributes(node: PageNode, name: string, value: unknown): Record<string, unknown> {
  const { tag } = node;
  switch (name) {
    case ':value':
      return tag === 'input' || tag === 'textarea' ? { value: textOf(value) } : {};
    case ':checked':
      return { ...(isTicked(value) ? { checked: true } : {}), ...(isMixed(value) ? { sg_mixed: '' } : {}) };
    case ':selected':
      return value === true ? { selected: true } : {};
    case ':open':
      return openAttributes(node, value);
    case ':scroll': {
      const [x, y] = pairOf(value);
      return { ...(x === 0 ? {} : { rr_scrollLeft: x }), ...(y === 0 ? {} : { rr_scrollTop: y }) };
    }
    case ':natural':
      return tag === 'img' ? { src: pictureOf(node, value) } : {};
    case ':blocked': {
      const [width, height] = pairOf(value);
      return { rr_width: `${width}px`, rr_height: `${height}px` };
    }
    case ':media':
      return mediaAttributes(value);
    case ':on':
      return value ? onAttribute(value) : {};
    case ':animated':
      return value ? animatedAttribute(value) : {};
    default:
      return {};
  }
}

/** What an `img` shows: its picture where it was kept, and else a box. */
export function pictureOf({ assets, attributes }: PageNode, natural: unknown): string {
  const [, , chosen] = Array.isArray(natural) ? (natural as unknown[]) : [];
  const picture = assets.at(chosen ?? attributes.get('src'));
  if (picture === undefined) return boxOf(natural);
  // One that was chosen for its density has more pixels of its own than it takes up.
  const place = 'width="100%" height="100%" preserveAspectRatio="none"';
  return chosen === undefined ? picture : drawingOf(natural, `<image ${place} href="${picture}"/>`);
}

/** A picture of nothing, in the size of one that was not recorded. */
function boxOf(size: unknown): string {
  return drawingOf(size, '<rect width="100%" height="100%" fill="#8883"/>');
}

function drawingOf(size: unknown, drawn: string): string {
  const [width, height] = pairOf(size);
  const start = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">`;
  return `data:image/svg+xml,${encodeURIComponent(`${start}${drawn}</svg>`)}`;
}

/** A dialog's `open` is an attribute of its own; how it is open, that a popover is, and what lies over what, no attribute says. */
export function openAttributes({ opened }: PageNode, value: unknown): Record<string, string | null> {
  const over = { sg_over: String(opened) };
  if (value === 'modal') return { open: '', rr_open_mode: 'modal', ...over };
  if (value === 'dialog') return { open: '', rr_open_mode: 'non-modal' };
  if (value === 'popover' || value === 'full') return { rr_open_mode: value, ...over };
  return {};
}

/** What no attribute says, as words in one: custom states by their name alone, as they were told before 23 November 2026. */
export function onAttribute(value: unknown): { sg_on: string | null } {
  return { sg_on: textOf(value).replace(/:state\(([\w-]+)\)/g, '$1') || null };
}

/** What scripts have animated, for a player to do the same. */
export function animatedAttribute(value: unknown): { sg_animated: string | null } {
  return { sg_animated: value ? JSON.stringify(value) : null };
}

function mediaAttributes(value: unknown): Record<string, unknown> {
  if (!Array.isArray(value)) return {};
  const [paused, at, volume, muted, rate] = value as unknown[];
  return {
    rr_mediaState: paused === false ? 'played' : 'paused',
    rr_mediaCurrentTime: numberOf(at),
    rr_mediaVolume: numberOf(volume, 1),
    rr_mediaMuted: muted === true,
    rr_mediaPlaybackRate: numberOf(rate, 1),
  };
}
