import type { ReplayLine } from '@sightglass/wire';

/**
 * NDJSON as it arrives, one replay line at a time. A line that is no JSON, or no segment, is left out and told to
 * `onDamaged`; the rest goes on.
 */
export async function* readLines(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  onDamaged: () => void = () => undefined,
): AsyncGenerator<ReplayLine> {
  const reader = bytes.getReader();
  const lines = createLines();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      for (const text of value ? lines.add(value) : lines.end()) {
        const line = parseLine(text);
        if (line === null) onDamaged();
        else yield line;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // already closed or broken: there is nothing left to release
  }
}

/** Texts of whole lines out of bytes as they come; empty lines are none. */
export function createLines(): { add(bytes: Uint8Array<ArrayBuffer>): string[]; end(): string[] } {
  let decoder = new TextDecoder();
  /** The line that has not ended yet, in pieces: a long one comes in hundreds. */
  let rest: string[] = [];

  function take(text: string): string[] {
    const pieces = text.split('\n');
    const unended = pieces.pop() ?? '';
    const [first] = pieces;
    if (first !== undefined) {
      pieces[0] = rest.join('') + first;
      rest = [];
    }
    rest.push(unended);
    return pieces.filter((piece) => piece.trim() !== '');
  }

  return {
    add: (bytes) => take(decoder.decode(bytes, { stream: true })),
    end() {
      const last = take(`${decoder.decode()}\n`);
      decoder = new TextDecoder();
      rest = [];
      return last;
    },
  };
}

/** `null`: no JSON, or no line of a replay. */
export function parseLine(text: string): ReplayLine | null {
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
