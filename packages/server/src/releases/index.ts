export { createReleaseCode } from './create.ts';
export { type CodeOfRelease, type ReleaseCode, withoutSources } from './face.ts';
