import { type Fields, isFields } from './fields.ts';

/** Parts that an update tells anew as a whole. */
const whole = new Set(['custom_timings', 'context', 'connectivity', 'usr', 'device', 'privacy', 'page_states']);
const maxDepth = 8;

/** A view with what a later `view_update` of it says: the difference only, where null takes a field away. Neither is changed. */
export function mergeUpdate(view: Fields, update: Fields, depth = 0): Fields {
  const merged: Fields = { ...view };
  for (const [key, value] of Object.entries(update)) {
    if (key === 'type' || (key === 'date' && depth === 0)) continue;
    const before = merged[key];
    if (value === null) delete merged[key];
    else if (isFields(value) && isFields(before) && !whole.has(key) && depth < maxDepth)
      merged[key] = mergeUpdate(before, value, depth + 1);
    else merged[key] = value;
  }
  return merged;
}
