export type { Readings } from './readings.ts';
export {
  createReleaseBlobs,
  type Incoming,
  type RefusedBlob,
  type ReleaseBlobs,
  type TakenBlob,
} from './release-blobs.ts';
