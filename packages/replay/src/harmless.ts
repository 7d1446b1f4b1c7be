import { drawingIn, modeOfType, pictureCommands, pictureIn, tagOfDocument } from '@sightglass/segment';
import type { ReplayEvent } from '@sightglass/wire';
import { framesetChange, framesetName, framesetStyle } from './framesets.ts';
import { harmlessAttributes, scheme } from './harmless-attributes.ts';
import { harmlessCss } from './harmless-css.ts';
import { standInMark, standInTagFor } from './stand-ins.ts';

/**
 * A recorded event as it may be shown: no script, no reference that fetches or navigates, no name that a document refuses.
 * `null` for what is left out: events of no known kind or shape, and those (fonts, drawing but of a picture, media, plugins) that a
 * player can only carry out in the dashboard's own realm or with a fetch.
 *
 * @param isDark - The visitor preferred a dark colour scheme.
 * @param tags - Of nodes that hold style sheets or show pictures, noted from one event to the next: a change of a text or an attribute does not
 * say what it is of.
 */
export function harmless(event: unknown, isDark = false, tags: Map<number, string> = new Map()): ReplayEvent | null {
  try {
    return judge(event, { isDark, tags });
  } catch {
    return null; // nested past any real page, or a getter of foreign make: the event is counted as refused
  }
}

type Fields = Record<string, unknown>;

interface Known {
  isDark: boolean;
  /** By id: `style` elements and the texts in them, pictures and parts of others in drawings, and framesets with what they hold. */
  tags: Map<number, string>;
}

function judge(event: unknown, known: Known): ReplayEvent | null {
  if (!isFields(event)) return null;
  const { type, timestamp, data } = event;
  if (typeof type !== 'number' || typeof timestamp !== 'number' || !Number.isFinite(timestamp)) return null;
  if (type === 0 || type === 1) return { type, timestamp, data: {} };
  if (!isFields(data)) return null;
  if (type === 2) return snapshot(timestamp, data, known);
  if (type === 3) return incremental(timestamp, data, known);
  if (type === 4) {
    const width = Number(data.width);
    const height = Number(data.height);
    const dark = data.dark === true ? { dark: true } : {};
    if (!(width > 0 && height > 0)) return null;
    return { type, timestamp, data: { href: words(data.href), width, height, ...barIn(data), ...dark } };
  }
  // It is looked into where it is shown.
  if (drawingIn({ type, data })) return { type, timestamp, data };
  return null;
}

/** Of a page of which nobody says what its scroll bar takes, nothing is said. None takes more than that. */
function barIn({ bar }: Fields): { bar: number | undefined } {
  return { bar: typeof bar === 'number' ? Math.max(0, Math.min(Math.round(bar) || 0, 64)) : undefined };
}

function snapshot(timestamp: number, data: Fields, known: Known): ReplayEvent | null {
  known.tags.clear();
  const given = isFields(data.node) && data.node.type === nodeType.document ? data.node : null;
  const node = given && harmlessNode(given, { ...known, seen: new Set() });
  if (node === null) return null;
  const offset = isFields(data.initialOffset) ? data.initialOffset : {};
  const initialOffset = { top: Number(offset.top) || 0, left: Number(offset.left) || 0 };
  return { type: 2, timestamp, data: { node, initialOffset } };
}

function incremental(timestamp: number, data: Fields, known: Known): ReplayEvent | null {
  const change = changes[Number(data.source)]?.(data, known);
  return change ? { type: 3, timestamp, data: change } : null;
}

/** By rrweb's `IncrementalSource`. What has no entry is not shown: media, fonts, logs, custom elements. */
const changes: Record<number, (data: Fields, known: Known) => Fields | null> = {
  0: mutation,
  1: kept,
  2: kept,
  3: kept,
  4: (data) => (Number(data.width) > 0 && Number(data.height) > 0 ? { ...data, ...barIn(data) } : null),
  5: (data) => ({ ...data, text: words(data.text) }),
  6: kept,
  8: (data, { isDark }) => ({
    ...data,
    ...('adds' in data ? { adds: list(data.adds).map((added) => rule(added, isDark)) } : {}),
    ...('replace' in data ? { replace: harmlessCss(words(data.replace), isDark) } : {}),
    ...('replaceSync' in data ? { replaceSync: harmlessCss(words(data.replaceSync), isDark) } : {}),
  }),
  9: (data) => {
    const picture = pictureIn(data);
    return picture && { source: 9, id: data.id, ...pictureCommands(picture) };
  },
  12: kept,
  13: (data, { isDark }) =>
    isFields(data.set) ? { ...data, set: { ...data.set, value: css(data.set.value, isDark) } } : data,
  14: kept,
  15: (data, { isDark }) => ({
    ...data,
    ...('styles' in data
      ? {
          styles: list(data.styles).map((style) => ({
            ...style,
            rules: list(style.rules).map((one) => rule(one, isDark)),
          })),
        }
      : {}),
  }),
};

function kept(data: Fields): Fields {
  return data;
}

function mutation(data: Fields, { isDark, tags }: Known): Fields {
  const tagOf = (id: unknown): string => tags.get(Number(id)) ?? '';
  const adds = list(data.adds).flatMap((add) => {
    const node = harmlessNode(add.node, { isDark, tags, seen: new Set() }, tagOf(add.parentId));
    return node === null ? [] : [{ ...add, node }];
  });
  return {
    ...data,
    adds,
    texts: list(data.texts).map((text) =>
      tagOf(text.id) === 'style'
        ? { ...text, value: css(text.value, isDark) }
        : { ...text, value: typeof text.value === 'string' ? withoutHeaps(text.value) : text.value },
    ),
    removes: list(data.removes),
    attributes: list(data.attributes).map((change) => ({
      ...change,
      attributes: isFields(change.attributes)
        ? harmlessAttributes(tagOf(change.id), framesetChange(tagOf(change.id), change.attributes), isDark)
        : {},
    })),
  };
}

const nodeType = { document: 0, doctype: 1, element: 2, text: 3, cdata: 4, comment: 5 };

/**
 * Elements that load, embed or run; shown as an empty box in the same place. `script` never shows. What plays stays what it is: without an
 * address it plays nothing, and looks as one does whose file has not come.
 */
const boxed = new Set(['applet', 'portal', 'fencedframe']);
/** Nor would these be seen: a box between others would take up a gap. */
const unseen = new Set(['param', 'base']);
const hidden = new Set(['script', 'noscript', 'template']);
/** What changes in them is judged by what they are. */
const remembered = new Set(['style', 'image', 'feimage', 'use', 'frameset', 'frame']);

interface About extends Known {
  /** Ids in this tree: a player takes a second node of the same id for the first, and moves that one. */
  seen: Set<number>;
}

function harmlessNode(given: unknown, about: About, within = ''): Fields | null {
  if (!isFields(given) || typeof given.id !== 'number' || !Number.isSafeInteger(given.id)) return null;
  const { type, id } = given;
  if (about.seen.has(id)) return null;
  about.seen.add(id);
  if (type === nodeType.text) {
    const textContent = words(given.textContent);
    const isCss = given.isStyle || within === 'style';
    if (isCss) about.tags.set(id, 'style');
    return { ...given, textContent: isCss ? harmlessCss(textContent, about.isDark) : withoutHeaps(textContent) };
  }
  if (type === nodeType.comment || type === nodeType.cdata)
    return { ...given, type: nodeType.comment, textContent: '' };
  if (type === nodeType.doctype) return { ...given, name: 'html', publicId: '', systemId: '' };
  if (type === nodeType.document) return harmlessDocument(given, about);
  if (type !== nodeType.element) return null;
  const recorded = words(given.tagName).toLowerCase();
  const silent = hidden.has(recorded);
  const told = isFields(given.attributes) ? given.attributes : {};
  const name = framesetName(recorded, told, within);
  if (remembered.has(recorded)) about.tags.set(id, name);
  const childNodes = silent
    ? []
    : list(given.childNodes).flatMap((child) =>
        // Only a document holds a type; one document in another would be written over it.
        child.type === nodeType.document || child.type === nodeType.doctype
          ? []
          : (harmlessNode(child, about, name) ?? []),
      );
  if (recorded === 'meta' && told.name === scheme) about.tags.set(id, scheme);
  const attributes = { ...told, ...framesetStyle(recorded, told, within) };
  const { isCustom: _, isShadowHost, ...rest } = given;
  const written = words(given.tagName);
  // In a drawing what stands before a colon is the name of a namespace, and there is one at most.
  const tagName = given.isSVG === true && written.includes(':') ? 'div' : tagFor(recorded, written, attributes);
  return {
    ...rest,
    ...(isShadowHost && given.isSVG !== true && canHost.test(tagName) ? { isShadowHost: true } : {}),
    tagName,
    // What stands for an `object`; a script may make an element of HTML's own that is called so, which draws nothing.
    ...(tagName === 'svg' && recorded !== 'svg' ? { isSVG: true } : {}),
    attributes: {
      ...(silent ? {} : harmlessAttributes(recorded, attributes, about.isDark)),
      ...standInMark(recorded),
    },
    childNodes,
  };
}

/**
 * One type, then one element, and nothing that no document holds: a single node too many would leave an empty page. Comments behind the element
 * stay, since what takes its place later is put before them, by their numbers.
 */
function harmlessDocument(given: Fields, about: About): Fields {
  const children = list(given.childNodes);
  const isRoot = ({ type, tagName }: Fields): boolean =>
    type === nodeType.element && words(tagName).toLowerCase() === 'html';
  const root = children.find(isRoot) ?? children.find(({ type }) => type === nodeType.element);
  const doctype = children.find(({ type }) => type === nodeType.doctype);
  const { compatMode, ...rest } = given;
  const behind = root ? children.slice(children.indexOf(root)).filter(({ type }) => type === nodeType.comment) : [];
  const byType = doctype && compatMode !== 'CSS1Compat' ? modeOfType(typeOf(doctype)) : 'standards';
  const mode = compatMode === 'BackCompat' ? 'quirks' : byType;
  if (mode === 'standards' || !root) {
    const childNodes = [doctype, root, ...behind].flatMap((child) => (child && harmlessNode(child, about)) ?? []);
    return { ...rest, childNodes };
  }
  // A player that finds no type writes one, by which the browser goes: none that is put there later counts.
  const node = harmlessNode(root, about);
  if (node === null) return { ...rest, childNodes: [] };
  const { xmlns: _, ...attributes } = isFields(node.attributes) ? node.attributes : {};
  const written = mode === 'limited' ? { ...attributes, xmlns } : attributes;
  const after = behind.flatMap((comment) => harmlessNode(comment, about) ?? []);
  return { ...rest, compatMode: 'BackCompat', childNodes: [{ ...node, attributes: written }, ...after] };
}

/** By which rrweb's player tells whether it is to write a type that is limited in its quirks, or one of before. */
const xmlns = 'http://www.w3.org/1999/xhtml';

function typeOf({ name, publicId, systemId }: Fields): { name: string; publicId: string; systemId: string } {
  return { name: words(name), publicId: words(publicId), systemId: words(systemId) };
}

/** Where a shadow root may be attached (DOM standard, `attachShadow`): anywhere else a browser throws. */
const canHost =
  /^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span|[a-z][a-z0-9._]*-[a-z0-9._-]*)$/;

function tagFor(recorded: string, written: string, attributes: Fields): string {
  const standIn = standInTagFor(recorded, attributes);
  if (standIn !== undefined) return standIn;
  if (unseen.has(recorded)) return 'template';
  if (boxed.has(recorded) || recorded === 'frameset') return 'div';
  if (!tagOfDocument.test(recorded)) return 'x';
  if (recorded === 'frame') return 'iframe';
  if (recorded === 'link') return typeof attributes._cssText === 'string' ? 'link' : 'template';
  return written;
}

function rule(given: Fields, isDark: boolean): Fields {
  return { ...given, rule: harmlessCss(words(given.rule), isDark) };
}

function css(value: unknown, isDark: boolean): unknown {
  return typeof value === 'string' ? harmlessCss(value, isDark) : value;
}

const mostHeaped = 500;

/** Marks that are heaped on one letter: a browser takes four times as long for twice as many, ten seconds for a hundred thousand. */
function withoutHeaps(text: string): string {
  return text.length > mostHeaped ? text.replace(/\p{M}+/gu, (marks) => marks.slice(0, mostHeaped)) : text;
}

/** Not by `String`: an object from outside says how it is to be called. */
function words(given: unknown): string {
  return typeof given === 'string' || typeof given === 'number' ? String(given) : '';
}

function list(given: unknown): Fields[] {
  return Array.isArray(given) ? given.filter(isFields) : [];
}

function isFields(given: unknown): given is Fields {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
