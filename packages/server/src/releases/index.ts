export { createReleaseCode } from './create.ts';
export { type CodeOfRelease, type ReleaseCode, withoutSources } from './face.ts';
export { createUploads, type Uploads } from './uploads.ts';
