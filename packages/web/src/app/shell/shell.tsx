import { Outlet, useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type SearchTexts, useProject, useWhere } from '../../client/index.ts';
import { usePreferences } from '../../theme/index.ts';
import { TitleWithin } from '../../ui/index.ts';
import { NoProject } from '../not-found.tsx';
import { Announcer } from './announcer.tsx';
import { KeyboardSheet } from './keyboard-sheet.tsx';
import { Palette } from './palette.tsx';
import { PaperBounds } from './paper-bounds.tsx';
import { Rail } from './rail.tsx';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { useShellKeys } from './use-shell-keys.ts';

/** Screens that are about all that is kept, whatever time, environment and release others show. */
const unbounded = /^\/p\/[^/]+\/(settings|visitors)(\/|$)/;

/** What stands around every screen of a project. */
export function Shell() {
  const { project } = useWhere();
  const about = useProject();
  const known = about !== undefined;
  const setLastProject = usePreferences((kept) => kept.setLastProject);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const bounded = known && !unbounded.test(path);
  const { q = '' } = useSearch({ strict: false }) as SearchTexts; // parseSearch makes texts only
  const [sheet, setSheet] = useState(false);
  useShellKeys(project, () => setSheet(true));
  useEffect(() => {
    if (known) setLastProject(project);
  }, [known, project, setLastProject]);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      {/* Of a project that is not there no screen is open, and nothing bounds it. */}
      <Rail project={project} path={known ? path : ''} />
      <div className={styles.column}>
        <TopBar bounded={bounded} onHelp={() => setSheet(true)} />
        {bounded && <PaperBounds search={q} />}
        <main id="main" className={styles.main} tabIndex={-1}>
          <TitleWithin value={about?.name ?? ''}>{known ? <Outlet /> : <NoProject />}</TitleWithin>
        </main>
      </div>
      <Palette onHelp={() => setSheet(true)} />
      <KeyboardSheet opened={sheet} onClose={() => setSheet(false)} />
      <Announcer />
    </div>
  );
}
