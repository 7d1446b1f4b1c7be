export { type Door, UploadFailed } from './upload/door.ts';
export { type BuiltFile, gatherFiles, gatherFolder } from './upload/gather.ts';
export { type Injected, injectDebugIds } from './upload/inject.ts';
export { type Progress, type Uploaded, type UploadOptions, upload } from './upload/upload.ts';
