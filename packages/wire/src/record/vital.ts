import { z } from 'zod';
import { common, name, text } from './base.ts';

export const vitalName = z.enum(['LCP', 'INP', 'CLS', 'FCP', 'TTFB']);
export type VitalName = z.infer<typeof vitalName>;

/** One Web Vital of one page load, as web-vitals reports it: milliseconds, CLS without a unit. The last report of an `id` wins. */
export const vitalRecord = z.object({
  ...common,
  kind: z.literal('vital'),
  id: name,
  name: vitalName,
  value: z.number().min(0),
  rating: z.enum(['good', 'needs-improvement', 'poor']),
  navigation: name,
  /** Which element or interaction it is owed to, as a CSS path. */
  target: text.optional(),
  /** Parts of the value in milliseconds, by web-vitals' attribution names. */
  parts: z.record(name, z.number()).optional(),
});
