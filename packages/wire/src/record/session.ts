import { z } from 'zod';
import { common, name, path } from './base.ts';

/** A session begins in a browser: what the browser says of itself, once. */
export const sessionRecord = z.object({
  ...common,
  kind: z.literal('session'),
  userAgent: z.string().max(512),
  viewport: z.object({ width: z.number().int(), height: z.number().int() }),
  /** Absent where a foreign SDK does not tell. */
  screen: z.object({ width: z.number().int(), height: z.number().int(), pixelRatio: z.number() }).optional(),
  language: name,
  timeZone: name,
  /** Host only; the path of another site is none of ours. */
  referrerHost: name.optional(),
  entryPath: path,
  /** False when this session was drawn out of the replay sample. */
  replay: z.boolean(),
});
