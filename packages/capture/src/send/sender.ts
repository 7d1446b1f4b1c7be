import type { IntakeAnswer, Problem } from '@sightglass/wire';
import type { Guard } from '../scene/guard.ts';
import { within } from '../scene/native.ts';
import type { Last } from './last.ts';
import type { Parcel } from './parcel.ts';

/** What waits in memory, in characters. */
const maxWaiting = 5 * 1024 * 1024;
/** `fetch` with `keepalive` and beacons share 64 KiB; room is left for the page's own. */
const maxKeepalive = 60_000;
const firstRetryMs = 1_000;
const longestRetryMs = 5 * 60_000;
const requestTimeoutMs = 30_000;

export interface Sender {
  send(parcel: Parcel): void;
  /** The page may be about to go: hands the browser what fits, keeps the rest for the next visit. */
  leave(): void;
  /** True while the intake does not answer: there is no point in cutting small batches. */
  waits(): boolean;
  /** Tries at once: the browser is online again. */
  retry(): void;
  stop(): void;
}

/** How a parcel is packed, and kept while it waits: plain and in memory at first, better when the means have come. */
export interface Means {
  pack(text: string): Promise<BodyInit>;
  keep(parcel: Parcel): void;
  remove(parcel: Parcel): void;
}

interface SenderParts {
  origin: string;
  key: string;
  fetch: typeof fetch;
  means: Means;
  last: Last;
  guard: Guard;
  after(ms: number, task: () => void): () => void;
  random: () => number;
  /** By how much this browser's clock is off, as far as the intake has said. */
  skewMs(): number | undefined;
  onAnswer(said: Partial<IntakeAnswer>): void;
  /** The intake wants nothing more from this page: key unknown or revoked, recording `off`, or the door is gone. */
  onRefused(off: boolean): void;
}

/**
 * Sends one parcel at a time, records before replay. Network failures, 5xx and 429 are tried again with growing, jittered waits; any
 * other 4xx costs that parcel; 401, 403, 404 and 410 end the sending. A parcel may arrive twice: it carries its identity.
 */
export function createSender(parts: SenderParts): Sender {
  const { origin, key, means, guard } = parts;
  const waiting: Parcel[] = [];
  const alive = new Set<Parcel>();
  let sending: Parcel | undefined;
  let failures = 0;
  let healthy = false;
  let stopped = false;
  let keepaliveBytes = 0;
  let cancelRetry: (() => void) | undefined;

  const urlOf = (parcel: Parcel): string => `${origin}/v1/${parcel.door}?key=${key}`;

  /** Its text was made when it was cut, perhaps on an earlier visit; the intake needs to know when it is sent. */
  function stamped({ text }: Parcel): string {
    const skewMs = parts.skewMs();
    return text.replace(/"sentAt":\d+/, `"sentAt":${Date.now()}${skewMs === undefined ? '' : `,"skewMs":${skewMs}`}`);
  }

  function send(parcel: Parcel): void {
    if (stopped) return;
    waiting.push(parcel);
    let size = 0;
    for (const { text } of waiting) size += text.length;
    while (size > maxWaiting) {
      // Replay is given up before records, old before new.
      const at = Math.max(
        0,
        waiting.findIndex(({ door }) => door === 'segments'),
      );
      size -= waiting.splice(at, 1)[0]?.text.length ?? size;
    }
    if (cancelRetry) means.keep(parcel);
    // Not at once: a page that is being left hands it over in the same breath.
    else queueMicrotask(next);
  }

  async function next(): Promise<void> {
    if (sending || cancelRetry || stopped) return;
    const free = waiting.filter((parcel) => !alive.has(parcel));
    sending = free.find(({ door }) => door === 'records') ?? free[0];
    if (!sending) return;
    const parcel = sending;
    const answer = await post(parcel);
    sending = undefined;
    if (stopped) return;
    await guard.run(() => settle(parcel, answer));
    void next();
  }

  async function post(parcel: Parcel): Promise<Response | undefined> {
    try {
      const body = await means.pack(stamped(parcel));
      return await request(parcel, body, within(requestTimeoutMs));
    } catch {
      // No answer: the network, a blocker or a policy. `settle` waits and tries again.
      return undefined;
    }
  }

  /** `text/plain`, and gzip told by its first bytes: a plain request needs no preflight. */
  function request(parcel: Parcel, body: BodyInit, init: RequestInit): Promise<Response> {
    const headers = { 'content-type': 'text/plain' };
    return parts.fetch(urlOf(parcel), { method: 'POST', body, headers, credentials: 'omit', ...init });
  }

  async function settle(parcel: Parcel, answer: Response | undefined): Promise<void> {
    const status = answer?.status ?? 0;
    healthy = answer?.ok ?? false;
    if ([401, 403, 404, 410].includes(status)) {
      const { code }: Partial<Problem> = (await answer?.json().catch(() => undefined)) ?? {};
      return parts.onRefused(code === 'recording_off');
    }
    if ([0, 408, 429].includes(status) || status > 499) return wait(answer);
    drop(parcel);
    failures = 0;
    if (!healthy || !answer) return;
    parts.onAnswer(await answer.json().catch(() => ({})));
  }

  function wait(answer: Response | undefined): void {
    const asked = Number(answer?.headers.get('retry-after')) * 1_000 || 0;
    const grown = Math.min(longestRetryMs, firstRetryMs * 2 ** failures++) * (0.5 + parts.random() / 2);
    for (const parcel of waiting) means.keep(parcel);
    cancelRetry = parts.after(Math.min(longestRetryMs, Math.max(asked, grown)), () => {
      cancelRetry = undefined;
      void next();
    });
  }

  function drop(parcel: Parcel): void {
    const at = waiting.indexOf(parcel);
    if (at >= 0) waiting.splice(at, 1);
    means.remove(parcel);
  }

  function leave(): void {
    if (stopped) return;
    // What was cut last holds the last click: it goes first, and records before segments, whose name is longer. To compare as people sort
    // would have the browser read the tables of a language while the page is being left.
    const parcels = [...waiting].reverse().sort((a, b) => a.door.length - b.door.length);
    const unsure = parcels.filter((parcel) => !handOver(parcel) || !healthy || !navigator.onLine);
    parts.last.keep(unsure);
  }

  /** True when the browser has taken it to send after the page is gone. */
  function handOver(parcel: Parcel): boolean {
    if (alive.has(parcel)) return true;
    const bytes = new Blob([parcel.text]).size;
    // Where the browser keeps no request alive (Firefox before 133), the next visit sends it.
    if (cancelRetry || keepaliveBytes + bytes > maxKeepalive || !('keepalive' in Request.prototype)) return false;
    alive.add(parcel);
    keepaliveBytes += bytes;
    const done = (answer?: Response): void => {
      alive.delete(parcel);
      keepaliveBytes -= bytes;
      // Still waiting and the page lives on: the ordinary way takes it up again.
      if (answer?.ok) drop(parcel);
      else void next();
    };
    request(parcel, stamped(parcel), { keepalive: true }).then(done, () => done());
    return true;
  }

  return {
    send,
    leave,
    waits: () => cancelRetry !== undefined,
    retry() {
      cancelRetry?.();
      cancelRetry = undefined;
      failures = 0;
      void next();
    },
    stop() {
      stopped = true;
      cancelRetry?.();
      waiting.length = 0;
    },
  };
}
