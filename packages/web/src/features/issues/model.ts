import {
  type AnswerOf,
  type IssueActivity,
  type IssueChange,
  type IssueStanding,
  type IssueSummary,
  type issueEvent,
  nameVariables,
  type PrettyFrame,
  type StackFrame,
} from '@sightglass/wire';
import type { ScreenLink } from '../../client/index.ts';
import { writeDated } from '../../ui/index.ts';

/** A moment is watched from a little before, so that one sees what led to it. */
export const leadMs = 10_000;

/** Counts by bucket on an even grid from the first to the last: a time without errors is a zero, and is seen as one. */
export function evenTrend(trend: IssueSummary['trend'], bucketMs: number): { at: number; times: number }[] {
  const points = [...trend].sort((a, b) => a.at - b.at);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || bucketMs <= 0) return points;
  const byTime = new Map(points.map(({ at, times }) => [at, times]));
  const length = Math.min(mostBuckets, Math.round((last.at - first.at) / bucketMs) + 1);
  return Array.from({ length }, (_, index) => {
    const at = first.at + index * bucketMs;
    return { at, times: byTime.get(at) ?? 0 };
  });
}

const mostBuckets = 2_000;

/** What an error says; that it says nothing is told, for there must be something to read and to press. */
export const saidBy = ({ type, message }: { type: string; message: string }): string =>
  message.trim() || (type === '' ? 'An error without type and message' : 'without a message');

/** What kind of error it is, in words. */
export function sourceWords(source: string, handled: boolean): string {
  const words: Record<string, string> = {
    uncaught: 'uncaught',
    rejection: 'unhandled rejection',
    console: 'console.error',
    resource: 'failed resource',
    csp: 'refused by the content security policy',
    deprecation: 'deprecation',
    call: 'failed call',
    manual: 'reported by the application',
  };
  const said = words[source] ?? source;
  return handled && source !== 'manual' && source !== 'call' ? `${said}, handled` : said;
}

/** In which releases it was met: one, from one to another, or several that the last one is the first of again. */
export function releasesWords(releases: readonly string[], first: string, last: string): string {
  if (first !== last) return `releases ${first || 'unnamed'} to ${last}`;
  return releases.length > 1 ? `${releases.length} releases, last ${last}` : `release ${last}`;
}

/** `orders.js:12:4`, with the host where it is not the page's own. */
export function placeOf({ host, file, line, column }: StackFrame): string {
  const path = host === '' ? file : `${host}${file}`;
  return [path, line, column].filter((part) => part !== undefined).join(':');
}

const crumbKinds: Record<string, string> = { view: 'screen', resource: 'call', custom: 'event' };

type Crumb = AnswerOf<typeof issueEvent>['breadcrumbs'][number];

/** What led to it, in the words of the screens. */
export const crumbKind = ({ kind }: Pick<Crumb, 'kind'>): string => crumbKinds[kind] ?? kind;

/** A path in it stands between a method and a status: alone it is named as everywhere else. */
export const crumbWords = ({ text }: Pick<Crumb, 'text'>): string => text.replace(/\/\S*/g, nameVariables);

/** Those that have a replay, newest first. */
export const watchedMoments = (moments: IssueSummary['moments']): IssueSummary['moments'] =>
  moments.filter(({ replay }) => replay).toSorted((one, other) => other.at - one.at);

/** The same link, running as soon as it is open. */
export function playing(link: ScreenLink): ScreenLink {
  const search = ((now: Parameters<ScreenLink['search']>[0]) => ({
    ...(link.search(now) as Record<string, string | undefined>),
    play: '1',
  })) as unknown as ScreenLink['search']; // texts by name; typed `never` as explained at ScreenLink
  return { ...link, search };
}

/** Frames as a stack shows them: the product's one by one, those of others side by side folded into one line that names them. */
export interface FrameGroup {
  /** Place of the first one in the stack. */
  at: number;
  folded: boolean;
  /** Of folded ones: `3 frames of axios, react-dom`, `the same 9 times more`. */
  says: string;
  frames: PrettyFrame[];
}

/** What is nobody's for sure stays open where nothing is the product's: it is all that there is. */
export function foldFrames(frames: readonly PrettyFrame[]): FrameGroup[] {
  const own = frames.some(({ owner }) => owner === 'product');
  const foreign = ({ owner }: PrettyFrame): boolean =>
    owner === 'third-party' || owner === 'sdk' || owner === 'browser' || (own && owner === 'unknown');
  const groups: FrameGroup[] = [];
  for (const [at, frame] of frames.entries()) {
    const last = groups.at(-1);
    if (last && last.folded === foreign(frame)) last.frames.push(frame);
    else groups.push({ at, folded: foreign(frame), says: '', frames: [frame] });
  }
  return groups.flatMap((group) => {
    if (!group.folded) return foldRepeats(group);
    const { frames: those } = group;
    const names = [...new Set(those.map(nameOf))].join(', ');
    return [{ ...group, says: `${those.length === 1 ? '1 frame' : `${those.length} frames`} of ${names}` }];
  });
}

/** A function that calls itself stands once, and says how often more: fewer are shown as they are. */
const leastRepeats = 3;

function foldRepeats({ at, frames }: FrameGroup): FrameGroup[] {
  const groups: FrameGroup[] = [];
  for (let from = 0; from < frames.length; ) {
    let until = from + 1;
    while (until < frames.length && isSamePlace(frames[from], frames[until])) until += 1;
    const shown = until - from > leastRepeats ? from + 1 : until;
    groups.push({ at: at + from, folded: false, says: '', frames: frames.slice(from, shown) });
    if (shown < until)
      groups.push({
        ...{ at: at + shown, folded: true, says: `the same ${until - shown} times more` },
        frames: frames.slice(shown, until),
      });
    from = until;
  }
  return groups;
}

function isSamePlace(one: PrettyFrame | undefined, other: PrettyFrame | undefined): boolean {
  const placed = ({ raw, original }: PrettyFrame): string =>
    original === null ? `${raw.function} ${placeOf(raw)}` : `${original.function} ${original.file}:${original.line}`;
  return one !== undefined && other !== undefined && placed(one) === placed(other);
}

function nameOf({ owner, package: library, raw }: PrettyFrame): string {
  if (library !== '') return library;
  if (owner === 'sdk') return 'Sightglass';
  if (owner === 'browser') return 'the browser';
  if (owner === 'third-party') return raw.host || 'libraries';
  return 'other code';
}

/** Why a stack is shown as it came; empty where some of it was read. */
export function unreadReason(frames: readonly PrettyFrame[]): string {
  if (frames.some(({ original }) => original !== null)) return '';
  return frames.find(({ why, owner }) => why !== '' && owner !== 'sdk' && owner !== 'browser')?.why ?? '';
}

/** How an issue stands once a decision is taken, as far as that is known before the server says so. */
export function standingAfter(standing: IssueStanding, change: IssueChange): IssueStanding {
  if (change.to === 'assigned') return change.member === null ? { ...standing, assignee: null } : standing;
  const { assignee } = standing;
  const undecided = { resolvedIn: null, resolvedNext: false, ignoredUntil: null, regressedIn: null, assignee };
  if (change.to === 'resolved')
    return { ...undecided, state: 'resolved', resolvedIn: change.release ?? null, resolvedNext: change.next ?? false };
  return change.to === 'ignored'
    ? { ...undecided, state: 'ignored', ignoredUntil: change.until ?? null }
    : { ...undecided, state: 'open' };
}

const deeds: Record<IssueActivity['did'], (about: string) => string> = {
  seen: (release) => `First seen${release === '' ? '' : ` in release ${release}`}`,
  resolved: (how) =>
    how === 'next' ? 'resolved it in the next release' : `resolved it${how === '' ? '' : ` in release ${how}`}`,
  ignored: (until) => (until === '' ? 'ignored it' : `ignored it until ${writeDated(Number(until))}`),
  reopened: () => 'opened it again',
  regressed: (release) => `Seen again${release === '' ? '' : ` in release ${release}`}: regressed`,
  assigned: (to) => `assigned it to ${to}`,
  unassigned: () => 'took the assignment back',
  merged: (other) => (other === '' ? 'merged another issue into it' : `merged “${other}” into it`),
  split: () => 'split it',
};

/** What happened to an issue, as a sentence without its subject. */
export function deedWords({ did, about }: Pick<IssueActivity, 'did' | 'about'>): string {
  return deeds[did](about);
}
