import { type DecodedRecords, type DecodedSegment, type Format, formats, readJson } from '@sightglass/intake';
import type { Numbered } from '../journal/index.ts';
import type { Unpacker } from '../receive/index.ts';

export type Opened = {
  format: Format;
  decoded: DecodedRecords | DecodedSegment;
  /** Keys that were dropped and texts that were replaced. */
  cleaned: { forbidden: number; replaced: number };
};

/** An acknowledged body, unpacked and decoded as the door did it. `reason`: it cannot be, and why, without a byte of it. */
export async function openEntry(entry: Numbered, unpacker: Unpacker): Promise<Opened | { reason: string }> {
  const format: Format = formats[entry.door];
  const bytes = await unpacker.unpack(entry.body, entry.encoding, format.maxUnpackedBytes);
  if (!Buffer.isBuffer(bytes)) return { reason: bytes.code };
  const read = readJson(bytes, format.json, (some) => (some as Buffer).toString('utf8')); // it is the buffer given here
  if ('fault' in read) return { reason: `${read.fault.code} at byte ${read.fault.at}` };
  const decoded = format.decode(read.value, entry);
  if ('code' in decoded)
    return { reason: `${decoded.code}: ${decoded.issues.map(({ path, message }) => `${path} ${message}`).join('; ')}` };
  return { format, decoded, cleaned: read.cleaned };
}
