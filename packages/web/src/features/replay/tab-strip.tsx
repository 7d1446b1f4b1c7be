import type { Recording } from '@sightglass/replay';
import { usePlayer } from './player.tsx';
import type { Seen } from './stage-view.tsx';
import styles from './tab-strip.module.css';

/** Above the stage: which of the person's tabs is seen, and how large it was there. */
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
  const tabs = tabsOf(recording);
  return (
    <div className={styles.strip}>
      {tabs.length > 1 && (
        <fieldset className={styles.tabs} aria-label="Tab">
          <button type="button" aria-pressed={tab === null} onClick={() => onTab(null)}>
            Follow
          </button>
          {tabs.map((id, index) => (
            <button
              key={id}
              type="button"
              aria-pressed={tab === id}
              data-seen={seen?.tab === id}
              onClick={() => onTab(id)}
            >
              Tab {index + 1}
            </button>
          ))}
        </fieldset>
      )}
      {seen !== null && seen.width > 0 && (
        <span className={styles.size}>
          {seen.width} × {seen.height}, shown at {Math.round(seen.scale * 100)} %
        </span>
      )}
    </div>
  );
}

/** In the order in which they were opened. */
function tabsOf(recording: Recording): string[] {
  return [...new Set(recording.pages.map(({ tab }) => tab))];
}
