import { openParcels, type Parcel } from '@sightglass/intake';
import { limits, type ParcelDoor, type ParcelsAnswer, type Refusal, SightglassError } from '@sightglass/wire';
import type { Entry } from '../journal/index.ts';
import type { Outcomes } from '../parts.ts';
import type { Admission } from './admission.ts';
import { encodingOf, type Unpacker } from './unpack.ts';
import type { Visit } from './visit.ts';

/** A body that its door would take, with what is said of it. */
export interface Taken {
  /** Absent: it is of a session that was erased, left over by an earlier page. It is dropped, and its sender goes on. */
  entry?: Pick<Entry, 'receivedAt' | 'sample' | 'encoding' | 'body'> & {
    /** Of sample data: what it is known by when it comes again. */
    identity?: string;
  };
  accepted: number;
  /** Of sample data alone: so many of them were here already. */
  known?: number;
  /** Without `index`: all of it. */
  refused: (Omit<Refusal, 'index'> & { index?: number })[];
  skewMs: number;
}

/** What the door of several parcels needs of the receiver. */
export interface ParcelsParts {
  admission: Pick<Admission, 'charge'>;
  unpacker: Unpacker;
  outcomes: Outcomes;
  /** The judgement of a parcel's own door. @throws {SightglassError} when nothing of it can be taken */
  judge(project: string, door: ParcelDoor, body: Buffer, packed: string | undefined, sample: boolean): Promise<Taken>;
  keep(visit: Visit, what: NonNullable<Taken['entry']>, door: ParcelDoor): Promise<void>;
}

/**
 * Takes the parcels of one body, each as its own door would: what is bad costs that parcel, is counted and named by its place. They stand in
 * the journal as entries of their own, and share one sync. Each counts as a request to the project's quota.
 *
 * @throws {SightglassError} what the sender is told where not one of them can be taken, or the journal takes nothing
 */
export async function takeParcels(
  visit: Visit,
  body: Buffer,
  sample: boolean,
  parts: ParcelsParts,
): Promise<Omit<ParcelsAnswer, 'watched'>> {
  const { admission, unpacker, outcomes } = parts;
  const encoding = encodingOf(visit.request.headers['content-encoding'], body);
  if (typeof encoding !== 'string') throw new SightglassError(encoding.code);
  const bytes = await unpacker.unpack(body, encoding, limits.maxParcelsBodyBytes);
  if (!Buffer.isBuffer(bytes)) throw new SightglassError(bytes.code);
  const opened = openParcels(bytes);
  if ('code' in opened) throw new SightglassError(opened.code, undefined, { issues: opened.issues });
  admission.charge(visit.project, opened.length - 1);

  const taken: (Taken & { door: ParcelDoor })[] = [];
  const faults: { door: ParcelDoor; error: SightglassError }[] = [];
  const said: Omit<ParcelsAnswer, 'watched'> = { accepted: 0, refused: [] };
  for (const [parcel, { door, body }] of opened.entries())
    try {
      const one = await parts.judge(visit.project, door, bufferOf(body), undefined, sample);
      taken.push({ door, ...one });
      said.accepted += one.accepted;
      if (one.known !== undefined) said.known = (said.known ?? 0) + one.known;
      said.skewMs = one.skewMs;
      said.refused.push(...one.refused.map((refusal) => ({ parcel, ...refusal })));
    } catch (error) {
      if (!(error instanceof SightglassError)) throw error;
      faults.push({ door, error });
      said.refused.push({ parcel, code: error.code, path: '' });
    }
  // What is dropped without ending anything stands back behind what its sender has to hear.
  if (taken.length === 0 || (faults.length > 0 && taken.every(({ entry }) => entry === undefined))) {
    for (const { door } of taken) outcomes.count(visit.project, door, 'erased', 1);
    // The first is counted where it is told.
    const [first, ...others] = faults;
    for (const { door, error } of others) outcomes.count(visit.project, door, error.code, 1);
    visit.door = first?.door ?? visit.door;
    throw first?.error ?? new SightglassError('empty');
  }
  await Promise.all(taken.map(({ door, entry }) => entry && parts.keep(visit, entry, door)));
  // Not before: what the journal does not take comes again, with these.
  for (const { door, entry } of taken) if (!entry) outcomes.count(visit.project, door, 'erased', 1);
  for (const { door, error } of faults) outcomes.count(visit.project, door, error.code, 1);
  return said;
}

function bufferOf({ buffer, byteOffset, byteLength }: Parcel['body']): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
