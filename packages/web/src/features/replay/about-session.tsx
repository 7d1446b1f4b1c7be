import { Popover } from '@mantine/core';
import type { SessionSummary, StoredRecord } from '@sightglass/wire';
import { IconInfoCircle } from '@tabler/icons-react';
import { IconButton } from '../../ui/index.ts';
import styles from './about-session.module.css';
import { beginningOf, detailsOf } from './session-details.ts';

interface About {
  session: SessionSummary;
  records: readonly StoredRecord[];
}

/** All that is known of who came, for whoever cannot make the same happen with a browser of their own. */
export function AboutSession(about: About) {
  return (
    <Popover position="bottom-start" width="min(26rem, calc(100vw - 2rem))" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <IconButton label="About this session">
          <IconInfoCircle size="1.15rem" stroke={1.6} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="About this session">
        <Details {...about} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** By itself: the header is drawn anew every few seconds, and mostly nobody has asked. */
function Details({ session, records }: About) {
  return (
    <dl className={styles.details}>
      {detailsOf(session, beginningOf(records)).map(([name, said]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  );
}
