import { Button } from '@mantine/core';
import type { ListedSession } from '@sightglass/wire';
import { IconArrowUp } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type CSSProperties, memo, type ReactNode, useCallback, useDeferredValue, useMemo, useRef } from 'react';
import { type SearchTexts, searchOfRange, useSearchHelp, useWhere, type Where } from '../../client/index.ts';
import {
  Boundary,
  DataTable,
  LiveDot,
  Loading,
  Page,
  PageTitle,
  Panel,
  SearchBar,
  Unreadable,
  useNow,
  useShortcuts,
  writeExactly,
} from '../../ui/index.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { chooseOne, chosenOf } from './edit-search.ts';
import { isLive } from './model.ts';
import { NoSessions } from './no-sessions.tsx';
import styles from './page.module.css';
import { sessionsQuery, trendQuery } from './queries.ts';
import {
  isFiltered,
  noFilters,
  readFilters,
  readLayout,
  type SessionFilters,
  type SessionLayout,
  writeFilters,
  writeLayout,
} from './search.ts';
import { leastRem, sessionColumns } from './session-columns.tsx';
import { SessionFacets } from './session-facets.tsx';
import { SessionTrend } from './session-trend.tsx';
import { useFacets } from './use-facets.ts';
import { useSessionList } from './use-session-list.ts';
import { useWatched } from './use-watched.ts';
import { ViewsMenu } from './views-menu.tsx';

/** Every visit, newest first. */
export function SessionsPage() {
  const where = useWhere();
  const search = useSearch({ strict: false }) as SearchTexts; // parseSearch makes texts only
  const filters = useMemo(() => readFilters(search), [search]);
  const { cols, pin } = search;
  const layout = useMemo(() => readLayout({ cols, pin }), [cols, pin]);
  const navigate = useNavigate();
  const change = useCallback(
    (next: SessionFilters, isStep = true): void =>
      void navigate({
        to: '.',
        search: (now: SearchTexts) => ({ ...now, ...writeFilters(next) }),
        replace: !isStep,
        resetScroll: false,
      }),
    [navigate],
  );
  const clear = useCallback(() => change(noFilters), [change]);
  const layOut = (next: SessionLayout): void =>
    void navigate({ to: '.', search: (now: SearchTexts) => ({ ...now, ...writeLayout(next) }), replace: true });
  // While a new answer is on its way the last one stays, a little paler.
  const about = useMemo(() => ({ where, filters }), [where, filters]);
  const shown = useDeferredValue(about);
  return (
    <Page title="Sessions">
      <PageTitle
        note="Every visit, newest first. Open one to see what the person saw."
        actions={
          <>
            <ViewsMenu project={where.project} search={search} />
            <ColumnsMenu layout={layout} onChange={layOut} />
          </>
        }
      >
        Sessions
      </PageTitle>
      <Found where={where} filters={filters} onChange={change} layout={layout} onLayOut={layOut}>
        <div className={styles.list} aria-busy={shown !== about}>
          <Boundary
            key={where.project}
            loading={
              <Panel>
                <Loading label="Loading sessions" lines={12} />
              </Panel>
            }
          >
            <SessionList where={shown.where} filters={shown.filters} layout={layout} onClear={clear} />
          </Boundary>
        </div>
      </Found>
    </Page>
  );
}

/** The list with what narrows it down: the search above, when they began, and what they can be told apart by. */
function Found({
  where,
  filters,
  onChange,
  layout,
  onLayOut,
  children,
}: {
  where: Where;
  filters: SessionFilters;
  onChange: (filters: SessionFilters, isStep?: boolean) => void;
  layout: SessionLayout;
  onLayOut: (layout: SessionLayout) => void;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const reader = useSearchHelp(where);
  const isReadable = reader.errorIn(filters.search) === undefined;
  const { facets, state, again } = useFacets(where, isReadable ? filters.search : '');
  const { data: trend, isError, refetch } = useQuery({ ...trendQuery(where, filters), enabled: isReadable });
  // As the list below is told it: of nothing, nothing is counted or narrowed down.
  const { data: listed } = useInfiniteQuery({ ...sessionsQuery(where, filters), enabled: false });
  const nothing = !isFiltered(filters) && listed?.pages[0]?.total === 0;
  const set = (search: string, isStep?: boolean): void => onChange({ search }, isStep);
  const field = useRef<HTMLInputElement>(null);
  useShortcuts('Sessions', [{ keys: '/', says: 'Search sessions', run: () => field.current?.focus() }]);
  return (
    <>
      <search className={styles.search} aria-label="Filter sessions">
        <SearchBar
          label="Search sessions"
          placeholder='Anything seen, or role:admin status:5xx action:"Submit order" then error:* within 30s'
          value={filters.search}
          reader={reader}
          field={field}
          onChange={set}
        />
        <Quick search={filters.search} onChange={set} />
      </search>
      {nothing ? (
        // A part of its own: it takes the place of what stood here while it loaded, and moves none of it.
        <div key="nothing" className={styles.results}>
          {children}
        </div>
      ) : (
        <div key="found" className={styles.found}>
          <SessionFacets
            facets={facets}
            state={state}
            onAgain={again}
            search={filters.search}
            onChange={set}
            pinned={layout.pinned}
            onPin={(pinned) => onLayOut({ ...layout, pinned })}
          />
          <div className={styles.results}>
            {isReadable && (
              <div className={styles.trendRoom}>
                {trend && (
                  <SessionTrend
                    trend={trend.trend}
                    bucketMs={trend.bucketMs}
                    onZoom={(from, until) =>
                      void navigate({
                        to: '.',
                        search: (now: SearchTexts) => ({ ...now, ...searchOfRange({ from, until }) }),
                      })
                    }
                  />
                )}
                {isError && trend === undefined && (
                  <p className={styles.trendFailed}>
                    The chart could not be loaded. <Button onClick={() => void refetch()}>Try again</Button>
                  </p>
                )}
              </div>
            )}
            {isReadable ? children : <Unreadable onClear={() => onChange(noFilters)} />}
          </div>
        </div>
      )}
    </>
  );
}

const signs = [
  { value: 'errors', name: 'Errors' },
  { value: 'frustrations', name: 'Frustration' },
  { value: 'failed-calls', name: 'Failed calls' },
  { value: 'replay', name: 'Replay' },
];

/** What is asked for most often, one click each. */
function Quick({ search, onChange }: { search: string; onChange: (search: string) => void }) {
  const { included } = chosenOf(search, 'has');
  return (
    <div className={styles.quick}>
      {signs.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          aria-pressed={included.has(value)}
          onClick={() => onChange(chooseOne(search, 'has', value, included.has(value) ? 'clear' : 'only'))}
        >
          {name}
        </button>
      ))}
      {search !== '' && (
        <button type="button" className={styles.clear} onClick={() => onChange('')}>
          Clear
        </button>
      )}
    </div>
  );
}

const keyOf = ({ session }: ListedSession): string => session;

/** A choice above it changes the address at once; the list, which is long, is not made anew before it has something new to say. */
const SessionList = memo(function SessionList({
  where,
  filters,
  layout,
  onClear,
}: {
  where: Where;
  filters: SessionFilters;
  layout: SessionLayout;
  onClear: () => void;
}) {
  const list = useSessionList(where, filters);
  const now = useNow();
  const { signs } = list;
  const { watched, mark } = useWatched(where.project);
  const found = list.rows.some((row) => row.found !== null);
  const countries = list.rows.some(({ country }) => country !== '');
  const columns = useMemo(
    () =>
      sessionColumns({
        ...{
          project: where.project,
          search: filters.search,
          columns: layout.columns,
          watched,
          onOpen: mark,
          found,
          countries,
        },
        alive: (summary) => isLive(summary, signs, now),
      }),
    [where.project, filters.search, layout.columns, watched, mark, found, countries, signs, now],
  );
  return (
    <>
      <div className={styles.state} role="status">
        <span>{list.total === 1 ? '1 session' : `${writeExactly(list.total)} sessions`}</span>
        {list.live === 'open' ? <LiveDot /> : <span>Not live; connecting …</span>}
      </div>
      {list.arrived > 0 && (
        <Button
          className={styles.pill ?? ''}
          variant="filled"
          radius="xl"
          leftSection={<IconArrowUp size="0.875rem" aria-hidden />}
          onClick={list.letIn}
        >
          {list.arrived === 1 ? '1 new session' : `${list.arrived} new sessions`}
        </Button>
      )}
      <Panel bare>
        {list.rows.length === 0 ? (
          <NoSessions where={where} filtered={isFiltered(filters)} onClear={onClear} />
        ) : (
          <Roomy leastRem={leastRem(columns)}>
            <DataTable
              caption="Sessions, newest first"
              columns={columns}
              rows={list.rows}
              rowKey={keyOf}
              total={list.total}
              onEndReached={list.moreFailed ? undefined : list.loadMore}
              foot={<ListEnd {...list} />}
            />
          </Roomy>
        )}
      </Panel>
    </>
  );
});

/** Columns that are there at first fit; who wants more of them may have to move the table aside. */
const roomRem = 59;

function Roomy({ leastRem, children }: { leastRem: number; children: ReactNode }) {
  if (leastRem <= roomRem) return children;
  return (
    // A place that is moved aside must be reached by the keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.aside} aria-label="Table, wider than the page" tabIndex={0}>
      <div style={{ '--least': `${leastRem}rem` } as CSSProperties}>{children}</div>
    </section>
  );
}

/** What stands under the last row: more is coming, more could not be had, or that is all. */
function ListEnd({
  more,
  loadingMore,
  moreFailed,
  loadMore,
}: {
  more: boolean;
  loadingMore: boolean;
  moreFailed: boolean;
  loadMore: () => void;
}) {
  if (moreFailed && !loadingMore)
    return (
      <span role="alert">
        Older sessions could not be loaded. <Button onClick={loadMore}>Try again</Button>
      </span>
    );
  if (more)
    return (
      <Button loading={loadingMore} onClick={loadMore}>
        Older sessions
      </Button>
    );
  return <>That is all of them, for this time.</>;
}
