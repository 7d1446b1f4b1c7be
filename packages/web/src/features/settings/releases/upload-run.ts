/** A file to upload, under the name that it has in the release. */
export interface Chosen {
  path: string;
  file: File;
}

export type FileState = 'waiting' | 'sending' | 'read' | 'refused';

export interface SentFile {
  path: string;
  /** Unpacked. */
  bytes: number;
  /** Of `bytes`, as far as they have gone out. */
  sent: number;
  state: FileState;
  /** Why it was refused; empty otherwise. */
  reason: string;
  /** It was there already, and was not sent again. */
  there: boolean;
}

export interface Upload {
  release: string;
  /** In the order in which they are sent. */
  files: readonly SentFile[];
  /**
   * `stopped`: cancelled, or something failed that is no file's fault (`failure`). `held`: all were tried and some were refused. Of
   * neither is anything used. `used`: it is finished.
   */
  phase: 'sending' | 'stopped' | 'held' | 'used';
  failure: Failing | null;
}

export interface Failing {
  title: string;
  help: string;
}

/** The server, as an upload needs it. */
export interface Doors {
  /** What the release has, by `hash path`. */
  known(signal: AbortSignal): Promise<ReadonlySet<string>>;
  /** `undefined` where the browser has no cryptography. */
  hash(file: File): Promise<string | undefined>;
  /** @returns its SHA-256. */
  put(one: Chosen, sha256: string | undefined, tell: (share: number) => void, signal: AbortSignal): Promise<string>;
  finish(files: readonly { path: string; sha256: string }[], signal: AbortSignal): Promise<unknown>;
  /** Whether it is about this file alone, and what it says. */
  explain(error: unknown): Failing & { ofThisFile: boolean };
}

export interface UploadRun {
  state(): Upload;
  subscribe(listener: () => void): () => void;
  /** What is under way is broken off; nothing of the upload is used. */
  cancel(): void;
  /** Goes on where it was: what arrived is not sent again. */
  resume(): void;
  /** Tries refused files again: one, or all. */
  retry(path?: string): void;
  /** Finishes with those that were read. */
  useRest(): void;
}

const atOnce = 3;

/**
 * Sends the files of a release, and finishes when all of them are read: until then nothing of them is used.
 *
 * @param later - Says it to the listeners soon: bytes go out more often than anybody can see.
 */
export function startUpload(
  release: string,
  chosen: readonly Chosen[],
  doors: Doors,
  later: (say: () => void) => void,
): UploadRun {
  const parts = new Map(chosen.map((one) => [one.path, { one, sha256: '' }]));
  const files = new Map(chosen.map(({ path, file }) => [path, fresh(path, file.size)]));
  const listeners = new Set<() => void>();
  let phase: Upload['phase'] = 'sending';
  let failure: Failing | null = null;
  let breaking = new AbortController();
  let said: Upload = snapshot();
  let saying = false;

  function snapshot(): Upload {
    return { release, files: [...files.values()], phase, failure };
  }
  function say(): void {
    if (saying) return;
    saying = true;
    later(() => {
      saying = false;
      said = snapshot();
      for (const listener of listeners) listener();
    });
  }
  function change(path: string, to: Partial<SentFile>): void {
    const before = files.get(path);
    if (before) files.set(path, { ...before, ...to });
    say();
  }
  function turn(to: Upload['phase'], why: Failing | null = null): void {
    phase = to;
    failure = why;
    say();
  }
  const inState = (state: FileState) => [...files.values()].filter((one) => one.state === state);

  async function sendOne(
    { one, sha256: before }: { one: Chosen; sha256: string },
    known: ReadonlySet<string>,
    signal: AbortSignal,
  ) {
    const { path, file } = one;
    change(path, { state: 'sending', sent: 0, reason: '' });
    try {
      const hash = before || (known.size === 0 ? undefined : await doors.hash(file));
      const there = hash !== undefined && known.has(`${hash} ${path}`);
      const tell = (share: number): void => {
        if (!signal.aborted) change(path, { sent: Math.round(share * file.size) });
      };
      const sha256 = there ? hash : await doors.put(one, hash, tell, signal);
      if (signal.aborted) return;
      parts.set(path, { one, sha256 });
      change(path, { state: 'read', sent: file.size, there });
    } catch (error) {
      if (signal.aborted) return;
      const { ofThisFile, title, help } = doors.explain(error);
      if (ofThisFile) return change(path, { state: 'refused', sent: 0, reason: `${title}. ${help}` });
      throw error;
    }
  }

  async function run(): Promise<void> {
    breaking = new AbortController();
    const { signal } = breaking;
    turn('sending');
    try {
      const known = await doors.known(signal);
      // Somebody may have deleted meanwhile what had arrived.
      for (const { path } of inState('read'))
        if (!known.has(`${parts.get(path)?.sha256} ${path}`)) change(path, { state: 'waiting', sent: 0, there: false });
      const next = () => parts.get(inState('waiting')[0]?.path ?? '');
      const work = async (): Promise<void> => {
        for (let one = next(); one && !signal.aborted; one = next()) await sendOne(one, known, signal);
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      if (signal.aborted) return;
      if (inState('refused').length > 0) turn('held');
      else await finish(signal);
    } catch (error) {
      if (signal.aborted) return;
      stop(doors.explain(error));
    }
  }

  /** What comes of the broken ones says nothing any more. */
  function stop(why: Failing | null): void {
    breaking.abort();
    for (const { path } of inState('sending')) change(path, { state: 'waiting', sent: 0 });
    turn('stopped', why);
  }

  async function finish(signal: AbortSignal): Promise<void> {
    await doors.finish(
      inState('read').map(({ path }) => ({ path, sha256: parts.get(path)?.sha256 ?? '' })),
      signal,
    );
    turn('used');
  }

  void run();
  return {
    state: () => said,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cancel: () => stop(null),
    resume: () => void run(),
    retry(path) {
      for (const one of inState('refused'))
        if (path === undefined || path === one.path) change(one.path, { state: 'waiting', reason: '' });
      // What is under way takes them, too.
      if (phase !== 'sending') void run();
    },
    useRest() {
      for (const { path } of inState('refused')) {
        files.delete(path);
        parts.delete(path);
      }
      void run();
    },
  };
}

function fresh(path: string, bytes: number): SentFile {
  return { path, bytes, sent: 0, state: 'waiting', reason: '', there: false };
}
