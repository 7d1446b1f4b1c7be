import { pageChanges } from '@sightglass/replay';
import { IconLock } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { Unseen } from '../../ui/index.ts';
import styles from './device-frame.module.css';
import { useClock, usePlayer } from './player.tsx';
import type { Seen } from './seen.ts';

/** Narrower viewports are those of phones. */
const phonePx = 500;

type Around = 'none' | 'window' | 'phone';

/**
 * Around the page what it was seen in: a window with the address, or a phone. Its room is kept from the beginning, so that the page does not
 * move when it is there.
 *
 * @param around - What is to be expected while nothing was seen; `none`: bare, whatever it was.
 * @param drawn - Whether there is a page to be drawn around.
 * @param intake - What the session's SDK is: it decides what is known of the address.
 */
export function DeviceFrame({
  around,
  seen,
  drawn,
  intake,
  children,
}: {
  around: Around;
  seen: Seen | null;
  drawn: boolean;
  intake: string;
  children: ReactNode;
}) {
  const isKnown = seen !== null && seen.width > 0;
  const device = around === 'none' || !isKnown ? around : seen.width < phonePx ? 'phone' : 'window';
  const style = seen && {
    '--page-inline': `${Math.round(seen.width * seen.scale)}px`,
    '--page-block': `${Math.round(seen.height * seen.scale)}px`,
  };
  return (
    <div className={styles.device} data-device={device} style={(style ?? {}) as CSSProperties}>
      {device !== 'none' && drawn && isKnown && (
        <span className={styles.case}>{device === 'window' && <Address tab={seen.tab} intake={intake} />}</span>
      )}
      <div className={styles.screen}>{children}</div>
    </div>
  );
}

/** rrweb says where a page is when it takes the whole of it, and nothing when the application moves on by itself. */
const ofLastPage =
  'The address when the whole page was last recorded; rrweb tells no navigation inside the page, so it may be older than what is shown';

/** Paths have names where ids stood, and no query: more was not recorded. */
function Address({ tab, intake }: { tab: string; intake: string }) {
  const { items, recording } = usePlayer();
  const changes = useMemo(() => {
    const views = items.filter((item) => item.group === 'views' && item.tab === tab);
    if (views.length > 0) return views.map(({ at, title }) => ({ at, path: title }));
    return pageChanges(recording).filter((change) => change.tab === tab);
  }, [items, recording, tab]);
  const path = useClock(({ at }) => changes.findLast((change) => change.at <= at)?.path ?? '');
  const words = intake === 'rrweb' ? ofLastPage : 'The address of the page';
  return (
    <span className={styles.bar}>
      <span className={styles.dots} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <span className={styles.address} title={words}>
        <IconLock size="0.75rem" aria-hidden />
        <Unseen>{words}: </Unseen>
        {path}
      </span>
    </span>
  );
}
