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
   * @throws {PoolFull}
   */
  use<T>(operation: (session: EngineSession) => Promise<T>, signal?: AbortSignal): Promise<T>;
  stop(): Promise<void>;
}

/** Sessions for one kind of work, first come first served, with at most `maxWaiting` operations in the queue. */
export function createPool(sessions: readonly EngineSession[], maxWaiting: number): Pool {
  const free = [...sessions];
  const waiting: ((session: EngineSession) => void)[] = [];
  const running = new Set<Promise<unknown>>();

  async function use<T>(operation: (session: EngineSession) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const session = free.pop() ?? (await turn(signal));
    const run = operation(session);
    running.add(run);
    try {
      return await run;
    } finally {
      running.delete(run);
      const next = waiting.shift();
      if (next) next(session);
      else free.push(session);
    }
  }

  function turn(signal?: AbortSignal): Promise<EngineSession> {
    if (waiting.length >= maxWaiting) throw new PoolFull(`${waiting.length} operations wait already`);
    const { promise, resolve, reject } = Promise.withResolvers<EngineSession>();
    waiting.push(resolve);
    signal?.addEventListener('abort', () => {
      const place = waiting.indexOf(resolve);
      if (place === -1) return;
      waiting.splice(place, 1);
      reject(signal.reason);
    });
    return promise;
  }

  async function stop(): Promise<void> {
    await Promise.allSettled(running);
    for (const session of sessions) session.close();
  }

  return { use, stop };
}
