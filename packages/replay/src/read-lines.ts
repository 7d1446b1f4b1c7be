import type { ReplayLine } from '@sightglass/wire';

/**
 * NDJSON as it arrives, one replay line at a time. A line that is no JSON, or no segment, is left out and told to
 * `onDamaged`; the rest goes on.
 */
export async function* readLines(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  onDamaged: () => void = () => undefined,
): AsyncGenerator<ReplayLine> {
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const pieces = (rest + (value ?? '')).split('\n');
      rest = done ? '' : (pieces.pop() ?? '');
      for (const piece of pieces) {
        if (piece.trim() === '') continue;
        const line = parse(piece);
        if (line === null) onDamaged();
        else yield line;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // already closed or broken: there is nothing left to release
  }
}

function parse(text: string): ReplayLine | null {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null; // cut short on the way; the caller counts it
  }
  return isLine(given) ? given : null;
}

function isLine(given: unknown): given is ReplayLine {
  if (typeof given !== 'object' || given === null) return false;
  if ('text' in given) return 'value' in given && (given.value === null || typeof given.value === 'string');
  return 'gap' in given ? isPlaced(given.gap) : isPlaced(given) && 'events' in given && Array.isArray(given.events);
}

function isPlaced(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const { tab, page, seq, from, until } = given as Record<string, unknown>; // an object; each field is looked at
  const named = typeof tab === 'string' && typeof page === 'string';
  return named && typeof seq === 'number' && typeof from === 'number' && typeof until === 'number';
}
