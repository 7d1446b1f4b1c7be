/** The digest's process: told what to do by its environment, and by messages from then on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimDatabase, createColumns, createFileSegments, defaultRetentionDays, migrate } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import { openDigestLedger, type Whom } from '../ledger/index.ts';
import { createAside } from '../quarantine/index.ts';
import { runDigest } from './digest.ts';
import {
  type DigestStart,
  endedByDamage,
  endedByFullDisk,
  type FromDigest,
  startVariable,
  type ToDigest,
} from './messages.ts';
import { startTidying } from './tidy.ts';

/** Said by us before we end: not a crash, so no entry is suspected. */
const failedByItself = 75;
const startPauseMs = 250;
/** A server that refuses us is asked seldom: it may count wrong passwords. */
const refusedPauseMs = 10_000;

const start = JSON.parse(process.env[startVariable] ?? '{}') as DigestStart; // from start.ts
const say = (message: FromDigest): void => {
  // Without a parent there is nobody to tell; `disconnect` ends us.
  if (process.connected) process.send?.(message, () => undefined);
};
const teller = {
  info: (about: object, message: string) => say({ tell: 'log', level: 'info', about: plain(about), message }),
  warn: (about: object, message: string) => say({ tell: 'log', level: 'warn', about: plain(about), message }),
};

process.on('disconnect', () => process.exit(0));
// The terminal's interrupt reaches all; the server tells us when to stop.
process.on('SIGINT', () => undefined);

try {
  await run();
} catch (error) {
  teller.warn({ err: error }, 'the digest cannot go on');
  // The message above is still on its way.
  const code = error instanceof SightglassError ? error.code : undefined;
  const ending = { ledger_damaged: endedByDamage, disk_full: endedByFullDisk }[String(code)] ?? failedByItself;
  setTimeout(() => process.exit(ending), 100);
}

async function run(): Promise<void> {
  let stop: () => Promise<void> = async () => undefined;
  let durable = start.durable;
  let grown = (upTo: number): void => {
    durable = upTo;
  };
  let settle = (): void => undefined;
  const wanted: [project: string, after: number][] = [];
  let removeSample = (...wish: [project: string, after: number]): void => {
    wanted.push(wish);
  };
  const unwanted: [project: string, whom: Whom, after: number][] = [];
  let erase = (...wish: [project: string, whom: Whom, after: number]): void => {
    unwanted.push(wish);
  };
  // Before this process reads, it has told of no erasure whose end it could hear.
  let endErasure = (_project: string, _whom: Whom, _upTo: number): void => undefined;
  let putErasureOff = endErasure;
  const leaving: string[] = [];
  let removeProject = (project: string): void => {
    leaving.push(project);
  };
  const kept = new Map<string, number>();
  let retain = (project: string, days: number): void => {
    kept.set(project, days);
  };
  process.on('message', (message: ToDigest) => {
    if (message.tell === 'grown') grown(message.durable);
    else if (message.tell === 'settle') settle();
    else if (message.tell === 'remove-sample') removeSample(message.project, message.after);
    else if (message.tell === 'erase') erase(message.project, message.whom, message.after);
    else if (message.tell === 'end-erasure') endErasure(message.project, message.whom, message.upTo);
    else if (message.tell === 'put-erasure-off') putErasureOff(message.project, message.whom, message.upTo);
    else if (message.tell === 'remove-project') removeProject(message.project);
    else if (message.tell === 'retain') retain(message.project, message.days);
    else stop().then(() => process.exit(0));
  });

  // Serves all projects: what one of them asks must not keep it waiting.
  const columns = createColumns({ ...start.engine, asker: 'digest' });
  const { retentionDays = defaultRetentionDays } = start;
  const { partitionOf } = await untilEngineAnswers(async () => {
    if ('folder' in start.engine && start.engine.folder !== undefined)
      await claimDatabase(columns, start.engine.folder);
    return migrate(columns, { retentionDays });
  });
  const segments = createFileSegments(join(start.data, 'segments'));
  const ledger = openDigestLedger(join(start.data, 'ledger.sqlite'), Date.now);
  const running = await runDigest(
    {
      journalDir: join(start.data, 'journal'),
      columns,
      segments,
      ledger,
      aside: createAside(join(start.data, 'quarantine'), Date.now),
      partitionOf,
      teller,
      now: Date.now,
      ticks: () => performance.now(),
      bootId: readBootId(),
      careful: start.careful,
      retentionDays,
      gone: new Set(start.gone),
      onLive: (project, message) => say({ tell: 'live', project, message }),
      onConfirmed: (sequence) => say({ tell: 'confirmed', sequence }),
      onState: (stored, trouble) => say({ tell: 'state', stored, trouble }),
      onDaysLeft: (days) => say({ tell: 'days', days }),
      onSampleRemoved: (project, was, upTo) => say({ tell: 'sample-removed', project, was, upTo }),
      onSampleStays: (project, code) => say({ tell: 'sample-stays', project, code }),
      onErased: (erased) => say({ tell: 'erased', ...erased }),
      onErasureOver: (erased) => say({ tell: 'erasure-over', ...erased }),
      onNotErased: (project, whom, code) => say({ tell: 'not-erased', project, whom, code }),
      onProjectRemoved: (project) => say({ tell: 'project-removed', project }),
      onProjectStays: (project) => say({ tell: 'project-stays', project }),
      onDropped: (project, before) => say({ tell: 'dropped', project, before }),
    },
    durable,
  );
  running.grown(durable);
  grown = running.grown;
  settle = running.settle;
  removeSample = running.removeSample;
  for (const wish of wanted) removeSample(...wish);
  erase = running.erase;
  for (const wish of unwanted) erase(...wish);
  ({ endErasure, putErasureOff } = running);
  removeProject = running.removeProject;
  for (const project of leaving) removeProject(project);
  retain = running.retain;
  for (const [project, days] of kept) retain(project, days);
  const stopTidying = startTidying({ cpuMs, collect: globalThis.gc && (() => globalThis.gc?.()) });
  stop = async () => {
    stopTidying();
    await running.stop();
    await segments.stop();
    await columns.stop();
    ledger.stop();
  };
  void running.takenOver.then(() => say({ tell: 'ready' }));
  await running.failed;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The engine starts beside us, and is started again when it dies. */
async function untilEngineAnswers<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SightglassError)) throw error;
      say({ tell: 'state', stored: 0, trouble: error.code });
      const pauseMs = error.code.startsWith('clickhouse_') ? refusedPauseMs : startPauseMs;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Linux makes one at each start of the machine. Elsewhere every start of ours counts as one. */
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return `${process.pid} ${Date.now()}`;
  }
}

/** An error does not travel between processes with what it says; as `err` the log would take its text for an object. */
function plain(about: object): object {
  return Object.fromEntries(
    Object.entries(about).map(([name, value]) => [
      name === 'err' ? 'error' : name,
      value instanceof Error ? `${value.name}: ${value.message}`.slice(0, 500) : value,
    ]),
  );
}
