import { notifications } from '@mantine/notifications';
import { speeds } from '@sightglass/replay';
import { type RefObject, useMemo } from 'react';
import { addressOf } from '../../client/index.ts';
import { useShortcuts } from '../../ui/index.ts';
import { type Item, indexAt } from './items.ts';
import { type Player, usePlayer } from './player.tsx';
import { usePlayerPreferences } from './preferences.ts';

/** What one can do with the player, by button or by key. */
export interface Doings {
  toggle(): void;
  skip(direction: 1 | -1): void;
  toItem(direction: 1 | -1): void;
  toEdge(): void;
  setSpeed(speed: number): void;
  setSkipIdle(skipIdle: boolean): void;
  copyLink(): void;
  toggleFullScreen(): void;
}

const skipMs = 10_000;

export function useDoings(
  frame: RefObject<HTMLElement | null>,
  listed: readonly Item[],
  about: { project: string; session: string; tab: string | null },
  onLeave: () => void,
): Doings {
  const player = usePlayer();
  const { keepSpeed, keepSkipIdle } = usePlayerPreferences();
  const { project, session, tab } = about;
  const doings = useMemo(
    (): Doings => ({
      ...moves(player, listed),
      setSpeed(speed) {
        player.clock.setSpeed(speed);
        keepSpeed(speed);
      },
      setSkipIdle(skipIdle) {
        player.clock.setSkipIdle(skipIdle);
        keepSkipIdle(skipIdle);
      },
      copyLink() {
        const t = Math.round(player.clock.state().at);
        const address = addressOf('/p/:project/sessions/:session', { project, session }, { t, tab });
        void navigator.clipboard.writeText(`${location.origin}${address}`).then(
          () => notifications.show({ message: 'A link to this moment is on the clipboard.' }),
          () => notifications.show({ message: `The browser keeps the clipboard closed. ${location.origin}${address}` }),
        );
      },
      toggleFullScreen() {
        if (document.fullscreenElement) void document.exitFullscreen();
        else void frame.current?.requestFullscreen().catch(() => undefined); // refused by the browser: nothing changes
      },
    }),
    [player, listed, frame, project, session, tab, keepSpeed, keepSkipIdle],
  );
  useShortcuts('Replay', [
    { keys: 'space', says: 'Play or pause', run: doings.toggle },
    { keys: 'arrowleft', says: 'Back 10 seconds', run: () => doings.skip(-1) },
    { keys: 'arrowright', says: 'Forward 10 seconds', run: () => doings.skip(1) },
    { keys: 'shift+arrowleft', says: 'To the event before', run: () => doings.toItem(-1) },
    { keys: 'shift+arrowright', says: 'To the next event', run: () => doings.toItem(1) },
    ...speeds.map((speed, index) => ({
      keys: String(index + 1),
      says: `Speed ${speed}×`,
      run: () => doings.setSpeed(speed),
    })),
    { keys: 'f', says: 'Full screen', run: doings.toggleFullScreen },
    { keys: 'escape', says: 'Leave full screen, or back to the sessions', run: onLeave },
    { keys: 'shift+u', says: 'Copy a link to this moment', run: doings.copyLink },
  ]);
  return doings;
}

function moves(
  { clock, span }: Player,
  listed: readonly Item[],
): Pick<Doings, 'toggle' | 'skip' | 'toItem' | 'toEdge'> {
  return {
    toggle: clock.toggle,
    skip: (direction) => clock.seek(clock.state().at + direction * skipMs),
    toItem(direction) {
      const { at } = clock.state();
      const now = indexAt(listed, at);
      // Going back from shortly after an event means the one before it, not that same one for ever.
      const next = direction > 0 ? now + 1 : at - (listed[now]?.at ?? 0) < 1 ? now - 1 : now;
      const item = listed[next];
      if (item) clock.seek(item.at);
    },
    toEdge() {
      clock.seek(span.until);
      clock.play();
    },
  };
}
