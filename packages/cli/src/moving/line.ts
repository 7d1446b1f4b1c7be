import { recordBatch, segment } from '@sightglass/wire';
import { z } from 'zod';

/**
 * An export is NDJSON: this head, then one body of the intake's own doors a line, as docs/formats/export.md says. Whatever can post a
 * line can bring it back.
 */
export const exportHead = z.object({ sightglass: z.literal('export'), v: z.literal(1), madeAt: z.number() });
export type ExportHead = z.infer<typeof exportHead>;

export const exportLine = z.union([z.object({ batch: recordBatch }), z.object({ segment })]);
export type ExportLine = z.input<typeof exportLine>;
