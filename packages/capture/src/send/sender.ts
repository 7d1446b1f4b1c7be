import type { IntakeAnswer, Problem } from '@sightglass/wire';
import type { Guard } from '../scene/guard.ts';
import { toJson } from '../scene/json.ts';
import { within } from '../scene/native.ts';
import { now } from '../scene/now.ts';
import type { Last } from './last.ts';
import type { Parcel } from './parcel.ts';

/** What waits in memory, in characters. */
const maxWaiting = 5 * 1024 * 1024;
/** `fetch` with `keepalive` and beacons share 64 KiB (Fetch standard, 4.6): half is the page's own, which may come after ours. */
const maxKeepalive = 32_000;
/** What is recorded after the first record of a page goes soon, and while somebody watches. */
const firstMs = 250;
const watchedMs = 300;
/** Else it is cut so often and kept in the browser, and every other time it goes, or where it is more than this: packed, it leaves room for what still comes. */
const restMs = 5_000;
const maxResting = 30_000;
/** Parcels in a request: mostly of some ten thousand characters each, before they are packed. */
const maxJoined = 20;
const firstRetryMs = 1_000;
const longestRetryMs = 5 * 60_000;
const requestTimeoutMs = 30_000;

type Answer = Response & { said: Partial<IntakeAnswer & Problem> };
type Bytes = Uint8Array<ArrayBuffer>;
type Body = readonly [door: string, body: Bytes];

export interface Sender {
  send(parcel: Parcel): void;
  /** Something is recorded, and is to go with all that comes in the next seconds. */
  wake(): void;
  /** The page may be about to go: hands the browser what fits, keeps the rest for the next visit. */
  leave(): void;
  /** Tries at once: the browser is online again. An intake that has answered that it cannot is not asked sooner for it. */
  resend(): void;
  stop(): void;
}

/** How a parcel is packed, and kept while it waits: plain and in memory at first, better when the means have come. */
export interface Means {
  pack(text: string): Promise<ArrayBuffer | string>;
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
  /** Ends what is being recorded and sends it; of a replay too, if nobody watches: its pieces are short then. */
  gather(replay: boolean): void;
  /** By how much this browser's clock is off, as far as the intake has said. */
  skewMs(): number | undefined;
  /** @param lost - After so many failures something had to be let go, of a replay mostly; 0: nothing. */
  onAnswer(said: Partial<IntakeAnswer>, lost: number): void;
  /** The intake wants nothing more from this page: key unknown or revoked, recording `off`, or the door is gone. */
  onRefused(off: boolean): void;
}

/**
 * Sends all that waits in one request, and one request at a time (docs/formats/sending.md says when). Network failures, 5xx and 429 are tried
 * again with growing, jittered waits; 401, 403, 404 and 410 end the sending; any other 4xx costs a parcel that was sent alone. Several that
 * are refused together go alone from then on: an older intake knows no door for them, or a proxy takes no body of that size. A parcel may
 * arrive twice: it carries its identity.
 */
export function createSender(parts: SenderParts): Sender {
  const { last, fetch, means } = parts;
  /** Records before replay, new before old. */
  let waiting: Parcel[] = [];
  let waitMs = firstMs;
  let cancel: (() => void) | undefined;
  /** The last cut was kept, and not sent. */
  let rested: boolean | undefined;
  let sending: boolean | undefined;
  let failures = 0;
  let healthy: boolean | undefined;
  /** Not all that was recorded while the intake was away fits: after so many failures. */
  let lost = 0;
  /** For requests that outlive the page; 0 where the intake takes nothing together. */
  let room = maxKeepalive;
  let stopped: boolean | undefined;
  // Before a page has something of its own in its place.
  const encoder = new TextEncoder();
  const bytesOf = (body: ArrayBuffer | string): Bytes =>
    typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body);

  /** Its text was made when it was cut, perhaps on an earlier visit; the intake needs to know when it is sent. */
  function stamped({ text }: Parcel): string {
    const stamp = toJson({ sentAt: now(), skewMs: parts.skewMs() });
    // By a text, not a pattern: the browser holds on to what a pattern was found in last.
    return text.replace('"sentAt":0', stamp.slice(1, -1));
  }

  const chars = (): number => waiting.reduce((sum, { text }) => sum + text.length, 0);

  function send(parcel: Parcel): void {
    if (stopped) return;
    // By the length of the name: to compare as people sort would have the browser read the tables of a language while the page is left.
    waiting = [parcel, ...waiting].sort((a, b) => a.door.length - b.door.length);
    while (chars() > maxWaiting) {
      waiting.pop();
      // Of an intake that answers: the page written anew would be as large again, and so on without end.
      lost ||= failures;
    }
    if (failures) means.keep(parcel);
    // Not at once: a page that is being left hands it over in the same breath.
    queueMicrotask(parts.guard.wrap(soon));
  }

  function soon(): void {
    if (healthy && room && waitMs === restMs && chars() <= maxResting) wake();
    else next();
  }

  function wake(): void {
    cancel ??= parts.after(waitMs, tick);
  }

  function tick(): void {
    cancel = undefined;
    parts.gather(waitMs === restMs);
    if (rested) next();
    else {
      rested = true;
      last.keep(waiting);
      waiting.forEach((parcel) => {
        means.pack(stamped(parcel)).then((packed) => {
          parcel.packed = packed;
        });
      });
      soon();
    }
  }

  function next(): void {
    // Old before new, as they would come one by one.
    const parcels = waiting.slice(0, room ? maxJoined : 1).reverse();
    // Else it is tried again when it is time.
    if (sending || (failures && cancel) || !parcels[0]) return;
    sending = true;
    rested = false;
    waitMs = restMs;
    // No answer: the network, a blocker or a policy. It is tried again.
    packed(parcels)
      .catch(() => undefined)
      .then(
        parts.guard.wrap((answer?: Answer) => {
          if (stopped) return;
          sending = false;
          settle(parcels, answer);
          soon();
        }),
      );
  }

  /** One after the other: what a page has in the place of `Promise` may know no `all`. */
  async function packed(parcels: Parcel[]): Promise<Answer> {
    const bodies: Body[] = [];
    for (const parcel of parcels) bodies.push([parcel.door, bytesOf(await means.pack(stamped(parcel)))]);
    return request(bodies);
  }

  /** `text/plain`, and gzip told by its first bytes: a plain request needs no preflight. Several as `parcelsHead` of the wire says. */
  async function request(bodies: Body[], keepalive?: boolean): Promise<Answer> {
    let [door, body] = bodies[0] as Body;
    if (bodies[1]) {
      door = 'parcels';
      body = bytesOf(`${toJson(bodies.map(([door, body]) => [door, body.length]))}\n`);
      for (const [, part] of bodies) {
        // Not by making a blob of them: the page would wait while the browser's own process is asked.
        const before = body;
        body = new Uint8Array(before.length + part.length);
        body.set(before);
        body.set(part, before.length);
      }
    }
    const answer = await fetch(`${parts.origin}/v1/${door}?key=${parts.key}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain' },
      keepalive,
      credentials: 'omit',
      // The page's address may hold what is nobody's business.
      referrerPolicy: 'no-referrer',
      // More each time: on a slow line what has gathered takes longer, and would never come through. Up to nine times as long: for one that never
      // answers everybody waits in vain.
      ...within(((failures % 9) + 1) * requestTimeoutMs),
    });
    const said: Answer['said'] = (await answer.json().catch(() => 0)) ?? 0;
    // A service worker, or somebody on the way, that has a page of its own for what it cannot reach: nothing has arrived.
    if (answer.ok && said.watched === undefined) throw 0;
    return Object.assign(answer, { said });
  }

  function settle(parcels: Parcel[], { status, ok, headers, said = {} }: Partial<Answer> = {}): void {
    healthy = ok;
    // A refusal is one that begins with 4.
    if (!ok && !/^4(?!08|29)/.test(`${status}`)) {
      const asked = Number(headers?.get('retry-after')) * 1_000 || 0;
      const grown = (firstRetryMs / 2) * 2 ** failures++ * (1 + Math.random());
      waiting.forEach(means.keep);
      again(Math.min(longestRetryMs, Math.max(asked, grown)));
      return;
    }
    failures = 0;
    if (parcels[1] && /4(04|13)/.test(`${status}`)) room = 0;
    else if (/4(0[134]|10)/.test(`${status}`)) parts.onRefused(said.code === 'recording_off');
    else drop(parcels);
    if (!ok) return;
    if (said.watched) {
      waitMs = watchedMs;
      again(waitMs);
    }
    parts.onAnswer(said, lost);
    lost = 0;
  }

  function again(ms: number): void {
    cancel?.();
    cancel = parts.after(ms, tick);
  }

  function drop(parcels: Parcel[]): void {
    waiting = waiting.filter((parcel) => !parcels.includes(parcel));
    parcels.forEach(means.remove);
    last.keep(waiting);
  }

  function leave(): void {
    const handed: Parcel[] = [];
    const bodies: Body[] = [];
    let used = room;
    // What was cut last holds the last click: it goes first.
    const unsure = waiting.filter((parcel) => {
      const body = bytesOf(parcel.packed ?? stamped(parcel));
      // One request that failed may be what the leaving itself broke off.
      if (failures > 1 || body.length > room) return true;
      room -= body.length;
      handed.push(parcel);
      bodies.push([parcel.door, body]);
      return !healthy || !navigator.onLine;
    });
    used -= room;
    last.keep(unsure);
    if (!handed[0]) return;
    waiting = waiting.filter((parcel) => !handed.includes(parcel));
    // A page's own `fetch` may fail with nothing at all.
    const done = parts.guard.wrap((answer?: Partial<Answer>) => {
      room += used;
      if (answer?.ok) drop(handed);
      else {
        // The page lives on: the ordinary way takes it up again, also after an error. By then a page that is left time and again has not asked each time.
        failures++;
        handed.forEach(send);
      }
    });
    request(bodies, true).then(done, done);
  }

  return {
    send,
    wake,
    leave,
    resend: () => healthy ?? again(0),
    stop() {
      stopped = true;
      waiting = [];
      last.keep(waiting);
    },
  };
}
