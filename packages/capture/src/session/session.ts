import type { EpochMs, Policy } from '@sightglass/wire';
import type { Options } from '../options.ts';
import { newId } from '../scene/id.ts';
import { parseJson, toJson } from '../scene/json.ts';
import { now as wholeNow } from '../scene/now.ts';
import { mostPrivate } from './most-private.ts';
import type { Storage } from './storage.ts';

/** A session ends after this long without a sign of life, and after this long in all (as in OpenTelemetry's and others' RUM). */
const idleMs = 30 * 60_000;
const longestMs = 4 * 3_600_000;
const storeEveryMs = 5_000;
export const sessionName = 'sightglass:session';

/** What all tabs of one visit know of it. */
export interface SessionState {
  id: string;
  startedAt: EpochMs;
  /** Last sign of life of the person, in any tab. */
  lastAt: EpochMs;
  /** Drawn once for the whole session: what the shares of recorded and of replayed sessions are held against. */
  drawn: readonly [recorded: number, replayed: number];
  sampled: boolean;
  replay: boolean;
  /** The server's word was heard in this session, and what it is to be stands. */
  decided: boolean;
  /** Something broke in it: its replay is kept. */
  kept: boolean;
  visitor: string | null;
  role: string;
  /** By how much this browser's clock is off, as the intake last said. */
  skewMs?: number | undefined;
}

export interface Session {
  readonly state: SessionState;
  /** False when the session has ended and the person has not come back yet: nothing is recorded then. */
  alive(): boolean;
  /**
   * A sign of life. `new`: a session began; `joined`: another tab had begun one.
   *
   * @param changing - Called while `state` is still the old one: what was recorded so far is its.
   */
  touch(changing: () => void): 'same' | 'new' | 'joined';
  clockIsOff(skewMs: number | undefined): void;
  /** Whether the server's word may still change what this session is to be. */
  undecided(): boolean;
  /** Decides by the server's word, once in a session. */
  decide(policy: Shares): void;
  keep(): void;
  identify(visitor: string | null, role: string): void;
  /** The next page finds it, though this one has emptied the browser's storage, as many do where somebody signs in or out. */
  leave(): void;
}

/** In hundredths. */
type Shares = Pick<Policy, 'sessions' | 'replays'>;

/** The page's own shares are upper bounds of those that the project has. */
interface Rates extends Pick<Options, 'sampleRate' | 'replaySampleRate'> {
  /** What is known so far of the project's. */
  shares?(): Shares;
}

/** One visit: its tabs share it through local storage; it ends after 30 minutes without a sign of life, and after 4 hours. */
export function createSession(
  storage: Pick<Storage, 'get' | 'set'>,
  rates: Rates,
  now: () => EpochMs = wholeNow,
  random: () => number = Math.random,
): Session {
  let state = begin();
  let storedAt = 0;
  const stored = read();
  /** It begins with this page, and nobody was told yet. */
  let isNew = !stored || !isAlive(stored);
  if (isNew) state.skewMs = stored?.skewMs;
  else state = stored as SessionState; // it is alive
  store();

  function begin(): SessionState {
    const at = now();
    const drawn = [random(), random()] as const;
    const chosen = choose(drawn, rates.shares?.());
    return {
      ...{ id: newId(16), startedAt: at, lastAt: at, drawn, ...chosen },
      ...{ decided: false, kept: false, visitor: null, role: '' },
    };
  }

  function choose(
    [recorded, replayed]: SessionState['drawn'],
    { sessions, replays }: Shares = mostPrivate,
  ): Pick<SessionState, 'sampled' | 'replay'> {
    const sampled = recorded < Math.min(rates.sampleRate ?? 1, sessions / 100);
    return { sampled, replay: sampled && replayed < Math.min(rates.replaySampleRate ?? 1, replays / 100) };
  }

  function read(): SessionState | undefined {
    const found = (parseJson(storage.get(sessionName)) ?? {}) as SessionState;
    if (/^[\da-f]{32}$/.test(found.id) && found.startedAt <= found.lastAt) return { ...begin(), ...found };
    return undefined;
  }

  function isAlive(session: SessionState): boolean {
    return Math.abs(now() - session.lastAt) < idleMs && now() - session.startedAt < longestMs;
  }

  function save(): void {
    // Another tab may have seen it break.
    const other = read();
    if (other?.id === state.id) state.kept ||= other.kept;
    store();
  }

  function store(): void {
    storedAt = now();
    storage.set(sessionName, toJson(state));
  }

  return {
    get state() {
      return state;
    },
    alive: () => isAlive(state),
    touch(changing) {
      if (isNew) {
        isNew = false;
        return 'new';
      }
      const was = state.id;
      if (Math.abs(now() - storedAt) < storeEveryMs && isAlive(state)) {
        state.lastAt = now();
        return 'same';
      }
      const other = read();
      const isOther = other && other.id !== was && isAlive(other);
      if (other?.id === was) state.lastAt = Math.max(state.lastAt, other.lastAt);
      const ended = !isOther && !isAlive(state);
      if (isOther || ended) changing();
      if (isOther) state = other;
      if (ended) state = { ...begin(), visitor: state.visitor, role: state.role, skewMs: state.skewMs };
      state.lastAt = now();
      save();
      return ended ? 'new' : isOther ? 'joined' : 'same';
    },
    clockIsOff(skewMs) {
      if (state.skewMs === skewMs) return;
      state.skewMs = skewMs;
      save();
    },
    undecided: () => !state.decided && choose(state.drawn).sampled,
    decide(shares) {
      if (state.decided) return;
      state = { ...state, ...choose(state.drawn, shares), decided: true };
      save();
    },
    keep() {
      if (state.kept) return;
      state.kept = true;
      save();
    },
    identify(visitor, role) {
      state.visitor = visitor;
      state.role = role;
      save();
    },
    leave() {
      if (!read()) store();
    },
  };
}
