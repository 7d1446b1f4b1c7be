import { pageAt, pageChanges, type Recording } from '@sightglass/replay';
import { useMemo } from 'react';
import { LacksLine } from './lacks-line.tsx';
import { useClock, usePlayer } from './player.tsx';
import type { Seen } from './seen.ts';
import styles from './tab-strip.module.css';

/** Above the stage: which of the person's tabs is seen, which they were at, what it lacks, and how large the page was there. */
export function TabStrip({
  tab,
  seen,
  onTab,
}: {
  tab: string | null;
  seen: Seen | null;
  onTab: (tab: string | null) => void;
}) {
  const { recording } = usePlayer();
  const tabs = useMemo(() => tabsOf(recording), [recording]);
  const changes = useMemo(() => pageChanges(recording), [recording]);
  const at = useClock((state) => Math.floor(state.at / 250) * 250);
  const theirs = useMemo(() => pageAt(recording, at)?.tab, [recording, at]);
  return (
    <div className={styles.strip}>
      {tabs.length > 1 && (
        <fieldset className={styles.tabs} aria-label="Tab">
          <button type="button" aria-pressed={tab === null} onClick={() => onTab(null)}>
            Follow the user
          </button>
          {tabs.map((one, index) => {
            const path = changes.findLast((change) => change.tab === one.id && change.at <= at)?.path;
            return (
              <button
                key={one.id}
                type="button"
                aria-pressed={tab === one.id}
                data-seen={seen?.tab === one.id}
                disabled={one.from > at && tab !== one.id}
                title={theirs === one.id ? 'The person is here' : undefined}
                onClick={() => onTab(one.id)}
              >
                {theirs === one.id && <span className={styles.here} aria-hidden />}
                Tab {index + 1}
                {path !== undefined && <span className={styles.path}>{path}</span>}
              </button>
            );
          })}
        </fieldset>
      )}
      <LacksLine />
      {seen !== null && seen.width > 0 && (
        <span className={styles.size}>
          {seen.width} × {seen.height}, shown at {Math.round(seen.scale * 100)} %
        </span>
      )}
    </div>
  );
}

/** In the order in which they were opened. */
function tabsOf(recording: Recording): { id: string; from: number }[] {
  const tabs = new Map<string, number>();
  for (const { tab, from } of recording.pages) tabs.set(tab, Math.min(tabs.get(tab) ?? from, from));
  return [...tabs].map(([id, from]) => ({ id, from })).sort((one, other) => one.from - other.from);
}
