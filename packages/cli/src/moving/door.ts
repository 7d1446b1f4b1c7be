import type { IntakeAnswer } from '@sightglass/wire';
import { whyOf } from '../server.ts';

/** A door of the intake that takes what is old. */
export interface Door {
  origin: string;
  clientKey: string;
  /** An API token of an admin of the project: old times pass with it. */
  token: string;
  fetch: typeof fetch;
  /** Milliseconds. */
  wait(ms: number): Promise<void>;
}

/** What became of one body. A text: the door said no, and why. */
export type Posted =
  | {
      accepted: number;
      /** So many of them came before; undefined: the door does not tell. */
      known?: number;
      refused: Record<string, number>;
    }
  | string;

const maxTries = 6;

/** Posts a body, and again while the door is busy. */
export async function post(door: Door, path: string, query: Record<string, string>, body: string): Promise<Posted> {
  const url = `${door.origin}${path}?${new URLSearchParams({ key: door.clientKey, ...query })}`;
  for (let tries = 1; ; tries += 1) {
    const response = await door
      .fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-sightglass-backfill': door.token },
        body,
      })
      .catch((error: Error) => error);
    if (response instanceof Error) return `${door.origin} does not answer: ${whyOf(response)}`;
    const text = await response.text();
    if (response.ok) return readAnswer(text);
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || tries === maxTries) return problemOf(text) ?? `status ${response.status}`;
    await door.wait(Number(response.headers.get('retry-after')) * 1_000 || 400 * tries);
  }
}

/** Foreign doors answer without a body: what became of theirs stands in Settings → Intake. */
function readAnswer(text: string): Posted {
  if (text === '') return { accepted: 1, refused: {} };
  const { accepted, known, refused } = JSON.parse(text) as IntakeAnswer; // what our own doors answer
  const codes: Record<string, number> = {};
  for (const { code } of refused) codes[code] = (codes[code] ?? 0) + 1;
  return { accepted, known, refused: codes };
}

function problemOf(text: string): string | undefined {
  try {
    const { title, detail } = JSON.parse(text) as { title?: string; detail?: string }; // RFC 9457
    return [title, detail].filter(Boolean).join(': ') || undefined;
  } catch {
    return undefined; // not ours: a proxy's words
  }
}
