import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SampleCounts } from '@sightglass/store';
import { type ErrorCode, SightglassError } from '@sightglass/wire';
import { forked } from '../forked.ts';
import { type Erasure, erasureKey } from '../ledger/index.ts';
import type { Erased } from './erasing.ts';
import type { DaysLeft, Digest, DigestOptions, ErasedCounts } from './face.ts';
import {
  type DigestStart,
  endedByDamage,
  endedByFullDisk,
  type FromDigest,
  startVariable,
  type ToDigest,
} from './messages.ts';
import { createWishes, whileStopping } from './wishes.ts';

const backOffMs = { first: 100, most: 10_000 };
const stopWithinMs = 5_000;
/** Crashes without progress until each entry is marked before it is read. */
const maxCrashes = 3;
/** Signals with which a process ends that was not ended by somebody. */
const crashSignals = new Set<NodeJS.Signals>(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGFPE']);
/** An uncaught error (1), and V8 out of memory (134) where the signal is not told. */
const crashCodes = new Set([1, 5, 7, 134]);

/** A generation of young objects takes three times this, megabytes: 16 would be V8's own choice, and no quicker here. */
const execArgv = ['--max-semi-space-size=4', '--expose-gc'];
/** As in the engine: glibc would keep the buffers of bodies and rows. */
const giveMemoryBack = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '262144' };

/** Starts the digest's process and starts it again whenever it ends. */
export function startDigest(options: DigestOptions): Digest {
  const { promise: ready, resolve: readied } = Promise.withResolvers<void>();
  let child: ChildProcess | undefined;
  let again: NodeJS.Timeout | undefined;
  let durable = options.durable;
  let stored = 0;
  let trouble: string | null = 'starting';
  /** It does not become well by waiting. */
  let isLedgerDamaged = false;
  let days: DaysLeft = { left: 0, all: 0 };
  let waitMs = backOffMs.first;
  let crashes = 0;
  let stopping = false;
  const removals = createWishes<string, SampleCounts>((project) => project);
  const erasures = createWishes<Pick<Erasure, 'project' | 'whom'>, ErasedCounts>(erasureKey);
  const leaving = new Map<string, PromiseWithResolvers<void> & { onStays(): void }>();
  const retained = new Map<string, number>();

  launch();

  function launch(): void {
    const { data, engine, retentionDays } = options;
    const start: DigestStart = {
      data,
      engine,
      durable,
      gone: [...options.gone],
      careful: crashes >= maxCrashes,
      ...(retentionDays === undefined ? {} : { retentionDays }),
    };
    const main = fileURLToPath(new URL('./main.ts', import.meta.url));
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as ('ignore' | 'pipe' | 'ipc')[];
    const env = { ...process.env, ...giveMemoryBack, [startVariable]: JSON.stringify(start) };
    const digest = forked(main, [], { execArgv, env, stdio });
    child = digest;
    for (const { about: project, after } of removals.open()) tell(digest, { tell: 'remove-sample', project, after });
    for (const { about, after } of erasures.open()) tell(digest, { tell: 'erase', ...about, after });
    for (const project of leaving.keys()) tell(digest, { tell: 'remove-project', project });
    for (const [project, days] of retained) tell(digest, { tell: 'retain', project, days });
    let said = '';
    digest.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2_000);
    });
    digest.on('message', (message: FromDigest) => hear(message));
    // Without a listener a broken channel would end the server; `close` follows.
    digest.on('error', (error) => options.log.warn({ error: error.message }, 'digest process failed'));
    // Not `exit`: it does not come of one that could not be started, as where no more files may be open.
    digest.on('close', (code, signal) => {
      if (child === digest) child = undefined;
      if (stopping) return;
      if ((signal !== null && crashSignals.has(signal)) || (code !== null && crashCodes.has(code))) crashes += 1;
      trouble = 'restarting';
      isLedgerDamaged ||= code === endedByDamage;
      const lasting = code === endedByDamage ? 'ledger_damaged' : code === endedByFullDisk ? 'disk_full' : undefined;
      if (lasting !== undefined) for (const wishes of [removals, erasures]) wishes.refuse(notDone(lasting));
      if (lasting === 'disk_full') for (const { onStays } of leaving.values()) onStays();
      // The next one looks for them again.
      days = { left: 0, all: 0 };
      options.log.warn({ code, signal, said: said.trim(), waitMs }, 'digest ended: it is started again');
      again = setTimeout(launch, waitMs);
      waitMs = Math.min(waitMs * 2, backOffMs.most);
    });
  }

  function hear(message: FromDigest): void {
    switch (message.tell) {
      case 'ready':
        readied();
        break;
      case 'live':
        options.onLive(message.project, message.message);
        break;
      case 'confirmed':
        options.onConfirmed(message.sequence);
        break;
      case 'state':
        if (message.stored > stored) {
          waitMs = backOffMs.first;
          crashes = 0;
        }
        stored = Math.max(stored, message.stored);
        trouble = message.trouble;
        break;
      case 'days':
        days = message.days;
        break;
      case 'sample-removed':
        removals.meet(message.project, message.upTo, message.was);
        break;
      case 'sample-stays':
        removals.refuse(notDone(message.code), (project) => project === message.project);
        break;
      case 'erased':
        erasures.found(message, message.upTo, message.was);
        void eraseElsewhere(message);
        break;
      case 'erasure-over':
        erasures.meet(message, message.upTo, message.was);
        break;
      case 'not-erased':
        erasures.refuse(notDone(message.code), isOf(message));
        break;
      case 'project-removed':
        leaving.get(message.project)?.resolve();
        leaving.delete(message.project);
        giveUpOn(message.project);
        break;
      case 'project-stays':
        leaving.get(message.project)?.onStays();
        break;
      case 'dropped':
        options.onDropped(message.project, message.before);
        break;
      case 'log':
        options.log[message.level](message.about, message.message);
        break;
    }
  }

  async function eraseElsewhere({ project, whom, sessions, upTo }: Erased): Promise<void> {
    const [erased] = await Promise.allSettled([options.onErased(project, whom, sessions)]);
    if (stopping) return;
    if (erased.status === 'rejected') {
      const { reason: err } = erased;
      options.log.warn({ err, project }, 'an erasure could not be ended: it is begun again in a while');
      erasures.refuse(err, isOf({ project, whom }));
    }
    if (child !== undefined)
      tell(child, { tell: erased.status === 'fulfilled' ? 'end-erasure' : 'put-erasure-off', project, whom, upTo });
  }

  /** What else was to go of a project went with it. */
  function giveUpOn(project: string): void {
    const gone = new SightglassError('not_found');
    removals.refuse(gone, (of) => of === project);
    erasures.refuse(gone, (of) => of.project === project);
  }

  function tell(digest: ChildProcess, message: ToDigest): void {
    // One that has just ended cannot be told; the next one is told at its start.
    if (digest.connected) digest.send(message, () => undefined);
  }

  return {
    ready,
    grown(upTo) {
      durable = upTo;
      if (child !== undefined) tell(child, { tell: 'grown', durable });
    },
    settle() {
      if (child !== undefined) tell(child, { tell: 'settle' });
    },
    state: () => ({ stored, trouble: isLedgerDamaged ? 'ledger_damaged' : trouble, days }),
    pid: () => child?.pid,
    removeSample(project) {
      const after = durable;
      const open = removals.join(project, after);
      if (open !== undefined) return open;
      if (stopping) return Promise.reject(whileStopping());
      const removed = removals.add(project, after);
      if (child !== undefined) tell(child, { tell: 'remove-sample', project, after });
      return removed;
    },
    erase(project, whom) {
      const after = durable;
      const open = erasures.join({ project, whom }, after);
      if (open !== undefined) return open;
      if (stopping) return Promise.reject(whileStopping());
      const erased = erasures.add({ project, whom }, after);
      if (child !== undefined) tell(child, { tell: 'erase', project, whom, after });
      return erased;
    },
    removeProject(project, onStays = () => undefined) {
      const open = leaving.get(project);
      if (open !== undefined) return open.promise;
      if (stopping) return Promise.reject(whileStopping());
      retained.delete(project);
      const removal = { ...Promise.withResolvers<void>(), onStays };
      leaving.set(project, removal);
      if (child !== undefined) tell(child, { tell: 'remove-project', project });
      return removal.promise;
    },
    retain(project, days) {
      retained.set(project, days);
      if (child !== undefined) tell(child, { tell: 'retain', project, days });
    },
    async stop() {
      stopping = true;
      removals.refuse(whileStopping());
      erasures.refuse(whileStopping());
      for (const { reject } of leaving.values()) reject(whileStopping());
      clearTimeout(again);
      const digest = child;
      if (digest === undefined || digest.exitCode !== null || digest.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => digest.once('close', () => resolve()));
      tell(digest, { tell: 'stop' });
      const late = setTimeout(() => digest.kill('SIGKILL'), stopWithinMs);
      await ended;
      clearTimeout(late);
    },
  };
}

/** By project and by who or what is to go. */
function isOf(one: Pick<Erasure, 'project' | 'whom'>): (other: Pick<Erasure, 'project' | 'whom'>) => boolean {
  const key = erasureKey(one);
  return (other) => erasureKey(other) === key;
}

/** Whoever wants something erased or removed does not wait until there is room: that may be long. */
const notDone = (code: ErrorCode): SightglassError =>
  new SightglassError(code, 'It is not gone, or not all of it. Ask again once that is mended', { retryAfter: 30 });
