import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { SightglassError } from '@sightglass/wire';
import { forked } from '../forked.ts';
import type { EngineOptions, FromEngine, ToEngine } from './messages.ts';

export interface EngineLog {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
}

export interface SuperviseOptions {
  /** The engine's own folder; made when it is not there. */
  dataDir: string;
  /** Where the engine listens, mode 0600; at most 107 bytes. */
  socketPath: string;
  log: EngineLog;
  /** What the engine may allocate, bytes; default about 420 MB, never over 40 % of the machine's memory. */
  memoryBytes?: number;
  heartbeatMs?: number;
  /** Heartbeats without an answer until the engine is killed: chDB hangs, instead of dying, on a fatal signal. */
  maxSilentBeats?: number;
  /** Past this resident size the engine is restarted; default twice its memory bound and 400 MB. */
  maxRssBytes?: number;
}

export interface Engine {
  socketPath: string;
  /** The engine's process id while it runs. */
  pid(): number | undefined;
  /**
   * Resolves when the engine answers for the first time.
   * @throws {SightglassError} `data_in_use` when another process holds the folder, `engine_unavailable` when it cannot start
   */
  ready: Promise<void>;
  /** Called each time that a new engine answers in the place of one that ended. Returns how to stop listening. */
  onRestart(listener: () => void): () => void;
  /** Lets what runs finish, at most 10 s, then ends the engine. */
  stop(): Promise<void>;
}

const maxSocketPathBytes = 107;
const backOffMs = { first: 100, most: 10_000 };
const stopWithinMs = 10_000;
/** A start is given this long; opening a large store took half a second (STORAGE, section 2). */
const startWithinMs = 60_000;
/** The lock of an engine whose server was killed is free a moment later. */
const lockWaitMs = 3_000;
const maxFirstTries = 4;
/** An engine that lived this long is taken for sound: the next restart is quick again. */
const soundAfterMs = 60_000;

/** Starts the engine's process, watches it, and starts it again with back-off whenever it ends or falls silent. */
export function startEngine(options: SuperviseOptions): Engine {
  const heartbeatMs = options.heartbeatMs ?? 1_000;
  const maxSilentBeats = options.maxSilentBeats ?? 10;
  const cores = availableParallelism();
  const listeners = new Set<() => void>();
  const { promise: ready, resolve: readied, reject: failed } = Promise.withResolvers<void>();
  // Whoever only stops the engine again need not have waited for it.
  ready.catch(() => undefined);
  let child: ChildProcess | undefined;
  let everReady = false;
  let stopping = false;
  let waitMs = backOffMs.first;
  let again: NodeJS.Timeout | undefined;
  let tries = 0;
  const begunAt = performance.now();

  if (Buffer.byteLength(options.socketPath) > maxSocketPathBytes) {
    stopping = true;
    failed(new SightglassError('engine_unavailable', `The socket's path is over ${maxSocketPathBytes} bytes`));
  } else launch();

  function launch(): void {
    const startedAt = performance.now();
    tries += 1;
    const { engine, said } = spawn(options, cores);
    let failure: string | undefined;
    child = engine;
    let answered = 0;
    let asked = 0;
    let isReady = false;

    const beat = setInterval(() => {
      if (!isReady) {
        if (performance.now() - startedAt > startWithinMs) engine.kill('SIGKILL');
        return;
      }
      if (asked - answered >= maxSilentBeats) {
        options.log.warn({ pid: engine.pid, beats: asked - answered }, 'engine is silent: killed');
        engine.kill('SIGKILL');
        return;
      }
      asked += 1;
      send(engine, { tell: 'ping', number: asked });
    }, heartbeatMs);

    engine.on('message', (message: FromEngine) => {
      if (message.tell === 'ready') {
        isReady = true;
        options.log.info({ pid: engine.pid, ms: Math.round(performance.now() - startedAt) }, 'engine is ready');
        if (everReady) for (const listener of listeners) listener();
        everReady = true;
        readied();
      } else if (message.tell === 'pong') {
        answered = Math.max(answered, message.number);
        if (message.hangs) {
          options.log.warn({ pid: engine.pid }, 'engine hangs: killed');
          engine.kill('SIGKILL');
        } else guardSize(engine, message.rss);
      } else failure = message.message;
    });
    // An engine that hangs in its own end does not hear that we go, and would hold the folder's lock.
    const end = () => engine.kill('SIGKILL');
    process.once('exit', end);
    const gone = () => {
      process.off('exit', end);
      clearInterval(beat);
      if (child === engine) child = undefined;
    };
    engine.on('exit', gone);
    // After `exit`, when all that it wrote has been read. Of one that could not be started, as where no more files may be open, it comes alone.
    engine.on('close', (code, signal) => {
      gone();
      if (said() !== '') options.log.warn({ pid: engine.pid, said: said() }, 'engine said');
      if (stopping) return;
      if (failure !== undefined) refuse(failure, said());
      if (!everReady && tries >= maxFirstTries)
        giveUp(new SightglassError('engine_unavailable', `It ended with ${signal ?? code}`));
      if (stopping) return;
      if (performance.now() - startedAt > soundAfterMs) waitMs = backOffMs.first;
      options.log.warn({ pid: engine.pid, code, signal, waitMs }, 'engine ended: it is started again');
      again = setTimeout(launch, waitMs);
      waitMs = Math.min(waitMs * 2, backOffMs.most);
    });
  }

  /** A first start that fails is told to whoever waits for it; later ones are tried again. */
  function refuse(message: string, said: string): void {
    if (everReady) return;
    // The reason is only in what the library writes: its code 76, CANNOT_OPEN_FILE, on the folder's lock.
    if (!/Cannot lock file/.test(said)) giveUp(new SightglassError('engine_unavailable', message));
    else if (performance.now() - begunAt > lockWaitMs || tries >= maxFirstTries)
      giveUp(new SightglassError('data_in_use', `The engine's folder ${options.dataDir} is locked by another process`));
  }

  function giveUp(error: SightglassError): void {
    stopping = true;
    failed(error);
  }

  function guardSize(engine: ChildProcess, rss: number): void {
    const most = options.maxRssBytes ?? 2 * (options.memoryBytes ?? 420_000_000) + 400_000_000;
    if (rss <= most) return;
    options.log.warn({ pid: engine.pid, rss }, 'engine has grown past its bound: restarted');
    send(engine, { tell: 'stop' });
    setTimeout(() => engine.kill('SIGKILL'), stopWithinMs).unref();
  }

  async function stop(): Promise<void> {
    stopping = true;
    clearTimeout(again);
    const engine = child;
    if (!engine || engine.exitCode !== null || engine.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => engine.once('close', () => resolve()));
    send(engine, { tell: 'stop' });
    const late = setTimeout(() => engine.kill('SIGKILL'), stopWithinMs);
    await ended;
    clearTimeout(late);
  }

  return {
    socketPath: options.socketPath,
    pid: () => child?.pid,
    ready,
    onRestart: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop,
  };
}

/** glibc keeps large freed buffers by default: with these, bodies of inserts go back to the system (150 MB after a bulk load). */
const giveMemoryBack = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '262144',
  // chDB's own allocator keeps what is free for five seconds, and in threads that do nothing any more for ever.
  JE_MALLOC_CONF: 'background_thread:true,dirty_decay_ms:1000',
};

function spawn(options: SuperviseOptions, cores: number): { engine: ChildProcess; said: () => string } {
  const given: EngineOptions = {
    dataDir: options.dataDir,
    socketPath: options.socketPath,
    cores,
    ...(options.memoryBytes === undefined ? {} : { memoryBytes: options.memoryBytes }),
  };
  // Every query that runs or waits in a session holds a thread of libuv's pool: cores + 4 sessions, and 4 for files.
  const env = { ...process.env, UV_THREADPOOL_SIZE: String(cores + 8), ...giveMemoryBack };
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const engine = forked(main, [JSON.stringify(given)], {
    env,
    execArgv: ['--max-semi-space-size=4'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  engine.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  // Without a listener a failed fork or a broken channel would end the server; `close` follows and starts it again.
  engine.on('error', (error) => options.log.warn({ pid: engine.pid, error: error.message }, 'engine process failed'));
  return { engine, said: () => said.trim() };
}

function send(engine: ChildProcess, message: ToEngine): void {
  // An engine that has just ended cannot be told; its exit is on the way.
  if (engine.connected) engine.send(message, () => undefined);
}
