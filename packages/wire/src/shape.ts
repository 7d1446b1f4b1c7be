import { z } from 'zod';
import { maxNameChars, maxShapeFields } from './limits.ts';

export const jsonType = z.enum(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']);
export type JsonType = z.infer<typeof jsonType>;

/** What a text looks like, told in the browser so that the text itself never leaves it. */
export const textFormat = z.enum([
  'uuid',
  'ulid',
  'integer',
  'number',
  'hex',
  'date',
  'date-time',
  'time',
  'email',
  'url',
  'path',
  'phone',
  'iban',
  'base64',
  'jwt',
  'language',
  'currency',
  'country',
  'code',
  'slug',
  'word',
  'sentence',
  'empty',
  'boolean',
]);
export type TextFormat = z.infer<typeof textFormat>;

/** Lengths only as buckets: `1` is 1 to 3, `4` 4 to 10, `11` to 40, `41` to 200, `201` more. */
export const lengthBucket = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(4),
  z.literal(11),
  z.literal(41),
  z.literal(201),
]);
export type LengthBucket = z.infer<typeof lengthBucket>;

/**
 * The shape of a JSON value, never the value: which types were seen, and for each what can be said without telling.
 * In an array the items' shapes are merged into one, and a field absent from some of them is `optional`.
 */
export interface Shape {
  types: JsonType[];
  /** For strings; absent when several formats were merged. */
  format?: TextFormat | undefined;
  /** For strings: the largest bucket seen. For arrays: of the number of items. */
  length?: LengthBucket | undefined;
  /** For numbers: floor(log2(|n|)), the largest seen; 0 for 0 and 1. */
  magnitude?: number | undefined;
  fields?: Record<string, Shape> | undefined;
  items?: Shape | undefined;
  optional?: true | undefined;
  /** Where a bound cut the walk. */
  truncated?: true | undefined;
  /** For strings of fields that hold a closed set by their name (`state`, `role`, …), where the text is a word of code: those seen, sorted. */
  values?: string[] | undefined;
  /** For arrays of a paged answer: the largest number of items seen. */
  count?: number | undefined;
}

export const shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    types: z.array(jsonType).min(1).max(7),
    format: textFormat.optional(),
    length: lengthBucket.optional(),
    magnitude: z.number().int().min(0).max(1_100).optional(),
    fields: z
      .record(z.string().max(maxNameChars), shape)
      .refine((fields) => Object.keys(fields).length <= maxShapeFields)
      .optional(),
    items: shape.optional(),
    optional: z.literal(true).optional(),
    truncated: z.literal(true).optional(),
    values: z.array(z.string().max(32)).max(12).optional(),
    count: z.number().int().min(0).max(100_000).optional(),
  }),
);

// It holds itself, so documents must be able to name it.
z.globalRegistry.add(shape, { id: 'Shape' });
