import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useClock, usePlayer } from './player.tsx';
import { usePlayerPreferences } from './preferences.ts';
import styles from './stage-view.module.css';

/** Long enough to say no. */
const waitMs = 5_000;

/** At the end of a session that was played to it: the next one, after a moment to stay. */
export function AutoplayNext({ onNext }: { onNext: () => Promise<boolean> }) {
  const { span, live, chosen } = usePlayer();
  const wanted = usePlayerPreferences(({ shown }) => shown.autoplay);
  const playing = useClock((state) => state.playing);
  const ended = useClock(({ at, playing: runs }) => !runs && at >= span.until);
  const [played, setPlayed] = useState(false);
  const [over, setOver] = useState(false);
  if (playing && !played) setPlayed(true);
  const waits = wanted && ended && played && !live && !over && chosen.clip === null;
  const goOn = useEffectEvent(() => {
    void onNext().then((found) => {
      if (!found) setOver(true);
    });
  });
  // The screen is drawn anew while one waits, which does not begin the wait anew.
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => goOn(), waitMs);
    return () => clearTimeout(timer);
  }, [waits]);
  if (!waits) return null;
  return (
    <div className={styles.next} role="status">
      <span>The next session begins in a moment.</span>
      <Button size="compact-sm" variant="light" onClick={() => setOver(true)}>
        Stay here
      </Button>
    </div>
  );
}
