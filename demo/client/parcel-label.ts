import type { Part } from './entities.ts';

/**
 * Tells the label printer how heavy a part is. It trusts that every part has a weight, which some never had and release
 * 1.1.0 took from all: the one fault that this desk has on purpose, so that there is an issue to look into.
 */
export async function prepareLabel(part: Part): Promise<void> {
  const { weightGrams } = part as Part & { weightGrams: number }; // the slip itself: nobody made sure that it is there
  document.body.dataset.label = `${part.partNo} ${weightGrams.toFixed(0)} g`;
}
