import type { Span } from '@sightglass/replay';
import type { OriginalFrame, SessionSummary, StackFrame, StoredRecord } from '@sightglass/wire';
import { codeLines, codeWords, factTable, plainWords, writeClock, writeMoment } from '../../ui/index.ts';
import { type Item, isTrouble } from './items.ts';
import { beginningOf } from './session-details.ts';

/** What a report is made of. */
export interface Reported {
  session: Pick<SessionSummary, 'role' | 'browser' | 'os' | 'device' | 'release' | 'environment'>;
  records: readonly StoredRecord[];
  /** What happened, by time. */
  items: readonly Item[];
  /** The session's start: moments are told as places from there. */
  start: number;
  /** What is told of: the chosen part, or all up to the moment. */
  part: Span;
  /** The page's size there; empty: nothing was seen. */
  size: string;
  /** Leads to the moment, with its host. */
  link: string;
  /** What maps tell of the frames of its stacks; nothing where they tell nothing, or not yet. */
  original?: (frame: StackFrame) => OriginalFrame | undefined;
}

/** What the last step set off comes after it: a report of the moment of a click tells of the error that it led to. */
const graceMs = 2_000;
/** Whoever reads more than that watches instead. */
const mostSteps = 40;
const mostFaults = 20;

/**
 * A bug report in Markdown: how one gets there, what went wrong, and with what. Of the person it tells the role alone; who it was is known
 * to those who may open the link.
 */
export function bugReport(reported: Reported): string {
  const { session, records, items, start, part, size, link } = reported;
  const told = toldIn(reported);
  const faults = told.filter(isFault);
  const steps = stepsOf(told.filter(({ at }) => at <= part.until));
  const route = items.findLast(({ group, at }) => group === 'views' && at <= part.until)?.title ?? '';
  const { role, browser, os, device, release, environment } = session;
  const { language, timeZone } = beginningOf(records) ?? {};
  const facts = factTable([
    ['When', writeMoment(part.until)],
    ['Screen', route && codeWords(route)],
    ['Role', plainWords(role)],
    ['With', plainWords([[browser, os].filter(Boolean).join(' on '), device, size].filter(Boolean).join(', '))],
    ['Language and zone', plainWords([language, timeZone].filter(Boolean).join(', '))],
    ['Release', plainWords([release, environment].filter(Boolean).join(', '))],
  ]);
  return `${[
    `# ${titleOf(told, route)}`,
    `[Watch it at ${writeClock(Math.max(0, part.until - start))}](${link})`,
    facts,
    '## How one gets there',
    numbered(steps),
    '## What went wrong',
    faultsOf(faults, reported),
    '## What was expected\n\n_To be written._',
  ].join('\n\n')}\n`;
}

/** The frames that its stacks show, so that they can be looked up in the sources. */
export function framesToRead(reported: Pick<Reported, 'records' | 'items' | 'part'>): StackFrame[] {
  const faults = toldIn(reported).filter(isFault).slice(-mostFaults);
  return faults.flatMap((item) => stackOf(item, reported.records).slice(0, mostFrames));
}

function toldIn({ items, part }: Pick<Reported, 'items' | 'part'>): Item[] {
  return items.filter(({ at }) => at >= part.from && at <= part.until + graceMs);
}

const isFault = (item: Item): boolean => isTrouble(item) && item.mark !== 'frustration';

/** The gravest that is nearest to the moment. */
function titleOf(told: readonly Item[], route: string): string {
  const fault =
    told.findLast(({ mark }) => mark === 'error') ??
    told.findLast(({ mark }) => mark === 'failed-call') ??
    told.findLast(({ mark }) => mark === 'frustration');
  if (fault === undefined) return route === '' ? 'What was seen' : `What was seen on ${codeWords(route)}`;
  if (fault.mark === 'error') return plainWords(fault.title);
  if (fault.mark === 'failed-call')
    return `${codeWords(`${fault.kind} ${fault.title}`)} fails: ${plainWords(fault.detail)}`;
  return `“${plainWords(fault.title)}” is clicked in vain`;
}

const verbs: Record<string, string> = { click: 'Click', input: 'Fill in', submit: 'Send', key: 'Press a key in' };

/** What the person did, and where it led; of what was filled in several times in a row, once. */
function stepsOf(items: readonly Item[]): string[] {
  const steps: string[] = [];
  for (const { group, kind, title, detail } of items) {
    const step =
      group === 'actions'
        ? `${verbs[kind] ?? plainWords(kind)} “${plainWords(title)}”${detail === '' ? '' : ` (${plainWords(detail)})`}`
        : group === 'views'
          ? steps.length === 0
            ? `Open ${codeWords(title)}`
            : `Now at ${codeWords(title)}`
          : kind === 'form refused'
            ? `The form “${plainWords(title)}” refuses${detail === '' ? '' : `: ${plainWords(detail)}`}`
            : '';
    if (step !== '' && step !== steps.at(-1)) steps.push(step);
  }
  return steps;
}

function numbered(steps: readonly string[]): string {
  const left = steps.length - mostSteps;
  const last = steps.slice(-mostSteps).map((step, index) => `${index + 1}. ${step}`);
  if (last.length === 0) return 'Nothing that was done is told of.';
  return left <= 0
    ? last.join('\n')
    : `The first ${left} steps are left out here; the link shows them.\n\n${last.join('\n')}`;
}

function faultsOf(faults: readonly Item[], { records, start, original }: Reported): string {
  if (faults.length === 0) return 'No error and no failed call is told of.';
  const left = faults.length - mostFaults;
  const shown = faults.slice(-mostFaults).map((item) => {
    const when = writeClock(Math.max(0, item.at - start));
    if (item.mark === 'failed-call')
      return `- ${when} ${codeWords(`${item.kind} ${item.title}`)}: ${plainWords(item.detail)}`;
    return [`- ${when} ${plainWords(item.title)}`, ...writeStack(stackOf(item, records), original)].join('\n\n');
  });
  return [
    ...(left <= 0 ? [] : [`${left} before these are left out here; the link shows them.`]),
    shown.join('\n'),
  ].join('\n\n');
}

const mostFrames = 12;

/** Where it was thrown, as the browser told it. */
function stackOf({ key }: Item, records: readonly StoredRecord[]): readonly StackFrame[] {
  const record = records.find(({ tab, number }) => `${tab} ${number}` === key)?.record;
  return record?.kind === 'error' ? record.stack : [];
}

function writeStack(stack: readonly StackFrame[], original: Reported['original']): string[] {
  if (stack.length === 0) return [];
  const lines = stack.slice(0, mostFrames).map((frame) => writeFrame(frame, original?.(frame)));
  if (stack.length > mostFrames) lines.push(`and ${stack.length - mostFrames} more`);
  // Within the item of the list.
  return [codeLines(lines.join('\n')).replace(/^/gm, '  ')];
}

/** In the words of the sources where their map is here, with the line that is meant where it is the product's. */
function writeFrame({ function: name, file, line, column }: StackFrame, found: OriginalFrame | undefined): string {
  if (found?.found !== true) {
    const place = [file, line, column].filter((part) => part !== undefined).join(':');
    return `at ${name ?? '(anonymous)'} (${place})`;
  }
  const { lines, owner } = found;
  const meant = owner === 'product' ? lines?.text[found.line - lines.first]?.trim() : undefined;
  return `at ${found.function || '(anonymous)'} (${found.file}:${found.line}:${found.column})${meant ? `\n    ${meant}` : ''}`;
}
