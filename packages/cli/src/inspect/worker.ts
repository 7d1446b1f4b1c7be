/** Reads a release in a thread of its own, so that a hostile script or map costs its bound and nothing else. */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type BundleFile, decodeIndex, type InspectAbout, inspect } from '@sightglass/bundle';

const { files, about } = workerData as { files: BundleFile[]; about: InspectAbout }; // `readInWorker` sends no other
const index = decodeIndex(readFileSync(new URL(import.meta.resolve('@sightglass/bundle/third-party.bin'))));
parentPort?.postMessage(inspect(files, index, about));
