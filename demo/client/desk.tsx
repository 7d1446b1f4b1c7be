import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { permissions } from '#release/permissions.ts';
import { type Calls, createCalls } from './calls.ts';
import type { Clock } from './clock.ts';
import type { Role, User } from './entities.ts';
import { createRequest } from './request.ts';
import type { SessionStore } from './session.ts';
import { countVisit } from './usage.ts';
import { tellWho } from './watching.ts';

export type CallName = keyof typeof permissions;

interface Desk {
  calls: Calls;
  clock: Clock;
  user: User | undefined;
  /** The server said that the session has ended; the screen stays and says so. */
  ended: boolean;
  may(call: CallName): boolean;
  signIn(email: string, password: string): Promise<void>;
  signOut(): void;
}

const DeskContext = createContext<Desk | undefined>(undefined);

/** Who is here, what they may do, and how to call the server; for every screen below. */
export function DeskProvider({ clock, store, children }: { clock: Clock; store: SessionStore; children: ReactNode }) {
  const [user, setUser] = useState<User>();
  const [ended, setEnded] = useState(false);
  const [looked, setLooked] = useState(store.token() === undefined);

  const calls = useMemo(
    () =>
      createCalls(
        createRequest(store.token, (refused) => {
          if (refused.code === 'SESSION_EXPIRED') setEnded(true);
        }),
      ),
    [store],
  );

  useEffect(() => {
    if (looked) return;
    calls
      .me()
      .then(
        (found) => {
          tellWho(found);
          setUser(found);
        },
        () => store.forget(), // A token that no longer counts is the same as none.
      )
      .finally(() => setLooked(true));
  }, [calls, looked, store]);

  const desk = useMemo<Desk>(
    () => ({
      calls,
      clock,
      user,
      ended,
      may: (call) => {
        const allowed: readonly Role[] = permissions[call];
        return user !== undefined && allowed.includes(user.role);
      },
      async signIn(email, password) {
        const { token } = await calls.signIn(email, password);
        store.keep(token);
        const found = await calls.me();
        tellWho(found);
        countVisit(clock.now());
        setEnded(false);
        setUser(found);
      },
      signOut() {
        store.forget();
        setUser(undefined);
        setEnded(false);
      },
    }),
    [calls, clock, user, ended, store],
  );
  return <DeskContext value={desk}>{looked ? children : null}</DeskContext>;
}

/** @throws outside a {@link DeskProvider}: a bug of ours. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('useDesk needs a DeskProvider above it');
  return desk;
}
