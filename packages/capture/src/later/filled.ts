import { pathPart } from '@sightglass/privacy';
import type { ResourceRecord } from '@sightglass/wire';
import { isHidden } from '../privacy/hidden.ts';
import type { Scene } from '../scene/scene.ts';
import { fieldLabels } from './field-labels.ts';
import { type Control, controls, fieldNameOf, formNameOf } from './forms.ts';
import { plainName } from './identity.ts';
import { actionOf } from './refusals.ts';
import type { Secrets } from './secrets.ts';

type Filled = NonNullable<ResourceRecord['filled']>[number];

const maxLeaves = 200;
const maxDepth = 6;
const maxFilled = 50;
const noValue = /^(button|submit|hidden|reset|image|color|password|range|checkbox|file)$/;

/**
 * Which parts of a body that is being sent soon after something was done stand in fields of the page, by equality and in memory alone; what
 * is told is what both are called. Two fields of one value, and two places of a body that hold it, tell nothing, save where the names agree.
 */
export function filledFrom(body: unknown, scene: Scene, secrets: Secrets): Filled[] {
  const leaves = actionOf(scene) ? leavesOf(body, scene) : [];
  if (!leaves[0]) return [];
  const sent = Map.groupBy(leaves, ({ value }) => value);
  const fields = fieldsByValue(secrets, sent);
  const filled: Filled[] = [];
  for (const [value, places] of sent) {
    for (const { at } of places) {
      const match = matchOf(at, places.length, fields.get(value) ?? []);
      if (match && !filled[maxFilled - 1])
        filled.push({ at, form: formNameOf(match, scene), field: fieldNameOf(match, scene) });
    }
  }
  return filled;
}

function matchOf(at: string, places: number, fields: Control[]): Control | undefined {
  const name = plainName(at);
  const named =
    places === 1 && !fields[1]
      ? fields
      : fields.filter((field) => [field.name, field.id].some((given) => given && name.endsWith(plainName(given))));
  return named[1] ? undefined : named[0];
}

/** Of those alone whose value is sent: what a field is called, which tells a secret one, takes long. */
function fieldsByValue(secrets: Secrets, sent: Map<string, unknown>): Map<string, Control[]> {
  const labelsOf = fieldLabels();
  const held = controls().filter(
    (field) =>
      !noValue.test(field.type) &&
      (field.type !== 'radio' || (field as HTMLInputElement).checked) &&
      sent.has(field.value.trim()) &&
      !isHidden(field) &&
      !secrets.isSecret(field, labelsOf(field)),
  );
  return Map.groupBy(held, ({ value }) => value.trim());
}

function leavesOf(body: unknown, scene: Scene): { at: string; value: string }[] {
  const leaves: { at: string; value: string }[] = [];
  function walk(value: unknown, at: string, depth: number): void {
    if (leaves.length >= maxLeaves || depth > maxDepth) return;
    if (Array.isArray(value)) for (const item of value.slice(0, 20)) walk(item, `${at}[]`, depth + 1);
    else if (typeof value === 'object' && value)
      for (const [key, inside] of Object.entries(value).slice(0, 100))
        walk(inside, (at && `${at}.`) + pathPart(key, scene.known), depth + 1);
    else if (at && /^(st|n)/.test(typeof value)) {
      const text = `${value}`.trim();
      if (text) leaves.push({ at: at.slice(0, 256), value: text });
    }
  }
  walk(body, '', 0);
  return leaves;
}
