import { z } from 'zod';

/** The first entry of a backup: tells whether the rest can be read before a byte of it is. */
export const manifest = z.object({
  format: z.literal(1),
  /** Of Sightglass, when the backup was made. */
  version: z.string(),
  /** Milliseconds since 1970. */
  madeAt: z.number(),
});
export type Manifest = z.infer<typeof manifest>;

export const manifestName = 'sightglass-backup.json';
