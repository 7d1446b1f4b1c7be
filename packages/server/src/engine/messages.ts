/** What supervisor and engine tell each other over IPC. */
export type ToEngine = { tell: 'ping'; number: number } | { tell: 'stop' };
export type FromEngine =
  | { tell: 'ready' }
  | { tell: 'failed'; message: string }
  /** `hangs`: the process answers, the engine in it does not any more. */
  | { tell: 'pong'; number: number; rss: number; hangs: boolean };

/** How the engine's process is to run; handed over as its one argument, in JSON. */
export interface EngineOptions {
  /** The engine's own folder. */
  dataDir: string;
  /** At most 107 bytes: the system's limit for the path of a unix socket. */
  socketPath: string;
  memoryBytes?: number;
  cores: number;
}
