import type { Decoder } from './decoder.ts';
import { callDecoder, type Line } from './decoder-line.ts';

/** A decoder in a worker of its own, where the bundler knows modules and their addresses (Vite does). */
export function startDecoder(): Decoder {
  return callDecoder(new Worker(new URL('./decoder-worker.ts', import.meta.url), { type: 'module' }) as Line);
}
