import {
  type EpochMs,
  type ResourceRecord,
  type Shape,
  type UserRecord,
  type ViewRecord,
  type WireRecord,
  wordsOf,
} from '@sightglass/wire';
import { isCall, isTakenAnswer } from './call-key.ts';
import type { SessionSeen } from './session.ts';

/** A role that was told of the person, from this moment on. Empty: nobody is signed in any more. */
export interface RoleTold {
  at: EpochMs;
  role: string;
  from: 'user' | 'context' | 'answer';
}

/** Who did what: the person's role may come, change and go within a session. */
export interface Who {
  told: readonly RoleTold[];
  /** The role in which a call was made; empty: nobody's that is known. */
  ofCall(call: ResourceRecord): string;
  /** The role in which a view was looked at. */
  ofView(view: ViewRecord): string;
  at(moment: EpochMs): string;
}

/** An application learns who is there by a call, and says so then: what it read this shortly before was read by that person. */
const learnMs = 2_000;

/** Reads roles from what the application said (`setUser`, context) and, where it says nothing, from answers about the signed-in person. */
export function whoIsIn({ records, role: ofSession }: SessionSeen): Who {
  const said = records.flatMap(saidRole);
  const answered = said.length > 0 ? [] : records.flatMap(answeredRole);
  // That nobody is signed in says something only where it is told who is.
  const known = answered.some(({ role }) => role !== '') ? answered : [];
  const told = (said.length > 0 ? said : known).toSorted((one, other) => one.at - other.at);
  const writes = records.filter(isCall).filter(isDoneWrite);

  function at(moment: EpochMs): string {
    // A role that came with the session's envelope alone holds all along.
    if (told.length === 0) return ofSession;
    return told.findLast((one) => one.at <= moment)?.role ?? '';
  }

  /** What is read while somebody is being recognised is theirs, unless they sign in just now: that they did as nobody yet. */
  function soon(from: EpochMs, until: EpochMs): string {
    const next = told.find((one) => one.role !== '' && one.at >= from && one.at <= until);
    if (next === undefined) return '';
    return writes.some((call) => call.at >= from && call.at <= next.at) ? '' : next.role;
  }

  return {
    told,
    at,
    ofCall(call) {
      const role = at(call.at);
      return role !== '' || isWrite(call) ? role : soonAfterReading(call);
    },
    ofView: (view) => at(view.at) || soon(view.at, view.at + (view.durationMs ?? learnMs)),
  };

  function soonAfterReading(call: ResourceRecord): string {
    const next = told.find((one) => one.role !== '' && one.at >= call.at && one.at <= endOf(call) + learnMs);
    if (next === undefined) return '';
    return writes.some((write) => write.at >= call.at && write.at <= next.at) ? '' : next.role;
  }
}

export function isWrite({ method, reads }: Pick<ResourceRecord, 'method' | 'reads'>): boolean {
  return reads !== true && !/^(?:GET|HEAD|OPTIONS)$/i.test(method);
}

export const endOf = ({ at, durationMs = 0 }: ResourceRecord): EpochMs => at + durationMs;

const isDoneWrite = (call: ResourceRecord): boolean => isWrite(call) && call.host === '' && isTakenAnswer(call);

const roleNames = /^(?:user|account|member)?[_-]?roles?$/i;

function saidRole(record: WireRecord): RoleTold[] {
  if (record.kind === 'user') return [{ at: record.at, role: roleOfUser(record), from: 'user' }];
  if (record.kind !== 'context') return [];
  const [, role] =
    Object.entries(record.attributes).find(([name]) => roleNames.test(name.split('.').at(-1) ?? '')) ?? [];
  return typeof role === 'string' && role !== '' ? [{ at: record.at, role, from: 'context' }] : [];
}

/** `setUser` without a role may still have it among its traits. */
function roleOfUser({ visitor, role, traits }: UserRecord): string {
  if (visitor === null) return '';
  if (role !== undefined && role !== '') return role;
  const [, trait] = Object.entries(traits ?? {}).find(([name]) => roleNames.test(name)) ?? [];
  return typeof trait === 'string' ? trait : '';
}

/** A call about the signed-in person has a place of its own, without a variable. */
const aboutMe = /(?:^|\/)(?:me|who-?am-?i|self|userinfo|profile|session|account|current[-_]?user|viewer)\/?$/i;

export function isAboutMe(call: Pick<ResourceRecord, 'method' | 'path' | 'reads' | 'operation'>): boolean {
  const asked = wordsOf((call.operation ?? '').split(/[./]/).at(-1) ?? '').join('-');
  return !isWrite(call) && (aboutMe.test(call.path) || aboutMe.test(asked.replace(/^(?:get|fetch|load|read)-/, '')));
}

/** A person signs in where a session, a token or a login of theirs is made, and out where it is removed or left. */
const signsIn = /^(?:sessions?|log-?in|sign-?in|auth|authenticate|tokens?|log-?on)$/i;
const signsOut = /^(?:log-?out|sign-?out|log-?off)$/i;

function answeredRole(record: WireRecord): RoleTold[] {
  if (!isCall(record) || record.host !== '') return [];
  const isDone = record.status >= 200 && record.status <= 299;
  const nobody: RoleTold[] = [{ at: endOf(record), role: '', from: 'answer' }];
  if (isAboutMe(record) && record.status === 401) return nobody;
  if (!isDone) return [];
  const last = record.path.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? '';
  const named = wordsOf((record.operation ?? '').split(/[./]/).at(-1) ?? '').join('-') || last;
  if (isWrite(record) && (signsOut.test(named) || (record.method === 'DELETE' && signsIn.test(last)))) return nobody;
  if (!record.response || !(isAboutMe(record) || (record.method === 'POST' && signsIn.test(named)))) return [];
  const role = roleIn(record.response, 3);
  return role === undefined ? [] : [{ at: endOf(record), role, from: 'answer' }];
}

/** The one value of a field that is called like a role; of several nobody knows which counts. */
function roleIn({ fields = {} }: Shape, depth: number): string | undefined {
  for (const [name, field] of Object.entries(fields)) {
    const values = field.values ?? field.items?.values ?? [];
    if (roleNames.test(name) && values.length === 1) return values[0];
  }
  if (depth === 0) return undefined;
  for (const field of Object.values(fields)) {
    const role = roleIn(field, depth - 1);
    if (role !== undefined) return role;
  }
  return undefined;
}
