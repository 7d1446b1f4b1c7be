import type { ActionRecord } from '@sightglass/wire';
import { fieldsOf, firstOf, type Given, textOf } from './given.ts';
import { fieldPath, placeholderOf, scrubLabel } from './privacy/index.ts';
import { remember } from './remember.ts';

const maxTargetChars = 512;
/** Replay's masking leaves these and blanks. */
const masked = /^[*•\s]*$/;

/**
 * A CSS path as Sentry writes it (`form.bar > input#qty[name="qty"]`), without what attributes hold and without ids that are data.
 */
export const targetOf = remember(2_000, (path) =>
  path
    .slice(0, maxTargetChars)
    .replace(/\[([\w:-]+)=(?:"[^"]*"?|'[^']*'?|[^\]]*)\]?/g, '[$1]')
    .replace(/([#.])([\w-]+)/g, (whole, mark: string, word: string) =>
      word.split(/[-_]/).some((part) => placeholderOf(part)) ? `${mark}{id}` : whole,
    )
    .split(' > ')
    .map((step) => scrubLabel(step))
    .join(' > '),
);

/** Role and name of what a breadcrumb of the interface names: by the node that Replay adds, else by the path's last step. */
export function elementOf(crumb: Given): Pick<ActionRecord, 'role' | 'name'> {
  const node = fieldsOf(fieldsOf(crumb.data).node);
  const step = (textOf(crumb.message) ?? '').slice(-maxTargetChars).split(' > ').at(-1) ?? '';
  const told = { ...attributesOf(step), ...withTexts(fieldsOf(node.attributes)) };
  const tag = firstOf(textOf(node.tagName), /^[a-z][\w-]*/i.exec(step)?.[0]) ?? '';
  return { role: roleOf(tag.toLowerCase(), told), name: nameOf(told, textOf(node.textContent)) };
}

/** Attributes that Sentry's paths carry: type, name, title, alt, aria-label, and an id. */
function attributesOf(step: string): Record<string, string> {
  const found: Record<string, string> = {};
  if (step.includes('['))
    for (const [, name = '', value = ''] of step.matchAll(/\[(type|name|title|alt|aria-label)="([^"]*)"\]/g))
      found[name] = value;
  const id = /#([\w-]+)/.exec(step)?.[1];
  if (id !== undefined) found.id = id;
  return found;
}

function withTexts(attributes: Given): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (typeof value === 'string') texts[name] = value;
  }
  return texts;
}

/** What HTML makes of a tag, as ARIA in HTML says; '' where it says nothing. */
export function roleOf(tag: string, attributes: Record<string, string>): string {
  if (attributes.role !== undefined) return scrubLabel(attributes.role, 64);
  const type = attributes.type?.toLowerCase() ?? 'text';
  if (tag === 'a') return 'link';
  if (tag === 'button' || tag === 'summary') return 'button';
  if (tag === 'select') return 'combobox';
  if (tag === 'textarea') return 'textbox';
  if (tag === 'img') return 'img';
  if (tag !== 'input') return '';
  if (/^(button|submit|reset|image)$/.test(type)) return 'button';
  if (type === 'checkbox' || type === 'radio') return type;
  if (type === 'range') return 'slider';
  if (type === 'number') return 'spinbutton';
  return type === 'search' ? 'searchbox' : 'textbox';
}

/** What a person would call it, else what the developer calls it; '' where all of that is masked or absent. */
export function nameOf(attributes: Record<string, string>, text: string | undefined): string {
  const { name, id } = attributes;
  const said = [attributes['aria-label'], text, attributes.title, attributes.alt, attributes.placeholder];
  const called = [...said, attributes.testId, attributes['data-testid']].find(isShown);
  if (called !== undefined) return labelOf(called);
  if (isShown(name)) return codeName.test(name) ? fieldPath(name) : labelOf(name);
  return isShown(id) ? labelOf(id) : '';
}

/** What code calls a field, as our own SDK tells it. */
const codeName = /^[\w$:.[\]-]+$/;

const isShown = (text: string | undefined): text is string => text !== undefined && !masked.test(text);

/** Pages of one application have the same controls over and over. */
const labelOf = remember(5_000, (name) => scrubLabel(name));
