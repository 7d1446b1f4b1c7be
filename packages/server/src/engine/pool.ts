/** What an engine's session must do; chDB's `Session` does. */
export interface EngineSession {
  queryAsync(sql: string, options: { format: string }): Promise<EngineResult>;
  insert(rows: {
    table: string;
    values: Buffer;
    format: 'JSONEachRow';
    columns?: string[];
    settings?: Record<string, string | number>;
  }): Promise<{ rowsWritten: number; bytesWritten: number }>;
  close(): void;
}

export interface EngineResult {
  readonly rowsRead: number;
  readonly bytesRead: number;
  bytes(): Uint8Array;
}

/** Thrown when so many operations wait that another one would wait longer than its caller. */
export class PoolFull extends Error {}

export interface Pool {
  /**
   * Runs one operation on a session that nobody else uses meanwhile (a session is serial, and its settings are its own).
   *
   * @param asker - Whoever it is for, a project mostly: what one asks for does not starve another (FAULTS E65).
   * @throws {PoolFull}
   */
  use<T>(asker: string, operation: (session: EngineSession) => Promise<T>, signal?: AbortSignal): Promise<T>;
  stop(): Promise<void>;
}

export interface PoolBounds {
  /** Operations of one asker that wait; past it that asker hears {@link PoolFull}. */
  maxWaiting: number;
  /** Of all askers together; past it whoever has most of them gives way. */
  maxWaitingOfAll: number;
  /** Sessions that one asker may hold at a time. Fewer than there are: then nobody waits for the long questions of one other. */
  maxHeld: number;
}

interface Waiting {
  start(session: EngineSession): void;
  refuse(error: unknown): void;
}

interface Asker {
  held: number;
  waiting: Waiting[];
}

/** Sessions for one kind of work. The next one goes to the asker who holds fewest, in whose queue the first come is served first. */
export function createPool(sessions: readonly EngineSession[], bounds: PoolBounds): Pool {
  const free = [...sessions];
  /** Those who hold a session or wait for one; who was served last stands last. */
  const askers = new Map<string, Asker>();
  const running = new Set<Promise<unknown>>();

  async function use<T>(
    name: string,
    operation: (session: EngineSession) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const asker = askers.get(name) ?? { held: 0, waiting: [] };
    askers.set(name, asker);
    try {
      const session = asker.held < bounds.maxHeld ? free.pop() : undefined;
      // Counted where it is given, so that nobody is given two in the same turn.
      if (session !== undefined) asker.held += 1;
      return await run(asker, session ?? (await turn(asker, signal)), operation);
    } finally {
      if (asker.held === 0 && asker.waiting.length === 0) askers.delete(name);
    }
  }

  async function run<T>(
    asker: Asker,
    session: EngineSession,
    operation: (session: EngineSession) => Promise<T>,
  ): Promise<T> {
    const done = operation(session);
    running.add(done);
    try {
      return await done;
    } finally {
      running.delete(done);
      asker.held -= 1;
      free.push(session);
      serve();
    }
  }

  function serve(): void {
    for (let next = hungriest(); next !== undefined && free.length > 0; next = hungriest()) {
      const [name, asker] = next;
      const session = free.pop();
      const waiting = asker.waiting.shift();
      if (session === undefined || waiting === undefined) return;
      asker.held += 1;
      askers.delete(name);
      askers.set(name, asker);
      waiting.start(session);
    }
  }

  function hungriest(): [string, Asker] | undefined {
    let found: [string, Asker] | undefined;
    for (const [name, asker] of askers)
      if (asker.waiting.length > 0 && asker.held < (found?.[1].held ?? bounds.maxHeld)) found = [name, asker];
    return found;
  }

  function turn(asker: Asker, signal?: AbortSignal): Promise<EngineSession> {
    makeRoom(asker);
    const { promise, resolve, reject } = Promise.withResolvers<EngineSession>();
    const waiting = { start: resolve, refuse: reject };
    asker.waiting.push(waiting);
    signal?.addEventListener('abort', () => {
      const place = asker.waiting.indexOf(waiting);
      if (place === -1) return;
      asker.waiting.splice(place, 1);
      reject(signal.reason);
    });
    return promise;
  }

  /** @throws {PoolFull} when it is this asker who has too many */
  function makeRoom(asker: Asker): void {
    let all = 0;
    let longest = asker;
    for (const one of askers.values()) {
      all += one.waiting.length;
      if (one.waiting.length > longest.waiting.length) longest = one;
    }
    const isFull = asker.waiting.length >= bounds.maxWaiting || all >= bounds.maxWaitingOfAll;
    if (!isFull) return;
    const full = new PoolFull(`${all} operations wait already`);
    if (longest === asker || asker.waiting.length >= bounds.maxWaiting) throw full;
    longest.waiting.pop()?.refuse(full);
  }

  async function stop(): Promise<void> {
    await Promise.allSettled(running);
    for (const session of sessions) session.close();
  }

  return { use, stop };
}
