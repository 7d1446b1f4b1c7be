import type { IssueActivity } from '@sightglass/wire';
import { Panel, TimeAgo } from '../../ui/index.ts';
import styles from './log-part.module.css';
import { deedWords } from './model.ts';

/** What happened to an issue and who did it, newest first. */
export function LogPart({ activity }: { activity: readonly IssueActivity[] }) {
  return (
    <Panel title="What was decided">
      <ol className={styles.log}>
        {activity.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a log only grows, and two lines of it may say the same
          <li key={index}>
            <span>
              {one.by !== '' && <strong>{one.by} </strong>}
              {deedWords(one)}
            </span>
            <TimeAgo at={one.at} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
