import type { EpochMs } from '@sightglass/wire';
import type { Options } from '../options.ts';
import { newId } from '../scene/id.ts';
import type { Storage } from './storage.ts';

const idleMs = 30 * 60_000;
const longestMs = 4 * 3_600_000;
const storeEveryMs = 5_000;
const key = 'sightglass:session';

/** What all tabs of one visit know of it. */
export interface SessionState {
  id: string;
  startedAt: EpochMs;
  /** Last sign of life of the person, in any tab. */
  lastAt: EpochMs;
  /** Drawn once for the whole session. */
  sampled: boolean;
  replay: boolean;
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
  clockIsOff(skewMs: number): void;
  identify(visitor: string | null, role: string): void;
  forget(): void;
}

/** One visit: its tabs share it through local storage; it ends after 30 minutes without a sign of life, and after 4 hours. */
export function createSession(
  storage: Storage,
  rates: Pick<Options, 'sampleRate' | 'replaySampleRate'>,
  now: () => EpochMs = Date.now,
  random: () => number = Math.random,
): Session {
  let state = begin();
  let storedAt = 0;
  let opened: 'new' | 'joined' = 'new';

  const stored = read();
  if (stored && isAlive(stored)) {
    state = stored;
    opened = 'joined';
  } else state.skewMs = stored?.skewMs;
  save();

  function begin(): SessionState {
    const at = now();
    const sampled = random() < (rates.sampleRate ?? 1);
    const replay = sampled && random() < (rates.replaySampleRate ?? 1);
    return { id: newId(16), startedAt: at, lastAt: at, sampled, replay, visitor: null, role: '' };
  }

  function read(): SessionState | undefined {
    try {
      const found: Partial<SessionState> = JSON.parse(storage.get(key) ?? '');
      // Whatever else the page's own code may have put there.
      const valid = /^[\da-f]{32}$/.test(found.id ?? '') && Number(found.startedAt) <= Number(found.lastAt);
      return valid ? { ...begin(), ...found } : undefined;
    } catch {
      // Absent, or not ours.
      return undefined;
    }
  }

  function isAlive(session: SessionState): boolean {
    return now() - session.lastAt < idleMs && now() - session.startedAt < longestMs;
  }

  function save(): void {
    storedAt = now();
    storage.set(key, JSON.stringify(state));
  }

  return {
    get state() {
      return state;
    },
    alive: () => isAlive(state),
    touch(changing) {
      if (opened === 'new') {
        opened = 'joined';
        return 'new';
      }
      const was = state.id;
      if (Math.abs(now() - storedAt) < storeEveryMs && isAlive(state)) {
        state.lastAt = now();
        return 'same';
      }
      const other = read();
      const isOther = other && other.id !== was && isAlive(other);
      if (!isOther && other?.id === was) state.lastAt = Math.max(state.lastAt, other.lastAt);
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
    identify(visitor, role) {
      state.visitor = visitor;
      state.role = role;
      save();
    },
    forget: () => storage.remove(key),
  };
}
