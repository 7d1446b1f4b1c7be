import type { Labels } from '../page/name.ts';

/**
 * The labels of each field of the document, for whoever asks many at once: asked for those of one, a browser looks through the whole page, which
 * for the 2,000 fields of a sheet takes a third of a second.
 */
export function fieldLabels(): (field: Element) => Labels {
  const labels = Map.groupBy(document.querySelectorAll('label'), ({ control }) => control);
  return (field) => labels.get(field as HTMLElement) ?? [];
}
