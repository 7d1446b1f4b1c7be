import {
  activityOf,
  type Clock,
  createClock,
  type Gap,
  idleSpans,
  keepWithin,
  type Recording,
  type Span,
  type Ticker,
} from '@sightglass/replay';
import type { SessionSummary } from '@sightglass/wire';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createFeed, type Feed, type FeedState } from './feed.ts';
import { createInspector, type Inspecting, type Inspector } from './inspector.ts';
import { type Item, inOrder } from './items.ts';
import { openReplay } from './queries.ts';
import { recorderItems, type Sparing, sparingsOf } from './recorder-notes.ts';
import { placeIn, type ReplaySearch, type writeSearch } from './search.ts';

/** The one loaded thing of this feature: a session that is being watched. */
export interface Player {
  clock: Clock;
  feed: Feed;
  inspector: Inspector;
  recording: Recording;
  loading: FeedState;
  /** What happened, by time. */
  items: readonly Item[];
  span: Span;
  idle: readonly Span[];
  gaps: readonly Gap[];
  /** Where less was recorded than there was. */
  sparings: readonly Sparing[];
  live: boolean;
  device: SessionSummary['device'];
  /** The parts of the session that the URL names. */
  chosen: Pick<ReplaySearch, 'clip' | 'loops' | 'zoom'>;
  /** Writes a change into the URL. */
  say: Say;
}

export type Say = (change: Parameters<typeof writeSearch>[0]) => void;

const PlayerContext = createContext<Player | null>(null);

export function usePlayer(): Player {
  const player = use(PlayerContext);
  if (player === null) throw new Error('usePlayer outside a PlayerProvider');
  return player;
}

/** A part of the clock's state; whoever uses it renders again when that part changes. */
export function useClock<Value extends string | number | boolean | Span | null>(
  read: (state: ReturnType<Clock['state']>) => Value,
): Value {
  const { clock } = usePlayer();
  return useSyncExternalStore(clock.subscribe, () => read(clock.state()));
}

/** What is looked at on the page, and who is to be asked for more. */
export function useInspecting(): Inspecting & { inspector: Inspector } {
  const { inspector } = usePlayer();
  return { inspector, ...useSyncExternalStore(inspector.subscribe, inspector.state) };
}

const frames: Ticker = {
  now: () => performance.now(),
  next(frame) {
    const id = requestAnimationFrame(frame);
    return () => cancelAnimationFrame(id);
  },
};

interface Watched {
  project: string;
  session: string;
  start: number;
  end: number;
  /** Whether a replay is to be expected. */
  replay: boolean;
  live: boolean;
  device: SessionSummary['device'];
  speed: number;
  skipIdle: boolean;
}

/** Makes the clock and the feed of a session, keeps both to what is known, and opens where the link says. */
export function PlayerProvider({
  watched,
  items: happened,
  itemsAreHere,
  opens,
  say,
  children,
}: {
  watched: Watched;
  items: readonly Item[];
  itemsAreHere: boolean;
  opens: ReplaySearch;
  say: Say;
  children: ReactNode;
}) {
  const { project, session, start, end, replay, live, device } = watched;
  const [clock] = useState(() => createClock(frames, start, watched.speed, watched.skipIdle));
  const [feed] = useState(() => createFeed((since, signal) => openReplay(project, session, since, signal)));
  const [inspector] = useState(createInspector);
  const loading = useSyncExternalStore(feed.subscribe, feed.state);
  const { recording } = loading;
  useEffect(() => () => clock.stop(), [clock]);
  useEffect(() => () => feed.stop(), [feed]);
  useEffect(() => {
    if (replay) feed.catchUp();
  }, [feed, replay]);

  const { clip, loops, zoom } = opens;
  const chosen = useSteady({ clip, loops, zoom });
  useEffect(() => (chosen.clip ? keepWithin(clock, chosen.clip, chosen.loops) : undefined), [clock, chosen]);

  // Most recordings note nothing, and what is listed stays the same list while they stream in.
  const noted = useSteady(useMemo(() => recorderItems(recording.pages), [recording.pages]));
  const items = useMemo(() => (noted.length > 0 ? inOrder([...happened, ...noted]) : happened), [happened, noted]);

  // What has not come is no rest: nothing is skipped before all is here.
  const complete = itemsAreHere && (!replay || loading.state === 'done');
  const player = useMemo((): Player => {
    const span = spanOf(recording, happened, { from: start, until: end });
    const times = [...activityOf(recording), ...items.filter(isActivity).map(({ at }) => at)];
    const idle = complete && times.length > 0 ? idleSpans(times, span) : [];
    const { gaps, pages } = recording;
    const sparings = sparingsOf(pages);
    return { clock, feed, inspector, recording, loading, items, span, idle, gaps, sparings, live, device, chosen, say };
  }, [clock, feed, inspector, recording, loading, happened, items, start, end, live, device, complete, chosen, say]);

  const { span, idle } = player;
  useEffect(() => {
    clock.setBounds(span, live);
    clock.setIdle(idle);
  }, [clock, span, idle, live]);
  useOpening(clock, span, opens, complete || recording.pages.length > 0 || loading.state === 'failed');

  return <PlayerContext value={player}>{children}</PlayerContext>;
}

/** The same object as long as it says the same: the URL is read anew on every render. */
function useSteady<Value extends object>(value: Value): Value {
  const words = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are all of the value
  return useMemo(() => value, [words]);
}

/** Goes to the place that the link names, whenever it names another; begins to run once there is something to see. */
function useOpening(
  clock: Clock,
  span: Span,
  { place, plays }: Pick<ReplaySearch, 'place' | 'plays'>,
  ready: boolean,
): void {
  const at = placeIn(span, place);
  const tried = useRef<{ at: number; came: number } | null>(null);
  useEffect(() => {
    if (at === null) return;
    const last = tried.current;
    // Bounds widen while the recording streams in: a moment past them is tried again, unless one has gone elsewhere meanwhile.
    if (last?.at === at && (last.came === at || clock.state().at !== last.came)) return;
    // Links hold whole milliseconds.
    if (Math.abs(clock.state().at - at) >= 2) clock.seek(at);
    tried.current = { at, came: at <= span.until ? at : clock.state().at };
  }, [clock, at, span]);
  const begun = useRef(false);
  useEffect(() => {
    if (!ready || !plays || begun.current) return;
    begun.current = true;
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) clock.play();
  }, [clock, plays, ready]);
}

/** From the first sign of anything to the last. The session's own times only where nothing else is known yet. */
function spanOf(recording: Recording, items: readonly Item[], session: Span): Span {
  const froms = [session.from];
  const untils = [session.until, session.from + 1];
  if (recording.pages.length > 0) {
    froms.push(recording.from);
    untils.push(recording.until);
  }
  const [first, last] = [items[0], items.at(-1)];
  if (first && last) {
    froms.push(first.at);
    untils.push(last.at);
  }
  return { from: Math.min(...froms), until: Math.max(...untils) };
}

function isActivity({ group }: Item): boolean {
  return group === 'actions' || group === 'views' || group === 'forms';
}
