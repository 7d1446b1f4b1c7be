import { type LiveMessage, limits, liveMessage } from '@sightglass/wire';

export type LiveState = 'connecting' | 'open' | 'waiting';

/** Who hears a line. */
export interface Listener {
  tell(message: LiveMessage): void;
  /**
   * From here on everything is told; what came before may have gone unheard and has to be asked for. Called when the line opens, each
   * time that it opens again, and at once for those who begin to listen to an open one.
   *
   * @param quietMs - For so long nothing was stored or erased: what was asked since then knows all of it. 0: who knows.
   */
  caughtUp(quietMs: number): void;
  changed(state: LiveState): void;
}

export interface Line {
  /** @returns how to stop listening. */
  listen(listener: Listener): () => void;
  listeners(): number;
  stop(): void;
}

/** What the browser gives; a test gives something smaller. */
export interface LineParts {
  connect(): Pick<EventTarget, 'addEventListener'> & Pick<EventSource, 'close' | 'readyState'>;
  /** Calls back when the page may have slept: shown again, thawed, back on the network. @returns how to stop. */
  onWake(woke: () => void): () => void;
  /** Milliseconds since 1970: a clock that goes on while the computer sleeps. */
  now(): number;
}

const types = ['session', 'segment', 'stored', 'erased', 'issue', 'here'] as const satisfies LiveMessage['type'][];
/** After an answer that is no stream (signed out, server stopping) the browser gives up; we ask again, less and less often. */
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
/** A connection can die without a word (a laptop that slept, a router that forgot). Two signs of life missed, and it is made anew. */
const silentMs = 2.5 * limits.liveSignMs;
const closed = 2; // EventSource.CLOSED, which only browsers have

/** One connection to a live door, which comes back by itself, and tells when something may have been missed. */
export function startLine({ connect, onWake, now }: LineParts): Line {
  const listening = new Set<Listener>();
  let state: LiveState = 'connecting';
  let waitMs = firstWaitMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: ReturnType<LineParts['connect']>;
  let heardAt = now();
  /** From the first word of a line that stands. */
  let isCaughtUp = false;

  const watch = setInterval(renewSilent, limits.liveSignMs);
  const forgetWakes = onWake(woke);
  open();

  function open(): void {
    const mine = connect();
    source = mine;
    heardAt = now();
    // What a connection says after it was given up is not for us.
    const heed = (hear: (event: Event) => void) => (event: Event) => {
      if (source !== mine) return;
      heardAt = now();
      hear(event);
    };
    mine.addEventListener('open', heed(opened));
    mine.addEventListener('error', heed(lost));
    for (const type of types) mine.addEventListener(type, heed(hear));
  }

  function opened(): void {
    waitMs = firstWaitMs;
    become('open');
  }

  function lost(): void {
    isCaughtUp = false;
    become('waiting');
    if (source.readyState !== closed) return; // the browser itself connects again
    clearTimeout(timer);
    timer = setTimeout(open, waitMs);
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }

  function hear(event: Event): void {
    const heard = liveMessage.safeParse(parse((event as MessageEvent<string>).data)); // events of these types carry text
    if (!heard.success) return; // of a newer server: what we do not know we do not show
    const message = heard.data;
    if (message.type !== 'here' || message.quietMs === undefined) {
      for (const listener of listening) listener.tell(message);
      return;
    }
    isCaughtUp = true;
    for (const listener of listening) listener.caughtUp(message.quietMs);
  }

  function renewSilent(): void {
    if (now() - heardAt >= silentMs) renew();
  }

  /** Whoever looks again does not want to wait for a try that was put off. */
  function woke(): void {
    if (source.readyState === closed) renew();
    else renewSilent();
  }

  function renew(): void {
    clearTimeout(timer);
    source.close();
    isCaughtUp = false;
    become('waiting');
    open();
  }

  function become(next: LiveState): void {
    state = next;
    for (const listener of listening) listener.changed(next);
  }

  return {
    listen(listener) {
      listening.add(listener);
      listener.changed(state);
      if (isCaughtUp) listener.caughtUp(0);
      return () => listening.delete(listener);
    },
    listeners: () => listening.size,
    stop() {
      clearTimeout(timer);
      clearInterval(watch);
      forgetWakes();
      source.close();
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a line cut short: dropped, as one we do not know
  }
}
