import { notifications } from '@mantine/notifications';
import { pageAt, speeds, stepFrom } from '@sightglass/replay';
import { type RefObject, useMemo } from 'react';
import { addressOf } from '../../client/index.ts';
import { useShortcuts } from '../../ui/index.ts';
import { type Item, indexAt, isTrouble, nextOf } from './items.ts';
import { type Player, usePlayer } from './player.tsx';
import { usePlayerPreferences } from './preferences.ts';
import { type ReplaySearch, writeSearch } from './search.ts';

/** What one can do with the player, by button or by key. */
export interface Doings {
  toggle(): void;
  skip(direction: 1 | -1): void;
  toItem(direction: 1 | -1): void;
  /** To where something went wrong next, or before: an error, a failed call, a click in vain. */
  toTrouble(direction: 1 | -1): void;
  /** To where the page changed next, or before. */
  toFrame(direction: 1 | -1): void;
  toEdge(): void;
  setSpeed(speed: number): void;
  setSkipIdle(skipIdle: boolean): void;
  /** To this moment, and to the part that is chosen. */
  copyLink(): void;
  /** The chosen part begins or ends here. */
  choose(end: 'from' | 'until'): void;
  toggleLoop(): void;
  toggleZoom(): void;
  toggleFullScreen(): void;
  /** Writes down what one looks at, for a tracker. */
  report(): void;
}

const skipMs = 10_000;

export function useDoings(
  frame: RefObject<HTMLElement | null>,
  listed: readonly Item[],
  about: { project: string; session: string; search: ReplaySearch },
  on: { leave(): void; report(): void },
): Doings {
  const player = usePlayer();
  const { keepSpeed, keepSkipIdle } = usePlayerPreferences();
  const { project, session, search } = about;
  const { tab } = search;
  const doings = useMemo(
    (): Doings => ({
      ...moves(player, listed, tab),
      ...choices(player),
      setSpeed(speed) {
        player.clock.setSpeed(speed);
        keepSpeed(speed);
      },
      setSkipIdle(skipIdle) {
        player.clock.setSkipIdle(skipIdle);
        keepSkipIdle(skipIdle);
      },
      copyLink() {
        const about = writeSearch({ ...search, at: player.clock.state().at });
        const address = addressOf('/p/:project/sessions/:session', { project, session }, about);
        void navigator.clipboard.writeText(`${location.origin}${address}`).then(
          () => notifications.show({ message: 'A link to this moment is on the clipboard.' }),
          () => notifications.show({ message: `The browser keeps the clipboard closed. ${location.origin}${address}` }),
        );
      },
      report: on.report,
      toggleFullScreen() {
        if (document.fullscreenElement) void document.exitFullscreen();
        else void frame.current?.requestFullscreen().catch(() => undefined); // refused by the browser: nothing changes
      },
    }),
    [player, listed, frame, project, session, search, tab, keepSpeed, keepSkipIdle, on.report],
  );
  useShortcuts('Replay', [
    { keys: 'space', says: 'Play or pause', run: doings.toggle },
    { keys: 'arrowleft', says: 'Back 10 seconds', run: () => doings.skip(-1) },
    { keys: 'arrowright', says: 'Forward 10 seconds', run: () => doings.skip(1) },
    { keys: 'shift+arrowleft', says: 'To the event before', run: () => doings.toItem(-1) },
    { keys: 'shift+arrowright', says: 'To the next event', run: () => doings.toItem(1) },
    { keys: 'x', says: 'To the next thing that went wrong', run: () => doings.toTrouble(1) },
    { keys: 'shift+x', says: 'To the last thing that went wrong', run: () => doings.toTrouble(-1) },
    { keys: 'alt+arrowleft', says: 'One frame back', run: () => doings.toFrame(-1) },
    { keys: 'alt+arrowright', says: 'One frame further', run: () => doings.toFrame(1) },
    ...speeds.map((speed, index) => ({
      keys: String(index + 1),
      says: `Speed ${speed}×`,
      run: () => doings.setSpeed(speed),
    })),
    { keys: 'f', says: 'Full screen', run: doings.toggleFullScreen },
    { keys: 'i', says: 'A part begins here', run: () => doings.choose('from') },
    { keys: 'o', says: 'The part ends here', run: () => doings.choose('until') },
    { keys: 'l', says: 'Loop the part', run: doings.toggleLoop },
    { keys: 'z', says: 'Zoom the timeline to the part, or out', run: doings.toggleZoom },
    { keys: 'escape', says: 'Leave full screen, let go of the part, or back to the sessions', run: on.leave },
    { keys: 'b', says: 'Write a bug report', run: on.report },
    { keys: 'shift+u', says: 'Copy a link to this moment', run: doings.copyLink },
  ]);
  return doings;
}

function moves(
  { clock, span, feed, items }: Player,
  listed: readonly Item[],
  tab: string | null,
): Pick<Doings, 'toggle' | 'skip' | 'toItem' | 'toTrouble' | 'toFrame' | 'toEdge'> {
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
    toTrouble(direction) {
      const item = nextOf(items, clock.state().at, direction, isTrouble);
      if (item) clock.seek(item.at);
      else notifications.show({ message: 'Nothing went wrong in this session.' });
    },
    toFrame(direction) {
      clock.pause();
      const { at } = clock.state();
      const page = pageAt(feed.state().recording, at, tab);
      clock.seek(stepFrom(page?.times ?? [], at, direction));
    },
    toEdge() {
      clock.seek(span.until);
      clock.play();
    },
  };
}

/** A part that is begun without an end is this long. */
const firstLengthMs = 5_000;

function choices({ clock, span, chosen, say }: Player): Pick<Doings, 'choose' | 'toggleLoop' | 'toggleZoom'> {
  const { clip, loops, zoom } = chosen;
  return {
    choose(end) {
      const { at } = clock.state();
      const from = end === 'from' ? at : (clip?.from ?? Math.max(span.from, at - firstLengthMs));
      const until = end === 'until' ? at : (clip?.until ?? Math.min(span.until, at + firstLengthMs));
      // Where the two would cross, the other end gives way.
      if (from < until) say({ clip: { from, until } });
      else if (end === 'from') say({ clip: { from, until: Math.min(span.until, from + firstLengthMs) } });
      else say({ clip: { from: Math.max(span.from, until - firstLengthMs), until } });
    },
    toggleLoop() {
      if (clip) say({ loops: !loops });
    },
    toggleZoom() {
      if (zoom) say({ zoom: null });
      else if (clip) say({ zoom: clip });
    },
  };
}
