/** Reads a release in a thread of its own, so that a hostile script or map costs its bound and nothing else. */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { decodeIndex, inspect, isDocument } from '@sightglass/bundle';
import { gatherFiles } from './gather.ts';
import type { FromReader, ToRead } from './read.ts';

const { from, about } = workerData as ToRead; // `readInThread` sends no other
const tell = (message: FromReader) => parentPort?.postMessage(message);

const { files, left } = typeof from === 'string' ? gatherFiles(from) : { files: from, left: 0 };
const scripts = files.filter((file) => !isDocument(file.path)).length;
const length = files.reduce((sum, { text }) => sum + text.length, 0);
tell({ tell: 'gathered', gathered: { scripts, left, megabytes: length / 1e6 } });
const index = decodeIndex(readFileSync(new URL(import.meta.resolve('@sightglass/bundle/third-party.bin'))));
tell({ tell: 'read', inspection: inspect(files, index, about, (share) => tell({ tell: 'share', share })) });
