import type { RecorderParts } from './recorder.ts';

/** rrweb's own numbers: https://github.com/rrweb-io/rrweb/blob/master/packages/types/src/index.ts */
const fullSnapshot = 2;
const incremental = 3;
const meta = 4;
const source = { mutation: 0, input: 5, styleRule: 8, styleDeclaration: 13, adopted: 15 };
const nodeType = { element: 2, text: 3 };

const addressNames =
  /^(href|src|action|formaction|poster|data|cite|ping|background|longdesc|rr_src|xlink:href|manifest)$/;
const markNames = /^(data-|aria-value)/;
/** Values of `data-*` that style sheets select by; anything longer or odder is somebody's. */
const wordLike = /^([a-z]+([-_:][a-z]+){0,4}|true|false|\d{1,2}|)$/i;
const metaKept = /^(viewport|color-scheme|theme-color)$/;

interface Node_ {
  type: number;
  tagName?: string;
  attributes?: Record<string, unknown>;
  childNodes?: Node_[];
  textContent?: string;
  isStyle?: boolean;
}
type Loose = Record<string, unknown>;

/**
 * Takes out of an rrweb event what its recorder leaves open: values of checkboxes, radios, options and hidden fields, addresses with
 * their queries and ids, `data-*` attributes, `srcdoc`, data addresses, the title's data. Changes the event in place.
 */
export function cleanEvent<E extends { type: number; data: unknown }>(
  event: E,
  parts: RecorderParts,
  nodeOf: (id: number) => Node | null,
): E {
  const data = event.data as Loose;
  if (event.type === meta) data.href = parts.scrubUrl(String(data.href));
  else if (event.type === fullSnapshot) cleanNode(data.node as Node_, parts);
  else if (event.type === incremental) cleanIncrement(data, parts, nodeOf);
  return event;
}

function cleanIncrement(data: Loose, parts: RecorderParts, nodeOf: (id: number) => Node | null): void {
  if (data.source === source.mutation) {
    for (const { node } of data.adds as { node: Node_ }[]) cleanNode(node, parts);
    for (const text of data.texts as { id: number; value: string | null }[]) {
      const parent = nodeOf(text.id)?.parentElement?.localName;
      if (text.value) text.value = cleanText(text.value, parent ?? '', parts);
    }
    for (const { id, attributes } of data.attributes as { id: number; attributes: Loose }[])
      cleanAttributes((nodeOf(id) as Element | null)?.localName ?? '', attributes, parts);
  } else if (data.source === source.input) {
    const type = (nodeOf(Number(data.id)) as HTMLInputElement | null)?.type ?? '';
    if (/^(checkbox|radio)$/.test(type)) data.text = 'on';
  } else if (
    data.source === source.styleRule ||
    data.source === source.adopted ||
    data.source === source.styleDeclaration
  )
    cleanRules(data, parts);
}

function cleanNode(node: Node_, parts: RecorderParts, parent = ''): void {
  if (node.type === nodeType.text && node.textContent)
    node.textContent = node.isStyle ? cleanCss(node.textContent, parts) : cleanText(node.textContent, parent, parts);
  if (node.attributes) cleanAttributes(node.tagName ?? '', node.attributes, parts);
  for (const child of node.childNodes ?? []) cleanNode(child, parts, node.tagName);
}

function cleanText(text: string, parent: string, parts: RecorderParts): string {
  if (parent === 'textarea') return text.trim() ? '•••••' : text;
  // Nobody sees it where scripts run.
  if (parent === 'noscript') return '';
  if (parent === 'title') return parts.scrubTitle(text);
  if (parent === 'style') return cleanCss(text, parts);
  return parts.hideTyped(text);
}

function cleanAttributes(tag: string, attributes: Loose, parts: RecorderParts): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value !== 'string') continue;
    if (name === 'srcdoc' || name === 'nonce' || name.startsWith('on')) delete attributes[name];
    else if (name === 'value') attributes[name] = cleanValue(tag, value, attributes);
    else if (name === 'content') attributes[name] = metaKept.test(String(attributes.name)) ? value : '';
    else if (name === 'style' || name === '_cssText') attributes[name] = cleanCss(value, parts);
    else if (addressNames.test(name)) attributes[name] = cleanAddress(value, parts);
    else if (/srcset$/.test(name))
      attributes[name] = value.replace(/[^\s,]\S*(?=\s|$|,)/g, (part) =>
        /^\d+(\.\d+)?[wx],?$/.test(part) ? part : cleanAddress(part, parts),
      );
    else if (markNames.test(name) && name !== 'data-sightglass') attributes[name] = wordLike.test(value) ? value : '';
    else attributes[name] = parts.hideTyped(value);
  }
}

/** Texts of buttons stay; rrweb has masked what is typed, and the values of choices are for the application only. */
function cleanValue(tag: string, value: string, attributes: Loose): string {
  if (tag === 'input' && /^(submit|button|reset)$/.test(String(attributes.type))) return value;
  return tag === 'input' && !/^(checkbox|radio|hidden)$/.test(String(attributes.type))
    ? value
    : tag === 'textarea' || tag === 'select'
      ? value
      : '';
}

function cleanAddress(url: string, parts: RecorderParts): string {
  if (/^#[\w-]*$/.test(url) || url === '') return url;
  return parts.scrubUrl(url);
}

function cleanCss(css: string, parts: RecorderParts): string {
  return css.replace(
    /url\(\s*(["']?)(?!data:|#)([^"')]+)\1\s*\)/gi,
    (_, quote: string, url: string) => `url(${quote}${parts.scrubUrl(url)}${quote})`,
  );
}

function cleanRules(data: Loose, parts: RecorderParts): void {
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'string') data[name] = cleanCss(value, parts);
    else if (typeof value === 'object' && value !== null) cleanRules(value as Loose, parts);
  }
}
