import {
  type DecodedRecords,
  type DecodedSegment,
  type ForeignFormat,
  type Format,
  foreignFormats,
  formats,
  type Lifted,
  readJson,
} from '@sightglass/intake';
import type { Door, Numbered } from '../journal/index.ts';
import { readHead, tools, type Unpacker } from '../receive/index.ts';

export type Opened = {
  format: Pick<Format, 'intake'>;
  decoded: DecodedRecords | DecodedSegment;
  /** Keys that were dropped and texts that were replaced. */
  cleaned: { forbidden: number; replaced: number };
};

/** The body of another SDK: everything that came out of it. */
export interface OpenedForeign {
  format: Pick<ForeignFormat, 'intake'>;
  lifted: Lifted;
  /** What is the same when the body comes again, where its batches and segments do not tell. */
  same: Uint8Array | undefined;
}

const foreign: Partial<Record<Door, ForeignFormat>> = foreignFormats;

/**
 * An acknowledged body, unpacked and decoded as the door did it. `reason`: it cannot be, and why, without a byte of it.
 *
 * @param recall - What earlier bodies of other SDKs left behind.
 */
export async function openEntry(
  entry: Numbered,
  unpacker: Unpacker,
  recall: (name: string) => string | undefined,
): Promise<Opened | OpenedForeign | { reason: string }> {
  const { door } = entry;
  if (door === 'records' || door === 'segments') return openOwn(entry, formats[door], unpacker);
  const format = foreign[door];
  return format === undefined ? { reason: 'no format of that name' } : openForeign(entry, format, unpacker, recall);
}

async function openOwn(entry: Numbered, format: Format, unpacker: Unpacker): Promise<Opened | { reason: string }> {
  const bytes = await unpacker.unpack(entry.body, entry.encoding, format.maxUnpackedBytes);
  if (!Buffer.isBuffer(bytes)) return { reason: bytes.code };
  const read = readJson(bytes, format.json, (some) => (some as Buffer).toString('utf8')); // it is the buffer given here
  if ('fault' in read) return { reason: `${read.fault.code} at byte ${read.fault.at}` };
  const decoded = format.decode(read.value, entry);
  if ('code' in decoded)
    return { reason: `${decoded.code}: ${decoded.issues.map(({ path, message }) => `${path} ${message}`).join('; ')}` };
  return { format, decoded, cleaned: read.cleaned };
}

async function openForeign(
  entry: Numbered,
  format: ForeignFormat,
  unpacker: Unpacker,
  recall: (name: string) => string | undefined,
): Promise<OpenedForeign | { reason: string }> {
  const head = readHead(entry);
  if (head === undefined) return { reason: 'its request is not known' };
  const bytes = await unpacker.unpack(entry.body, entry.encoding, format.maxUnpackedBytes);
  if (!Buffer.isBuffer(bytes)) return { reason: bytes.code };
  const lifted = format.decode(bytes, head, entry, { ...tools, recall });
  if ('reason' in lifted) return lifted;
  return { format, lifted, same: format.sameFrom && bytes.subarray(format.sameFrom(bytes)) };
}
