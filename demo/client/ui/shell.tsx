import { type ReactNode, useEffect, useState } from 'react';
import { errors } from '#release/errors.ts';
import { useDesk } from '../desk.tsx';
import { Link, useRouter } from '../router.tsx';

const beatMs = 60_000;

/** Everything around a screen: the bar with the ways through the desk, and who is here. */
export function Shell({ children }: { children: ReactNode }) {
  const { user, ended, may, signOut } = useDesk();
  const { go } = useRouter();
  const words = useWords();
  const reachable = useReachable();
  return (
    <>
      <header className="bar">
        <span className="brand">
          <svg className="logo" aria-hidden="true" viewBox="0 0 32 32">
            <path d="M3 6h16v6h-6v8h6v6H3z" />
            <path d="M29 6h-8v8h-6v4h6v8h8z" className="logo-tail" />
          </svg>
          Tenon Parts Desk
        </span>
        {user && (
          <nav aria-label="Desk">
            <Link to="/parts">Parts</Link>
            <Link to="/orders">Orders</Link>
            {may('listUsers') && <Link to="/admin/users">Users</Link>}
            {may('spend') && <Link to="/admin/spend">Spend</Link>}
          </nav>
        )}
        {user && (
          <div className="who">
            <span>
              {user.displayName} <small>{user.role}</small>
            </span>
            <button
              type="button"
              className="quiet"
              onClick={() => {
                signOut();
                go('/sign-in');
              }}
            >
              Sign out
            </button>
          </div>
        )}
      </header>
      {!reachable && (
        <p role="status" className="notice">
          The desk cannot be reached just now.
        </p>
      )}
      {ended && (
        <p role="alert" className="refusal wide" data-code="SESSION_EXPIRED">
          {errors.SESSION_EXPIRED?.message} <Link to="/sign-in">Sign in again</Link>
        </p>
      )}
      {children}
      <footer className="foot">{words.footer ?? ''}</footer>
    </>
  );
}

/** Words that translators own, from a file of theirs. Without it the page merely says less. */
function useWords(): Record<string, string> {
  const [words, setWords] = useState<Record<string, string>>({});
  useEffect(() => {
    fetch('/assets/i18n/en.json')
      .then((response) => response.json())
      .then(setWords, () => setWords({}));
  }, []);
  return words;
}

/** Asks now and then whether the server is there. */
function useReachable(): boolean {
  const { clock } = useDesk();
  const [reachable, setReachable] = useState(true);
  useEffect(() => {
    let cancel = () => {};
    const beat = () => {
      fetch('/healthz').then(
        (response) => setReachable(response.ok),
        () => setReachable(false),
      );
      cancel = clock.after(beatMs, beat);
    };
    beat();
    return () => cancel();
  }, [clock]);
  return reachable;
}
