import { statfs } from 'node:fs/promises';
import { type AnswerOf, catalogue, type doctor, SightglassError } from '@sightglass/wire';
import type { Handlers } from '../answer/handlers.ts';
import type { DigestState } from '../digest/index.ts';
import { type JournalState, type SyncTest, warnOfSync } from '../journal/index.ts';
import type { DoorLedger } from '../ledger/index.ts';

type Check = AnswerOf<typeof doctor>['checks'][number];

export interface Patient {
  /** The data folder. */
  data: string;
  /** What was found at the start of whether its disk keeps what it says. */
  syncTest: SyncTest;
  journal(): JournalState;
  digest(): DigestState;
  /** `name`: as the operator knows it. */
  engine: { name: string; answers(): Promise<boolean> };
  isCatalogDamaged(): boolean;
  isLedgerDamaged(): boolean;
  /** Whether a segment can be found and read: undefined when there is none yet. */
  tryReplay(project: string): Promise<boolean | undefined>;
  ledger: Pick<DoorLedger, 'summary'>;
  now(): number;
}

const mebibyte = 1024 ** 2;
/** Below this much room the intake is near its refusal; merges of the engine need room of their own. */
const lowDiskBytes = 2 * 1024 * mebibyte;
/** The engine makes some twenty for each part that it writes. */
const fewFiles = 10_000;
/** What a digest does not get through in some seconds under normal load. */
const muchWaitingBytes = 64 * mebibyte;
/** The same bound that the intake believes a browser's clock by. */
const earliestSaneClock = Date.UTC(2025, 0, 1);

const write = (count: number): string => new Intl.NumberFormat('en').format(count);

/** One line for each part, in the order in which an event passes them. */
export function answerDoctor(patient: Patient): Pick<Handlers, 'doctor'> {
  return {
    async doctor({ params, headers }) {
      return {
        checks: [
          checkIntake(patient, params.project),
          checkJournal(patient.journal()),
          checkDigest(patient.digest(), patient.journal()),
          await checkEngine(patient),
          checkDays(patient.digest()),
          await checkSegments(patient, params.project),
          checkCatalog(patient.isCatalogDamaged()),
          checkLedger(patient.isLedgerDamaged()),
          await checkDisk(patient),
          checkClock(patient.now()),
          checkConnection(headers.origin ?? headers.referer),
        ],
      };
    },
  };
}

function checkIntake({ ledger }: Patient, project: string): Check {
  const name = 'intake';
  const counted = summaryOf(ledger, project);
  if (counted === undefined)
    return { name, state: 'bad', says: 'What came in cannot be told.', help: 'The line of the ledger says why.' };
  const { received, refused, known: again } = counted;
  if (received === 0)
    return {
      name,
      state: 'warning',
      says: 'Nothing has come in yet.',
      help: 'Put the snippet into a page and open it, or send a test session.',
    };
  // Sent again by a browser that did not hear our answer, and here already: nothing is lost by that.
  const share = (refused - again) / received;
  const says = `${write(received)} items came in; ${write(refused - again)} were refused, ${write(again)} came again and stand here once.`;
  if (share > 0.05) return { name, state: 'warning', says, help: 'Settings → Intake names the reasons.' };
  return { name, state: 'good', says, help: '' };
}

/** undefined: the ledger is damaged, which has a line of its own. */
function summaryOf(ledger: Patient['ledger'], project: string): ReturnType<DoorLedger['summary']> | undefined {
  try {
    return ledger.summary(project);
  } catch (error) {
    if (error instanceof SightglassError && error.code === 'ledger_damaged') return undefined;
    throw error;
  }
}

function checkJournal({ trouble, waitingBytes }: JournalState): Check {
  const name = 'journal';
  if (trouble !== null)
    return {
      name,
      state: 'bad',
      says: `Nothing can be taken in: ${trouble}.`,
      help: 'Give the disk of the data folder room; what was acknowledged is safe.',
    };
  const waiting =
    waitingBytes === 0
      ? 'Nothing waits to be stored.'
      : `${(waitingBytes / mebibyte).toFixed(1)} MiB wait to be stored.`;
  if (waitingBytes > muchWaitingBytes)
    return { name, state: 'warning', says: waiting, help: 'The digest is behind; it catches up when less comes in.' };
  return { name, state: 'good', says: waiting, help: '' };
}

function checkDigest({ stored, trouble }: DigestState, { durable }: JournalState): Check {
  const name = 'digest';
  if (trouble !== null)
    return {
      name,
      state: 'bad',
      says: `Nothing is being stored: ${trouble}.`,
      help: 'The log of the server has more.',
    };
  const behind = Math.max(0, durable - stored);
  return {
    name,
    state: 'good',
    says: behind === 0 ? 'Everything acknowledged is stored.' : `${write(behind)} requests are on their way.`,
    help: '',
  };
}

async function checkEngine({ engine }: Patient): Promise<Check> {
  if (await engine.answers()) return { name: 'engine', state: 'good', says: `${engine.name} answers.`, help: '' };
  return {
    name: 'engine',
    state: 'bad',
    says: `${engine.name} does not answer.`,
    help: 'The embedded one is restarted by itself; nothing acknowledged is lost. If this stays, the log has the cause.',
  };
}

/** After an update that keeps them otherwise, and where much came in at once. */
function checkDays({ days: { left, all } }: DigestState): Check {
  const name = 'days';
  if (left === 0) return { name, state: 'good', says: 'Past days are ready to be asked about.', help: '' };
  return {
    name,
    state: 'warning',
    says: `Past days are being made ready: ${write(all - left)} of ${write(all)} are done.`,
    help: 'It goes on by itself, the newest days first. Until then questions about the others take longer; nothing is missing in their answers.',
  };
}

async function checkSegments({ tryReplay }: Patient, project: string): Promise<Check> {
  const name = 'segments';
  const read = await tryReplay(project).catch(() => false); // an engine that is away has a line of its own
  if (read === undefined) return { name, state: 'good', says: 'There is no replay yet.', help: '' };
  if (read) return { name, state: 'good', says: 'The newest replay can be read.', help: '' };
  return {
    name,
    state: 'bad',
    says: 'The newest replay cannot be read.',
    help: 'Other sessions may be whole. Check the disk, or restore the folder `segments` from a backup.',
  };
}

async function checkDisk({ data, syncTest }: Patient): Promise<Check> {
  const { bavail, bsize, files, ffree } = await statfs(data);
  const free = bavail * bsize;
  const name = 'disk';
  const says = `${(free / (1024 * mebibyte)).toFixed(1)} GiB are free.`;
  const unsafe = warnOfSync(syncTest);
  if (unsafe !== undefined) return { name, state: 'warning', says: `${unsafe.says} ${says}`, help: unsafe.help };
  if (free < lowDiskBytes) return { name, state: 'warning', says, help: 'Make room before the intake has to refuse.' };
  // Some file systems make inodes as they are needed, and say 0 of both.
  if (files > 0 && ffree < fewFiles)
    return {
      name,
      state: 'warning',
      says: `${says} Only ${write(ffree)} more files can be made there.`,
      help: 'Nothing can be stored without inodes (df -i): delete small files there, or use another file system.',
    };
  return { name, state: 'good', says, help: '' };
}

function checkCatalog(isDamaged: boolean): Check {
  if (isDamaged)
    return {
      name: 'catalog',
      state: 'bad',
      says: 'catalog.sqlite in the data folder is damaged.',
      help: catalogue.catalog_damaged.help,
    };
  return { name: 'catalog', state: 'good', says: 'Projects, members, issues and notes can be read.', help: '' };
}

function checkLedger(isDamaged: boolean): Check {
  const name = 'ledger';
  if (isDamaged)
    return {
      ...{ name, state: 'bad', says: 'ledger.sqlite in the data folder is damaged.' },
      help: catalogue.ledger_damaged.help,
    };
  return { name, state: 'good', says: 'What was stored and what was counted can be read.', help: '' };
}

function checkClock(now: number): Check {
  const says = `The server's clock says ${new Date(now).toISOString().slice(0, 19).replace('T', ' ')} UTC.`;
  if (now < earliestSaneClock)
    return { name: 'clock', state: 'bad', says, help: 'Set the clock: times of everything that comes in go by it.' };
  return { name: 'clock', state: 'good', says, help: '' };
}

/** A login over plain http on another machine's address travels readable; see the login cookie. */
function checkConnection(origin = ''): Check {
  const url = URL.parse(origin);
  const name = 'connection';
  if (url?.protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(url.hostname))
    return {
      name,
      state: 'warning',
      says: 'The dashboard is open over plain http.',
      help: 'Put a proxy with HTTPS before it: logins can be read on the way.',
    };
  return { name, state: 'good', says: 'The dashboard is open on this machine or over HTTPS.', help: '' };
}
