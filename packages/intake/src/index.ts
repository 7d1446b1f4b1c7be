import { sightglass } from './sightglass/index.ts';

export type { About } from './clock.ts';
export type { BadEnvelope, DecodedRecords, DecodedSegment, Judged, Notes, NumberedRecord } from './decoded.ts';
export { createDevices, type Device } from './device.ts';
export * from './foreign/index.ts';
export type { Format } from './format.ts';
export { issueOf } from './issue.ts';
export * from './json/index.ts';
export { decodeRecords, judgeRecords } from './sightglass/records.ts';
export { decodeSegment } from './sightglass/segment.ts';

/** Every door of the intake with what it takes. A foreign SDK's format is a folder of its own and a line here. */
export const formats = { ...sightglass };
export type FormatName = keyof typeof formats;
