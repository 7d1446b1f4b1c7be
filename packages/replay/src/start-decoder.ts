import type { Decoder } from './decoder.ts';
import { callDecoder, type Line } from './decoder-line.ts';

/** A decoder in a worker of its own. A file by itself, since how a worker's script is named is the bundler's affair. */
export function startDecoder(): Decoder {
  return callDecoder(new Worker(new URL('./decoder-worker.ts', import.meta.url), { type: 'module' }) as Line);
}
