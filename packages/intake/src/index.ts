import { datadog } from './datadog/index.ts';
import type { ForeignFormat } from './foreign/index.ts';
import { rrweb } from './rrweb/index.ts';
import { sentry } from './sentry/index.ts';
import { sightglass } from './sightglass/index.ts';

export type { About } from './clock.ts';
export { createReplayLifter, type ReplayLifter } from './datadog/replay/lifter.ts';
export type { BadEnvelope, DecodedRecords, DecodedSegment, Judged, Notes, NumberedRecord } from './decoded.ts';
export { createDevices, type Device } from './device.ts';
export * from './foreign/index.ts';
export type { Format } from './format.ts';
export * from './issue/index.ts';
export * from './json/index.ts';
export { openParcels, type Parcel } from './sightglass/parcels.ts';
export { decodeRecords, judgeRecords } from './sightglass/records.ts';
export { decodeSegment } from './sightglass/segment.ts';

/** Our own SDK's doors, with what each takes. */
export const formats = { ...sightglass };
export type FormatName = keyof typeof formats;

/** The doors of other SDKs. A format is one folder and one line here; its name is its door's in the journal. */
export const foreignFormats = { datadog, sentry, rrweb } as const satisfies Record<string, ForeignFormat>;
export type ForeignName = keyof typeof foreignFormats;
