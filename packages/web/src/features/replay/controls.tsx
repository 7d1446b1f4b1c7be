import { ActionIcon, Button, Select, Switch, Tooltip } from '@mantine/core';
import { speeds } from '@sightglass/replay';
import {
  IconArrowsMaximize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconRewindBackward10,
  IconRewindForward10,
  type TablerIcon,
} from '@tabler/icons-react';
import { LiveDot, writeClock } from '../../ui/index.ts';
import styles from './controls.module.css';
import { useClock, usePlayer } from './player.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import { ShareMenu } from './share-menu.tsx';
import type { Doings } from './use-doings.ts';

/** Nearer to the end than this counts as watching live. */
const edgeMs = 4_000;

/** Play, go to and fro, how fast, and what to pass over. */
export function Controls({ session, doings }: { session: string; doings: Doings }) {
  const { span, live } = usePlayer();
  const playing = useClock((state) => state.playing);
  const speed = useClock((state) => state.speed);
  const skipIdle = useClock((state) => state.skipIdle);
  const second = useClock(({ at }) => Math.floor((at - span.from) / 1_000));
  const atEdge = useClock(({ at, playing: runs }) => runs && span.until - at < edgeMs);
  return (
    <fieldset className={styles.controls} aria-label="Player">
      <Act icon={IconPlayerSkipBack} label="To the event before" keys="Shift ←" run={() => doings.toItem(-1)} />
      <Act icon={IconRewindBackward10} label="Back 10 seconds" keys="←" run={() => doings.skip(-1)} />
      <Tooltip label={playing ? 'Pause (Space)' : 'Play (Space)'}>
        <ActionIcon
          size="lg"
          radius="xl"
          variant="filled"
          aria-label={playing ? 'Pause' : 'Play'}
          onClick={doings.toggle}
        >
          {playing ? (
            <IconPlayerPauseFilled size="1.1rem" aria-hidden />
          ) : (
            <IconPlayerPlayFilled size="1.1rem" aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
      <Act icon={IconRewindForward10} label="Forward 10 seconds" keys="→" run={() => doings.skip(1)} />
      <Act icon={IconPlayerSkipForward} label="To the next event" keys="Shift →" run={() => doings.toItem(1)} />
      <span className={styles.frames}>
        <Act icon={IconPlayerTrackPrev} label="One frame back" keys="Alt ←" run={() => doings.toFrame(-1)} />
        <Act icon={IconPlayerTrackNext} label="One frame further" keys="Alt →" run={() => doings.toFrame(1)} />
      </span>
      <span className={styles.time}>
        <strong>{writeClock(second * 1_000)}</strong> / {writeClock(span.until - span.from)}
      </span>
      {live &&
        (atEdge ? (
          <LiveDot />
        ) : (
          <Button variant="light" onClick={doings.toEdge}>
            Go live
          </Button>
        ))}
      <span className={styles.choices}>
        <Switch
          className={styles.rests}
          size="xs"
          label="Skip rests"
          checked={skipIdle}
          onChange={(event) => doings.setSkipIdle(event.currentTarget.checked)}
        />
        <Select
          className={styles.speed}
          aria-label="Speed"
          data={speeds.map((one) => ({ value: String(one), label: `${one}×` }))}
          value={String(speed)}
          onChange={(value) => doings.setSpeed(Number(value))}
        />
        <SettingsMenu />
        <ShareMenu session={session} doings={doings} />
        <Act icon={IconArrowsMaximize} label="Full screen" keys="F" run={doings.toggleFullScreen} />
      </span>
    </fieldset>
  );
}

function Act({ icon: Icon, label, keys, run }: { icon: TablerIcon; label: string; keys: string; run: () => void }) {
  return (
    <Tooltip label={`${label} (${keys})`}>
      <ActionIcon size="lg" aria-label={label} onClick={run}>
        <Icon size="1.15rem" stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
