import { z } from 'zod';
import { intakeAnswer, refusal } from './batch.ts';
import { maxParcels } from './limits.ts';

/** What a page hands over: batches of records and segments of replay, each as its own door takes it. */
export const parcelDoors = ['records', 'segments'] as const;
export type ParcelDoor = (typeof parcelDoors)[number];

/**
 * The first line of a body at `POST /v1/parcels`, by which a page sends all that waits in one request: for each parcel the door that it
 * would else go to, and how many bytes it has. After the line feed they follow one upon the other, nothing between them, each packed or
 * not as it would be at that door.
 */
export const parcelsHead = z
  .array(z.tuple([z.enum(parcelDoors), z.number().int().min(0)]))
  .min(1)
  .max(maxParcels);
export type ParcelsHead = z.infer<typeof parcelsHead>;

/** The answer: 202 where at least one parcel was taken. `index`: the record or event; absent: the parcel as a whole was refused. */
export const parcelsAnswer = intakeAnswer.extend({
  refused: z.array(refusal.partial({ index: true }).extend({ parcel: z.number().int() })),
});
export type ParcelsAnswer = z.infer<typeof parcelsAnswer>;
