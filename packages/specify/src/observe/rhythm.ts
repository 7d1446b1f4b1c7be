import type { ActionRecord, EpochMs, ResourceRecord } from '@sightglass/wire';
import { callKey, isCall } from './call-key.ts';
import type { Observer, Put } from './collect.ts';
import { endOf, isWrite } from './who.ts';

/** Shorter gaps are retries and screens that load twice, longer ones are people who come back. */
const leastGapMs = 800;
const mostGapMs = 15 * 60_000;
/** A call this soon after typing waited for the typing to end. */
const mostPauseMs = 2_500;
const leastPauseMs = 50;

/**
 * How the application keeps time.
 *
 * - `rhythm`, key `poll GET /api/orders/{integer}`: the same question again on the same screen with nothing done in between. Labels:
 *   `gap:20` (from beginning to beginning) and `pause:20` (from the answer to the next), in seconds with one decimal.
 * - `rhythm`, key `debounce GET /api/parts`: asked after typing, without a click. Labels: `ms:320`, in steps of 10.
 * - `rhythm`, key `timeout GET /api/parts`: given up. Labels: `ms:10000`, in steps of 100.
 * - `rhythm`, key `retry GET /api/parts`: asked again after a failure with nothing done in between. Labels: `ms:1000`, in steps of 100.
 */
export const rhythm: Observer = ({ records }, put) => {
  const calls = records.filter(isCall).filter(({ host }) => host === '');
  const actions = records.filter((record): record is ActionRecord => record.kind === 'action');
  for (const [key, same] of Map.groupBy(calls, callKey)) {
    for (const [index, call] of same.entries()) {
      putTimeout(key, call, put);
      const before = same[index - 1];
      if (before !== undefined) putAgain(key, before, call, actions, put);
      if (!isWrite(call)) putDebounce(key, call, actions, put);
    }
  }
};

function putTimeout(key: string, call: ResourceRecord, put: Put): void {
  if (call.failure !== 'timeout' || call.durationMs === undefined) return;
  const ms = Math.round(call.durationMs / 100) * 100;
  put('rhythm', `timeout ${key}`, { at: call.at, quality: 2, note: `${key} given up`, labels: [`ms:${ms}`] });
}

function putAgain(key: string, before: ResourceRecord, call: ResourceRecord, actions: ActionRecord[], put: Put): void {
  const gap = call.at - before.at;
  const pause = call.at - endOf(before);
  const sameScreen = before.view === call.view;
  if (
    !sameScreen ||
    !asksTheSame(before, call) ||
    pause <= 0 ||
    actions.some(({ at }) => between(at, before.at, call.at))
  )
    return;
  const failed = before.status === 0 || before.status >= 500 || before.status === 429;
  if (failed) {
    const ms = Math.round(pause / 100) * 100;
    put('rhythm', `retry ${key}`, { at: call.at, quality: 2, note: `${key} again`, labels: [`ms:${ms}`] });
  } else if (!isWrite(call) && before.status < 400 && gap >= leastGapMs && gap <= mostGapMs) {
    const labels = [`gap:${seconds(gap)}`, `pause:${seconds(pause)}`];
    put('rhythm', `poll ${key}`, { at: call.at, quality: 2, note: `${key} again`, labels });
  }
}

function putDebounce(key: string, call: ResourceRecord, actions: ActionRecord[], put: Put): void {
  const { typedMs } = call;
  const isOther = ({ at, type }: ActionRecord) => type !== 'input' && between(at, call.at - (typedMs ?? 0), call.at);
  const pause = typedMs === undefined ? sinceInput(call, actions) : actions.some(isOther) ? undefined : typedMs;
  if (pause === undefined || pause < leastPauseMs || pause > mostPauseMs) return;
  const labels = [`ms:${Math.round(pause / 10) * 10}`];
  put('rhythm', `debounce ${key}`, { at: call.at, quality: 2, note: `${key} after typing`, labels });
}

/** Of pages that do not tell of keys: what was typed is told when it is done. */
function sinceInput(call: ResourceRecord, actions: ActionRecord[]): number | undefined {
  const last = actions.findLast(({ at }) => at <= call.at);
  if (
    last === undefined ||
    last.type !== 'input' ||
    last.view !== call.view ||
    !/^(?:textbox|searchbox|combobox)$/.test(last.role)
  )
    return undefined;
  return call.at - last.at;
}

/** Of other parameters it is another question; what they hold is not told. */
function asksTheSame({ query: one = {} }: ResourceRecord, { query: other = {} }: ResourceRecord): boolean {
  return Object.keys(one).sort().join('&') === Object.keys(other).sort().join('&');
}

const between = (at: EpochMs, from: EpochMs, until: EpochMs): boolean => at > from && at <= until;
const seconds = (ms: number): number => Math.round(ms / 100) / 10;
