import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loading, Page } from '../ui/index.ts';
import { FailedScreen } from './failed-screen.tsx';
import styles from './frame.module.css';
import { NotFound } from './not-found.tsx';
import { Mark } from './shell/mark.tsx';

/** What stands around whatever is said before there is a project to look at: whose page it is, and the way home. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <Link className={styles.brand} to="/" aria-label="Sightglass, home">
          <Mark />
          Sightglass
        </Link>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}

/** The faces of addresses outside of any project. Inside, the shell stands around the same. */
export const framed = {
  pendingComponent: () => (
    <Frame>
      <Page title="Loading">
        <Loading heading="h1" label="Loading this screen" />
      </Page>
    </Frame>
  ),
  errorComponent: (told: { error: unknown; reset: () => void }) => (
    <Frame>
      <FailedScreen {...told} />
    </Frame>
  ),
  notFoundComponent: () => (
    <Frame>
      <NotFound />
    </Frame>
  ),
};
