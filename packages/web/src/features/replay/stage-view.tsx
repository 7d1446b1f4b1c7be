import { type FramedShown, type LeftOut, openStage, pageAt, type StageFailure } from '@sightglass/replay';
import type { SessionSummary } from '@sightglass/wire';
import { IconVideo, IconVideoOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { describeFailure, stageScript } from '../../client/index.ts';
import { Empty, Failed, Loading, writeClock, writeCount } from '../../ui/index.ts';
import { barsOf } from './bars-of.ts';
import { DeviceFrame } from './device-frame.tsx';
import { useClock, usePlayer } from './player.tsx';
import { Pointing } from './pointing.tsx';
import { usePlayerPreferences } from './preferences.ts';
import type { Seen } from './seen.ts';
import styles from './stage-view.module.css';

/** The page as the visitor saw it, at the clock's time. Draws by itself, without React, as the clock runs. */
export function StageView({
  tab,
  session: { replay, intake, device },
  seen,
  onSeen,
  onElement,
}: {
  tab: string | null;
  session: Pick<SessionSummary, 'replay' | 'intake' | 'device'>;
  seen: Seen | null;
  onSeen: (seen: Seen) => void;
  /** Elements are looked at: hears which was chosen. */
  onElement: ((selector: string) => void) | null;
}) {
  const { clock, feed, inspector, recording, loading } = usePlayer();
  const root = useRef<HTMLDivElement>(null);
  const [shows, setShows] = useState<'page' | 'nothing' | 'tab-not-open'>('page');
  const [leftOut, setLeftOut] = useState('');
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState<StageFailure | null>(null);
  const { frame, trail: trails } = usePlayerPreferences(({ shown }) => shown);
  const wanted = useRef({ tab, trails });
  const again = useRef<() => void>(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try makes another stage
  useEffect(() => {
    if (root.current === null) return;
    let told = '';
    const tell = ({ page, width, height, scale, waiting, leftOut }: FramedShown): void => {
      const { tab } = wanted.current;
      // On a busy machine it may come after all.
      setFailed(null);
      clock.hold(waiting);
      // What the stage has shown by now cannot be taken back: another stretch may be needed.
      feed.around(clock.state().at, tab);
      setLeftOut(wordsFor(leftOut));
      inspector.moved(page !== null && width > 0 && !waiting);
      const words = `${page?.tab} ${width} ${height} ${scale} ${waiting}`;
      if (words === told) return;
      told = words;
      const isDrawn = page !== null && width > 0;
      setShows(isDrawn || waiting ? 'page' : page === null && tab !== null ? 'tab-not-open' : 'nothing');
      if (page !== null) onSeen({ tab: page.tab, width, height, scale });
    };
    const fail = (how: StageFailure): void => {
      setFailed(how);
      clock.hold(false);
    };
    const look = { accent: getComputedStyle(root.current).color, pointerPx: 20, raised: true, bars: barsOf(device) };
    const stage = openStage(root.current, { script: stageScript, look, onShown: tell, onFailed: fail });
    feed.watchedBy(stage.events);
    inspector.serve(stage.inspect);
    const show = (): void => {
      const { at, playing } = clock.state();
      const { tab, trails } = wanted.current;
      feed.around(at, tab);
      stage.setMoving(playing);
      stage.setTrails(trails);
      void stage.show(feed.state().recording, at, tab);
    };
    const stops = [clock.subscribe(show), feed.subscribe(show)];
    again.current = show;
    setFailed(null);
    // Until the stage is there: what is to be seen is not passed over.
    clock.hold(true);
    show();
    return () => {
      for (const stop of stops) stop();
      again.current = () => undefined;
      inspector.serve(null);
      stage.stop();
    };
  }, [clock, feed, inspector, onSeen, device, tries]);
  useEffect(() => {
    wanted.current = { tab, trails };
    again.current();
  }, [tab, trails]);

  const empty = recording.pages.length === 0;
  return (
    <section className={styles.stage} aria-label="Replay">
      <DeviceFrame
        around={!frame ? 'none' : device === 'mobile' ? 'phone' : 'window'}
        seen={seen}
        drawn={!empty && shows === 'page'}
        intake={intake}
      >
        <div className={styles.root} ref={root} hidden={empty} />
        {onElement !== null && seen !== null && shows === 'page' && !empty && (
          <Pointing seen={seen} onChoose={onElement} />
        )}
      </DeviceFrame>
      {empty && <InPlaceOfAPage replay={replay} />}
      {!empty && failed !== null && (
        <div className={styles.failed}>
          <Failed {...failures[failed]} onRetry={() => setTries((before) => before + 1)} />
        </div>
      )}
      {!empty && shows === 'tab-not-open' && <p className={styles.note}>This tab is not open yet.</p>}
      {!empty && shows === 'nothing' && <NoPicture />}
      {!empty && loading.state === 'failed' && (
        <p className={styles.note}>
          The rest of the recording did not come: {describeFailure(loading.error).title}.{' '}
          <button type="button" onClick={feed.catchUp}>
            Try again
          </button>
        </p>
      )}
      {!failed && <Passing leftOut={leftOut} tab={tab} />}
    </section>
  );
}

const failures = {
  missing: {
    title: 'The recorded page cannot be shown here',
    code: 'stage_missing',
    help: 'The script that builds it did not come, or something keeps this browser from running it: a proxy, an extension. What happened still stands in the timeline and the list.',
  },
  broken: {
    title: 'This moment cannot be shown',
    code: 'stage_broken',
    help: 'The script that builds the page ended in an error, which this browser’s console has: please report it. Other moments may show, and what happened still stands in the timeline and the list.',
  },
};

function InPlaceOfAPage({ replay }: { replay: boolean }) {
  const { feed, loading, live } = usePlayer();
  if (replay && loading.state === 'loading') return <Loading label="Loading the recording" block lines={3} />;
  if (loading.state === 'failed') return <Failed {...describeFailure(loading.error)} onRetry={feed.catchUp} />;
  if (live)
    return (
      <Empty title="No replay yet" icon={<IconVideo size="1.5rem" stroke={1.5} aria-hidden />}>
        <p>
          It begins here as soon as it comes, unless the session is outside the replay sample or its SDK sends none.
          What happens stands in the timeline and the list.
        </p>
      </Empty>
    );
  return (
    <Empty title="No replay of this session" icon={<IconVideoOff size="1.5rem" stroke={1.5} aria-hidden />}>
      <p>
        It was outside the replay sample, ended before its page was told, its SDK sends none, or its retention has
        ended. What happened still stands in the timeline and the list.
      </p>
    </Empty>
  );
}

/** A moment of which there is no page, and the way to the next that there is. */
function NoPicture() {
  const { clock, gaps } = usePlayer();
  const next = useClock(
    ({ at }) => gaps.find(({ reason, until }) => reason === 'no-snapshot' && until > at)?.until ?? null,
  );
  return (
    <p className={styles.note}>
      No picture of this moment was recorded, or it never arrived.{' '}
      {next !== null && (
        <button type="button" onClick={() => clock.seek(next)}>
          To the next picture
        </button>
      )}
    </p>
  );
}

/** How long a skipped rest is spoken of, in the session's own time. */
const speakMs = 2_500;

/** What passes over the stage: rests that were skipped, and parts that never came, are on their way, or are more than a screen bears. */
function Passing({ leftOut, tab }: { leftOut: string; tab: string | null }) {
  const { gaps, sparings, recording, loading } = usePlayer();
  const skipped = useClock(({ skipped: rest, at, speed }) => (rest && at - rest.until < speakMs * speed ? rest : null));
  const lacking = useClock(({ at }) => {
    // What another tab lacks is not missed here.
    const page = pageAt(recording, at, tab);
    const own = gaps.filter((gap) => gap.page === page?.page && gap.tab === page.tab);
    const gap = own.find(({ from, until }) => at >= from && at < until);
    if (gap) return reasons[gap.reason];
    // What a page lacks at its end it lacks for as long as it stands there.
    const lasts = (staleUntil: number): boolean => at < staleUntil || staleUntil >= (page?.until ?? 0);
    return own.some(({ until, staleUntil }) => at >= until && lasts(staleUntil)) ? stale : null;
  });
  const spared = useClock(({ at }) => {
    const page = pageAt(recording, at, tab);
    const here = sparings.findLast((one) => one.page === page?.page && at >= one.from && at <= one.until);
    return here?.words ?? null;
  });
  const waiting = useClock((state) => state.waiting);
  return (
    <div className={styles.passing} role="status">
      {skipped !== null && <p>Skipped {writeClock(skipped.until - skipped.from)} without anything done</p>}
      {lacking !== null && <p>{lacking}</p>}
      {spared !== null && <p>{spared}</p>}
      {leftOut !== '' && <p>{leftOut}</p>}
      {waiting && loading.state !== 'failed' && <p className={styles.waiting}>Loading this moment</p>}
    </div>
  );
}

function wordsFor({ nodes, changes, uses }: LeftOut): string {
  const told: string[] = [];
  if (nodes > 0)
    told.push(
      `This page is too large, or nests too deep, to be shown whole: ${writeCount(nodes)} of its elements and texts are left out.`,
    );
  if (changes > 0) told.push(`${writeCount(changes)} changes came in a rush: what came of them is shown.`);
  if (uses > 0)
    told.push(
      `Drawings of this page show parts of themselves too often to be drawn: ${writeCount(uses)} of them are left out.`,
    );
  return told.join(' ');
}

const stale = 'A part before this never arrived. What you see may lack what changed in it.';
const reasons = {
  'missing-segments': 'A part of the recording never arrived. What you see may be stale.',
  'damaged-segments': 'A part of the recording is damaged. What you see may be stale.',
  'no-snapshot': 'The recording begins later: no snapshot of the page came before.',
};
