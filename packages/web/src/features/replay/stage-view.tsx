import { createStage, type LeftOut, type Shown } from '@sightglass/replay';
import { IconVideoOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { describeFailure } from '../../client/index.ts';
import { Empty, Failed, Loading, writeClock, writeCount } from '../../ui/index.ts';
import { DeviceFrame } from './device-frame.tsx';
import { useClock, usePlayer } from './player.tsx';
import { usePlayerPreferences } from './preferences.ts';
import type { Seen } from './seen.ts';
import styles from './stage-view.module.css';
import { createTrail } from './trail.ts';

/** The page as the visitor saw it, at the clock's time. Draws by itself, without React, as the clock runs. */
export function StageView({
  tab,
  replay,
  seen,
  onSeen,
}: {
  tab: string | null;
  replay: boolean;
  seen: Seen | null;
  onSeen: (seen: Seen) => void;
}) {
  const { clock, feed, recording, loading } = usePlayer();
  const root = useRef<HTMLDivElement>(null);
  const [blank, setBlank] = useState(false);
  const [leftOut, setLeftOut] = useState('');
  const { frame, trail: trails } = usePlayerPreferences(({ shown }) => shown);
  useEffect(() => {
    if (root.current === null) return;
    let told = '';
    const tell = ({ page, width, height, scale, waiting, leftOut }: Shown): void => {
      clock.hold(waiting);
      setLeftOut(wordsFor(leftOut));
      const words = `${page?.tab} ${width} ${height} ${scale}`;
      if (words === told) return;
      told = words;
      setBlank(page === null);
      if (page !== null) onSeen({ tab: page.tab, width, height, scale });
    };
    const stage = createStage(root.current, tell);
    const trail = createTrail(root.current);
    const show = (): void => {
      const { at, playing } = clock.state();
      feed.around(at, tab);
      stage.setMoving(playing);
      const shown = stage.show(feed.state().recording, at, tab);
      tell(shown);
      if (trails) trail.draw(shown, at);
      else trail.clear();
    };
    const stops = [clock.subscribe(show), feed.subscribe(show)];
    show();
    return () => {
      for (const stop of stops) stop();
      stage.stop();
    };
  }, [clock, feed, tab, trails, onSeen]);

  const empty = recording.pages.length === 0;
  return (
    <section className={styles.stage} aria-label="Replay">
      <DeviceFrame seen={empty || blank || !frame ? null : seen}>
        <div className={styles.root} ref={root} hidden={empty} />
      </DeviceFrame>
      {empty && <InPlaceOfAPage replay={replay} />}
      {!empty && blank && <p className={styles.note}>This tab is not open yet.</p>}
      {!empty && loading.state === 'failed' && (
        <p className={styles.note}>
          The rest of the recording did not come: {describeFailure(loading.error).title}.{' '}
          <button type="button" onClick={feed.catchUp}>
            Try again
          </button>
        </p>
      )}
      <Passing leftOut={leftOut} />
    </section>
  );
}

function InPlaceOfAPage({ replay }: { replay: boolean }) {
  const { feed, loading } = usePlayer();
  if (replay && loading.state === 'loading') return <Loading label="Loading the recording" block lines={3} />;
  if (loading.state === 'failed') return <Failed {...describeFailure(loading.error)} onRetry={feed.catchUp} />;
  return (
    <Empty title="No replay of this session" icon={<IconVideoOff size="1.5rem" stroke={1.5} aria-hidden />}>
      <p>
        It was outside the replay sample, its SDK sends none, or its retention has ended. What happened still stands in
        the timeline and the list.
      </p>
    </Empty>
  );
}

/** How long a skipped rest is spoken of, in the session's own time. */
const speakMs = 2_500;

/** What passes over the stage: rests that were skipped, and parts that never came, are on their way, or are more than a screen bears. */
function Passing({ leftOut }: { leftOut: string }) {
  const { gaps } = usePlayer();
  const skipped = useClock(({ skipped: rest, at, speed }) => (rest && at - rest.until < speakMs * speed ? rest : null));
  const gap = useClock(({ at }) => gaps.findIndex(({ from, until }) => at >= from && at < until));
  const waiting = useClock((state) => state.waiting);
  const missing = gaps[gap];
  return (
    <div className={styles.passing} role="status">
      {skipped !== null && <p>Skipped {writeClock(skipped.until - skipped.from)} without anything done</p>}
      {missing && <p>{reasons[missing.reason]}</p>}
      {leftOut !== '' && <p>{leftOut}</p>}
      {waiting && <p className={styles.waiting}>Loading this moment</p>}
    </div>
  );
}

function wordsFor({ nodes, changes }: LeftOut): string {
  const told: string[] = [];
  if (nodes > 0)
    told.push(`This page is too large to be shown whole: ${writeCount(nodes)} of its elements and texts are left out.`);
  if (changes > 0) told.push(`${writeCount(changes)} changes came in a rush: what came of them is shown.`);
  return told.join(' ');
}

const reasons = {
  'missing-segments': 'A part of the recording never arrived. What you see may be stale.',
  'damaged-segments': 'A part of the recording is damaged. What you see may be stale.',
  'no-snapshot': 'The recording begins later: no snapshot of the page came before.',
};
