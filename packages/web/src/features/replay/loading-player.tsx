import { VisuallyHidden } from '@mantine/core';
import { Loading } from '../../ui/index.ts';
import styles from './loading-player.module.css';
import page from './page.module.css';
import timeline from './timeline.module.css';

/** What a session's page will be, while the session comes: who it was, the stage, the timeline with the keys below it, and the list. */
export function LoadingPlayer() {
  return (
    <div className={page.watching} role="status" aria-label="Loading the session">
      <VisuallyHidden component="h1">Loading the session</VisuallyHidden>
      <div className={styles.head}>
        <span />
      </div>
      <div className={page.screen}>
        <div className={page.player}>
          <span className={styles.strip} />
          <span className={styles.stage} />
          <div className={timeline.wrap}>
            <div className={timeline.ruler} />
            <div className={timeline.line} />
            <div className={timeline.legendRoom} />
          </div>
          <span className={styles.controls} />
        </div>
        <section>
          <Loading label="Loading what happened" lines={7} />
        </section>
      </div>
    </div>
  );
}
