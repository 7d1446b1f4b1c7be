import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { forked } from '../../forked.ts';
import type { AnswerOfJob, FromReading, Job } from './messages.ts';

/** What it may cost. */
export interface Bounds {
  /** Of V8's heap; past it the process ends by itself. Of what is new only little is kept before it is looked through: memory is dearer than time here. */
  heapMegabytes: number;
  /** Of all memory, native code's too; looked at while a job runs, where the system tells it. */
  residentMegabytes: number;
  /** Of work for one job: a machine that is busy with other things is not the map's fault. Where the system does not tell, of time. */
  maxMs: number;
  /** Jobs that may wait. */
  maxWaiting: number;
}

export type Outcome<Answer> = { ok: true; answer: Answer } | { ok: false; costly: boolean; message: string };

/** Reads in a process of its own, one job after the other; a job that passes its bounds costs the process and nothing else. */
export interface Reading {
  /** @param onShare - Hears how much of the job is done, 0 to 1, where it takes long. */
  ask<One extends Job>(job: One, onShare?: (share: number) => void): Promise<Outcome<AnswerOfJob[One['job']]>>;
  stop(): Promise<void>;
}

/** With nothing to do for this long the process ends, and gives its memory back. */
const idleMs = 5_000;
const lookEveryMs = 200;
/** So many times what a job may work it may take, however busy the machine is. */
const patience = 6;
const mebibyte = 1024 ** 2;

export function createReading(bounds: Bounds): Reading {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;
  let stopped = false;

  function ask<One extends Job>(
    job: One,
    onShare?: (share: number) => void,
  ): Promise<Outcome<AnswerOfJob[One['job']]>> {
    if (stopped) return Promise.resolve({ ok: false, costly: false, message: 'The server is stopping' });
    if (waiting >= bounds.maxWaiting)
      return Promise.resolve({ ok: false, costly: false, message: `${waiting} other readings wait already` });
    waiting += 1;
    const turn = last.then(() => run(job, onShare)).finally(() => (waiting -= 1));
    last = turn;
    return turn;
  }

  async function run<One extends Job>(
    job: One,
    onShare: ((share: number) => void) | undefined,
  ): Promise<Outcome<AnswerOfJob[One['job']]>> {
    clearTimeout(idle);
    const reader = child ?? launch();
    child = reader;
    const outcome = await within(reader, job, onShare);
    if (!outcome.ok && outcome.costly) child = undefined;
    idle = setTimeout(() => end(), idleMs).unref();
    return outcome;
  }

  function within<One extends Job>(
    reader: ChildProcess,
    job: One,
    onShare: ((share: number) => void) | undefined,
  ): Promise<Outcome<AnswerOfJob[One['job']]>> {
    return new Promise((resolve) => {
      const before = workedMs(reader.pid);
      const tooLong = `It takes longer than ${bounds.maxMs / 1_000} s`;
      const timer =
        before === undefined
          ? setTimeout(() => cut(tooLong), bounds.maxMs)
          : setTimeout(() => cut('This machine is too busy to read it now', false), bounds.maxMs * patience);
      const look = setInterval(() => {
        const used = residentBytes(reader.pid);
        if (used > bounds.residentMegabytes * mebibyte) cut(tooMuch(bounds.residentMegabytes));
        else if ((workedMs(reader.pid) ?? 0) - (before ?? 0) > bounds.maxMs) cut(tooLong);
      }, lookEveryMs);
      function finish(outcome: Outcome<AnswerOfJob[One['job']]>): void {
        clearTimeout(timer);
        clearInterval(look);
        reader.off('message', hear).off('close', gone);
        resolve(outcome);
      }
      function cut(message: string, costly = true): void {
        reader.kill('SIGKILL');
        if (child === reader) child = undefined;
        finish({ ok: false, costly, message });
      }
      function gone(_code: number | null, signal: string | null): void {
        if (reader.pid === undefined) {
          // Where no more files may be open, say: that is not the doing of what was to be read.
          finish({ ok: false, costly: false, message: 'No process could be started' });
          return;
        }
        const isFull = signal === 'SIGABRT' || signal === 'SIGTRAP';
        const message = isFull ? tooMuch(bounds.heapMegabytes) : 'The process that read it ended';
        finish({ ok: false, costly: true, message });
      }
      function hear(message: FromReading): void {
        if (message.tell === 'share') onShare?.(message.share);
        else if (message.tell === 'failed') finish({ ok: false, costly: false, message: message.message });
        else if (message.tell === 'answer')
          // The answer is of the kind that was asked: `main.ts` answers each job by its type. IPC has no `undefined`.
          finish({ ok: true, answer: (message.answer ?? undefined) as AnswerOfJob[One['job']] });
      }
      reader.on('message', hear).on('close', gone);
      // One that could not be started has no channel.
      if (reader.connected) reader.send(job);
    });
  }

  function launch(): ChildProcess {
    const main = fileURLToPath(new URL('./main.ts', import.meta.url));
    const launched = forked(main, [], {
      execArgv: [`--max-old-space-size=${bounds.heapMegabytes}`, '--max-semi-space-size=8'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: { MALLOC_ARENA_MAX: '2' },
    });
    // A broken channel is told by `close`, which follows; of one that could not be started there is no `exit`.
    launched.on('error', () => undefined);
    launched.once('close', () => {
      if (child === launched) child = undefined;
    });
    launched.unref();
    launched.channel?.unref();
    return launched;
  }

  async function end(): Promise<void> {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise((resolve) => ending.once('close', resolve));
    ending.kill('SIGKILL'); // it keeps nothing that could be lost
    await gone;
  }

  return {
    ask,
    async stop() {
      stopped = true;
      clearTimeout(idle);
      await end();
    },
  };
}

const tooMuch = (megabytes: number) => `It takes more than ${megabytes} MB of memory`;

/** 0 where the system does not tell. */
function residentBytes(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return Number.isFinite(pages) ? pages * 4_096 : 0;
  } catch {
    return 0; // no Linux, or the process has just ended
  }
}

/** Processor time of a process so far; `undefined` where the system does not tell. */
function workedMs(pid: number | undefined): number | undefined {
  try {
    // The name in brackets may hold blanks; user and system time are the 14th and 15th field (proc(5)), in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks * 10 : undefined;
  } catch {
    return undefined; // no Linux, or the process has just ended
  }
}
