export { createReleaseCode } from './create.ts';
export { type CodeOfRelease, type ReleaseCode, withoutSources } from './face.ts';
export { type OwnFiles, ownFilesOf } from './release-files.ts';
export { startTidying } from './tidying.ts';
export { createUploads } from './uploads.ts';
