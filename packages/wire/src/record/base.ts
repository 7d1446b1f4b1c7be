import { z } from 'zod';
import { browserId, epochMs } from '../ids.ts';
import { maxNameChars, maxPathChars, maxTextChars } from '../limits.ts';

export const name = z.string().max(maxNameChars);
export const text = z.string().max(maxTextChars);
/** A path whose id-like segments are already placeholders such as `{integer}`; never a query string or a fragment's value. */
export const path = z.string().max(maxPathChars);
export const durationMs = z
  .number()
  .min(0)
  .max(7 * 24 * 3_600_000);

/**
 * What every record carries. `at` is the browser's clock when the thing began. `view` is absent only before the first view.
 * A record's identity is (session, tab, number in tab), which the batch supplies: no random id per record.
 */
export const common = {
  at: epochMs,
  view: browserId.optional(),
  route: path.optional(),
};
