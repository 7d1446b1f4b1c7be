export { callFingerprint, fingerprintOf } from './fingerprint.ts';
export { type Grouped, groupingOf, type ReadFrame } from './key.ts';
export { isSdk, issueOf } from './raw-key.ts';
export { isNative, messageTemplate } from './template.ts';
