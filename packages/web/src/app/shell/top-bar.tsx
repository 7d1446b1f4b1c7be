import { ActionIcon, Tooltip } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { KeyHint } from '../../ui/index.ts';
import { AccountMenu } from './account-menu.tsx';
import { EnvironmentMenu, ReleaseMenu } from './facet-menus.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { RangeMenu } from './range-menu.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import styles from './top-bar.module.css';

/**
 * What every question is bound by (project, environment, release, time), and what is about you.
 *
 * @param bounded - The screen asks within environment, release and time, so that choosing them changes what it shows.
 */
export function TopBar({ bounded, onHelp }: { bounded: boolean; onHelp: () => void }) {
  return (
    <header className={styles.bar} data-bounds={bounded ? undefined : 'none'}>
      <ProjectMenu />
      {bounded && (
        <fieldset className={styles.bounds} aria-label="What is shown">
          <EnvironmentMenu />
          <ReleaseMenu />
          <RangeMenu />
        </fieldset>
      )}
      <div className={styles.own}>
        <button type="button" className={styles.search} onClick={spotlight.open}>
          <IconSearch size="1rem" aria-hidden />
          <span>Search and jump</span>
          <KeyHint keys="mod+k" />
        </button>
        <Tooltip label="Search and jump">
          <ActionIcon className={styles.searchNarrow} aria-label="Search and jump" size="lg" onClick={spotlight.open}>
            <IconSearch size="1.125rem" stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <ThemeMenu />
        <AccountMenu onHelp={onHelp} />
      </div>
    </header>
  );
}
