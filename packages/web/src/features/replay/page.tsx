import type { SessionSummary, StoredRecord } from '@sightglass/wire';
import { liveForMs } from '@sightglass/wire';
import { type UseQueryResult, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  describeFailure,
  hasCode,
  type SearchTexts,
  toSessions,
  useErasures,
  useLive,
  useWhere,
} from '../../client/index.ts';
import { Boundary, Empty, Failed, Loading, Page, useDocumentTitle, useNow } from '../../ui/index.ts';
import { AutoplayNext } from './autoplay-next.tsx';
import { Controls } from './controls.tsx';
import { EventList } from './event-list.tsx';
import { groupNames, hasWords, type ItemGroup, itemGroups, itemsOf, withNotes } from './items.ts';
import { LoadingPlayer } from './loading-player.tsx';
import styles from './page.module.css';
import { Panels } from './panels.tsx';
import { PlayerProvider, type Say, useClock, usePlayer } from './player.tsx';
import { usePlayerPreferences } from './preferences.ts';
import { notesQuery, recordsQuery, sessionQuery, sessionSpecificationQuery } from './queries.ts';
import { ReportDialog } from './report-dialog.tsx';
import { placeIn, type ReplaySearch, readSearch, writeSearch } from './search.ts';
import type { Seen } from './seen.ts';
import { nameOf, SessionHeader } from './session-header.tsx';
import { StageView } from './stage-view.tsx';
import { TabStrip } from './tab-strip.tsx';
import { Timeline } from './timeline.tsx';
import { useDoings } from './use-doings.ts';
import { useNeighbours } from './use-neighbours.ts';
import { usePanelKeys } from './use-panel-keys.ts';
import { WasErased } from './was-erased.tsx';

/** One session: watched as it went, beside the list of what happened. */
export function ReplayPage() {
  const { session = '' } = useParams({ strict: false }) as { session?: string }; // untyped: the route tree is app's
  const { project } = useWhere();
  const wayOut = <Link {...toSessions(project)}>To the sessions</Link>;
  const { error } = useQuery(sessionQuery(project, session));
  useErasures(project, session);
  if (hasCode(error, 'erased'))
    return (
      <Page title="Replay" full>
        <WasErased wayOut={wayOut} />
      </Page>
    );
  return (
    <Page title="Replay" full>
      <Boundary heading="h1" wayOut={wayOut} loading={<LoadingPlayer />}>
        <Watching key={session} id={session} />
      </Boundary>
    </Page>
  );
}

function Watching({ id }: { id: string }) {
  const { project } = useWhere();
  const { data: session } = useSuspenseQuery(sessionQuery(project, id));
  const records = useQuery(recordsQuery(project, id));
  const { data: written } = useQuery(notesQuery(project, id));
  const happened = useMemo(() => itemsOf(records.data?.records ?? []), [records.data]);
  const items = useMemo(() => withNotes(happened, written?.notes ?? []), [happened, written]);
  const say = useSay();
  const search = readSearch(useSearch({ strict: false }) as SearchTexts); // parseSearch yields texts only
  const preferred = usePlayerPreferences.getState;
  const [{ speed, skipIdle }] = useState(preferred);
  const live = useNow() - session.end < liveForMs;
  // Once followed, always followed: after a gap a session may look over that has long gone on.
  const [follows, setFollows] = useState(live);
  if (live && !follows) setFollows(true);
  useDocumentTitle(`${nameOf(session)}, replay`);
  return (
    <PlayerProvider
      watched={{
        project,
        session: id,
        start: session.start,
        end: session.end,
        replay: session.replay,
        live,
        device: session.device,
        speed,
        skipIdle,
      }}
      items={items}
      itemsAreHere={!records.isPending}
      opens={search}
      say={say}
    >
      <div className={styles.watching}>
        <SessionHeader
          session={session}
          records={records.data?.records ?? noRecords}
          live={live}
          of={search.of}
          cut={records.data?.cut ?? false}
        />
        <Screen
          session={session}
          search={search}
          records={records.data?.records ?? noRecords}
          instead={records.data === undefined && <NoItems records={records} />}
          noItems={<NoItems records={records} />}
        />
      </div>
      {follows && <LiveTail project={project} id={id} />}
      <LookWhyItFailed project={project} id={id} />
    </PlayerProvider>
  );
}

const noRecords: readonly StoredRecord[] = [];
const defaultGroups = groupNames.filter((group) => itemGroups[group].byDefault);

/** What stands where the list would, when there is nothing to list. */
function NoItems({ records }: { records: UseQueryResult }) {
  if (records.isError) return <Failed {...describeFailure(records.error)} onRetry={() => void records.refetch()} />;
  if (records.isPending) return <Loading label="Loading what happened" />;
  return <Empty title="Nothing of these kinds happened" />;
}

function Screen({
  session,
  search,
  records,
  instead,
  noItems,
}: {
  session: SessionSummary;
  search: ReplaySearch;
  records: readonly StoredRecord[];
  /** While they are not here. */
  instead: ReactNode;
  noItems: ReactNode;
}) {
  const { session: id } = session;
  const { project } = useWhere();
  const { clock, items, say } = usePlayer();
  const navigate = useNavigate();
  const frame = useRef<HTMLDivElement>(null);
  const panelsRem = usePlayerPreferences((kept) => kept.panelsRem);
  const [reporting, setReporting] = useState(false);
  const [seen, setSeen] = useState<Seen | null>(null);
  const shownGroups = search.groups?.join(',');
  const groups = useMemo(() => (shownGroups?.split(',') as ItemGroup[] | undefined) ?? defaultGroups, [shownGroups]); // read by readSearch
  const { find } = search;
  const listed = useMemo(
    () =>
      items.filter(
        (item) => groups.includes(item.group) && hasWords(`${item.kind} ${item.title} ${item.detail}`, find),
      ),
    [items, groups, find],
  );
  useMomentInUrl((at) => say({ at }), search.place);
  usePanelKeys((panel) => say({ panel }));
  const neighbours = useNeighbours(project, id, search.of);
  const choose = (element: string): void => {
    // What runs on is not looked at.
    clock.pause();
    say({ element });
  };
  const openReport = useCallback(() => setReporting(true), []);
  const doings = useDoings(
    frame,
    listed,
    { project, session: id, search },
    {
      leave() {
        if (document.fullscreenElement) void document.exitFullscreen();
        else if (search.clip) say({ clip: null });
        else if (search.panel === 'element' && search.element !== null) say({ element: null });
        else void navigate(toSessions(project, { q: search.of || undefined }));
      },
      report: openReport,
    },
  );
  return (
    <div className={styles.screen} style={panelsRem === null ? undefined : widthOfPanels(panelsRem)}>
      <div className={styles.player} ref={frame}>
        <TabStrip tab={search.tab} seen={seen} onTab={(tab) => say({ tab })} />
        <StageView
          tab={search.tab}
          session={session}
          seen={seen}
          onSeen={setSeen}
          onElement={search.panel === 'element' ? choose : null}
        />
        <Timeline tab={search.tab} />
        <Controls session={id} doings={doings} />
        <AutoplayNext onNext={neighbours.older} />
      </div>
      {reporting && (
        <ReportDialog
          session={session}
          records={records}
          search={search}
          seen={seen}
          onClose={() => setReporting(false)}
        />
      )}
      <Panels
        search={search}
        onPanel={(panel) => say({ panel })}
        session={session}
        records={records}
        instead={instead}
        events={
          <EventList
            listed={listed}
            groups={groups}
            onGroups={(chosen) => say({ groups: chosen })}
            find={find}
            itemsAreHere={!instead}
            noItems={noItems}
          />
        }
      />
    </div>
  );
}

const widthOfPanels = (rem: number): CSSProperties => ({ '--panels': `${rem}rem` }) as CSSProperties;

function useSay(): Say {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: '.',
        search: ((now: SearchTexts) => ({ ...now, ...writeSearch(change) })) as never, // texts by name, as every screen's
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}

/**
 * While the replay rests, the URL names the moment, so that a copied address leads to it. The start needs no name, unless it has one, and a
 * moment that is named already none again: a link that is to run from there says so until there is something to run.
 */
function useMomentInUrl(say: (at: number) => void, named: ReplaySearch['place']): void {
  const { clock, span } = usePlayer();
  const resting = useClock(({ playing, at }) => (playing ? -1 : at));
  const told = useRef(resting);
  const namedAt = Math.min(Math.max(placeIn(span, named) ?? span.from, span.from), span.until);
  useEffect(() => {
    if (resting < 0 || resting === told.current || Math.round(resting) === Math.round(namedAt)) return;
    const timer = setTimeout(() => {
      told.current = resting;
      if (!clock.state().playing) say(resting);
    }, restMs);
    return () => clearTimeout(timer);
  });
}

const restMs = 400;

/** Where its replay does not come, the session may be gone: it is asked for again, and the page says what became of it. */
function LookWhyItFailed({ project, id }: { project: string; id: string }) {
  const { loading } = usePlayer();
  const queries = useQueryClient();
  const isFailed = loading.state === 'failed';
  useEffect(() => {
    if (isFailed) void queries.invalidateQueries({ queryKey: sessionQuery(project, id).queryKey });
  }, [queries, project, id, isFailed]);
  return null;
}

/** What is stored of a live session is fetched as it comes, and what came while nobody told us as soon as somebody does. */
function LiveTail({ project, id }: { project: string; id: string }) {
  const { feed } = usePlayer();
  const queries = useQueryClient();
  const askAgain = (): void => {
    void queries.invalidateQueries({ queryKey: recordsQuery(project, id).queryKey });
    void queries.invalidateQueries({ queryKey: sessionQuery(project, id).queryKey });
    void queries.invalidateQueries({ queryKey: sessionSpecificationQuery(project, id).queryKey });
    feed.catchUp();
  };
  useEffect(() => feed.follow(), [feed]);
  useLive(
    project,
    (message) => {
      if (message.type === 'segment' && message.session === id) feed.catchUp();
      if (message.type === 'stored' && message.sessions.includes(id)) askAgain();
    },
    askAgain,
  );
  return null;
}
