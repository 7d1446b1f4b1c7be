import { Button } from '@mantine/core';
import type { SessionSummary } from '@sightglass/wire';
import { IconArrowUp } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { type SearchTexts, useWhere, type Where } from '../../client/index.ts';
import { Boundary, DataTable, LiveDot, Loading, Page, PageTitle, Panel, useNow, writeExactly } from '../../ui/index.ts';
import { isLive } from './model.ts';
import { NoSessions } from './no-sessions.tsx';
import styles from './page.module.css';
import { isFiltered, noFilters, readFilters, type SessionFilters, writeFilters } from './search.ts';
import { sessionColumns } from './session-columns.tsx';
import { SessionFilterBar } from './session-filters.tsx';
import { useSessionList } from './use-session-list.ts';

/** Every visit, newest first. */
export function SessionsPage() {
  const where = useWhere();
  const search = useSearch({ strict: false }) as SearchTexts; // parseSearch makes texts only
  const filters = useMemo(() => readFilters(search), [search]);
  const navigate = useNavigate();
  const change = (next: SessionFilters): void =>
    void navigate({ to: '.', search: (now: SearchTexts) => ({ ...now, ...writeFilters(next) }), replace: true });
  // While a new answer is on its way the last one stays, a little paler.
  const about = useMemo(() => ({ where, filters }), [where, filters]);
  const shown = useDeferredValue(about);
  return (
    <Page title="Sessions">
      <PageTitle note="Every visit, newest first. Open one to see what the person saw.">Sessions</PageTitle>
      <SessionFilterBar where={where} filters={filters} onChange={change} />
      <div className={styles.list} aria-busy={shown !== about}>
        <Boundary
          key={where.project}
          loading={
            <Panel>
              <Loading label="Loading sessions" lines={12} />
            </Panel>
          }
        >
          <SessionList where={shown.where} filters={shown.filters} onClear={() => change(noFilters)} />
        </Boundary>
      </div>
    </Page>
  );
}

const keyOf = ({ session }: SessionSummary): string => session;

function SessionList({ where, filters, onClear }: { where: Where; filters: SessionFilters; onClear: () => void }) {
  const list = useSessionList(where, filters);
  const now = useNow();
  const { signs } = list;
  const columns = useMemo(
    () => sessionColumns(where.project, (summary) => isLive(summary, signs, now)),
    [where.project, signs, now],
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
          <DataTable
            caption="Sessions, newest first"
            columns={columns}
            rows={list.rows}
            rowKey={keyOf}
            total={list.total}
            onEndReached={list.moreFailed ? undefined : list.loadMore}
            foot={<ListEnd {...list} />}
          />
        )}
      </Panel>
    </>
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
