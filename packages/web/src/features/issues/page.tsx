import { Button } from '@mantine/core';
import { parseSearch as readGrammar } from '@sightglass/wire';
import { IconBug, IconFilterOff } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { type SearchTexts, toSessions, toSettings, useMay, useWhere } from '../../client/index.ts';
import {
  Boundary,
  Empty,
  HeldOrder,
  Loading,
  Page,
  PageTitle,
  Panel,
  Unreadable,
  useShortcuts,
  writeCount,
} from '../../ui/index.ts';
import { Assign, Decide } from './decide.tsx';
import { Filters } from './filters.tsx';
import { IssueTable } from './issue-table.tsx';
import { Merge } from './merge.tsx';
import styles from './page.module.css';
import { issuesQuery } from './queries.ts';
import { type IssuesSearch, isFiltered, noSearch, readSearch, writeSearch } from './search.ts';
import { SearchField } from './search-field.tsx';
import { useChange } from './use-change.ts';
import { useIssuesLive } from './use-issues-live.ts';

/** What went wrong, grouped, and what was decided about it. */
export function IssuesPage() {
  const where = useWhere();
  const texts = useSearch({ strict: false }) as SearchTexts; // parseSearch yields texts only
  const search = useMemo(() => readSearch(texts), [texts]);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const change = (next: Partial<IssuesSearch>, isStep = true): void =>
    void navigate({
      to: '.',
      search: ((now: SearchTexts) => ({ ...now, ...writeSearch({ ...search, ...next }) })) as never, // texts by name, as every screen's
      replace: !isStep,
      resetScroll: false,
    });
  useIssuesLive(where.project);
  useShortcuts('Issues', [{ keys: '/', says: 'Search issues', run: () => field.current?.focus() }]);
  // While a new answer is on its way the last one stays, a little paler.
  const shown = useDeferredValue(search);
  return (
    <Page title="Issues">
      <PageTitle note="Errors from the same place in the code are one issue, and so are calls that fail alike. Those that most people met come first.">
        Issues
      </PageTitle>
      <search className={styles.head} aria-label="Filter issues">
        <div className={styles.row}>
          <div className={styles.field}>
            <SearchField value={search.find} field={field} onChange={(find, isStep) => change({ find }, isStep)} />
          </div>
          <Filters project={where.project} search={search} onChange={change} />
        </div>
      </search>
      <div aria-busy={shown !== search}>
        {readGrammar(shown.find).error ? (
          <Unreadable onClear={() => change({ find: '' })} />
        ) : (
          <Boundary
            key={`${where.project} ${shown.find}`}
            loading={
              <Panel>
                <Loading label="Loading the issues" lines={12} />
              </Panel>
            }
          >
            <Issues search={shown} onChange={change} />
          </Boundary>
        )}
      </div>
    </Page>
  );
}

const states = [
  { state: 'active', name: 'To do' },
  { state: 'regressed', name: 'Regressed' },
  { state: 'resolved', name: 'Resolved' },
  { state: 'ignored', name: 'Ignored' },
  { state: '', name: 'All' },
] as const;

function Issues({ search, onChange }: { search: IssuesSearch; onChange: (next: Partial<IssuesSearch>) => void }) {
  const where = useWhere();
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(issuesQuery(where, search));
  const [first] = data.pages;
  // One that moved while page after page was asked for is on two of them.
  const rows = useMemo(
    () => [...new Map(data.pages.flatMap(({ issues }) => issues.map((one) => [one.id, one] as const))).values()],
    [data.pages],
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const may = useMay('member');
  if (first === undefined) return null;
  const { open, regressed, resolved, ignored } = first.states;
  const counts: Record<string, number> = {
    ...{ active: open + regressed, regressed, resolved, ignored },
    '': open + regressed + resolved + ignored,
  };
  const marked = rows.filter(({ id }) => chosen.has(id));
  return (
    <>
      <fieldset className={styles.states} aria-label="State">
        {states.map(({ state, name }) => (
          <button key={state} type="button" aria-pressed={state === search.state} onClick={() => onChange({ state })}>
            {name} <span className={styles.count}>{writeCount(counts[state] ?? 0)}</span>
          </button>
        ))}
      </fieldset>
      <Panel bare>
        {marked.length > 0 && <Chosen marked={marked} onDone={() => setChosen(new Set())} />}
        {rows.length === 0 ? (
          <NoIssues search={search} onClear={() => onChange(noSearch)} />
        ) : (
          <HeldOrder key={JSON.stringify([where, search])} rows={rows} rowKey={({ id }) => id}>
            {(held) => (
              <IssueTable
                rows={held}
                total={first.total}
                bucketMs={first.bucketMs}
                leftOut={first.leftOut}
                groupedOnly={first.groupedOnly}
                chosen={may ? chosen : undefined}
                onChoose={setChosen}
                onEndReached={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
              />
            )}
          </HeldOrder>
        )}
      </Panel>
    </>
  );
}

/** What can be done with the issues that are marked. */
function Chosen({ marked, onDone }: { marked: Parameters<typeof IssueTable>[0]['rows']; onDone: () => void }) {
  const { project } = useWhere();
  const { act, busy } = useChange(project);
  const ids = marked.map(({ id }) => id);
  const [into, ...others] = [...marked].sort((one, other) => other.visitors - one.visitors);
  const kinds = new Set(marked.map(({ kind }) => kind));
  return (
    <fieldset className={styles.chosen} aria-label="Marked issues">
      <span>{marked.length === 1 ? '1 issue is marked' : `${marked.length} issues are marked`}</span>
      <Decide
        states={marked.map(({ standing }) => standing.state)}
        release={into?.lastRelease ?? ''}
        busy={busy}
        onChange={(change) => void act({ do: 'change', issues: ids, change }).then(onDone)}
      />
      <Assign
        project={project}
        assignee={marked.length === 1 ? (into?.standing.assignee ?? null) : null}
        busy={busy}
        onChange={(change) => void act({ do: 'change', issues: ids, change }).then(onDone)}
      />
      {into !== undefined && others.length > 0 && kinds.size === 1 && (
        <Merge
          into={into}
          others={others}
          busy={busy}
          onMerge={() => void act({ do: 'merge', into: into.id, issues: others.map(({ id }) => id) }).then(onDone)}
        />
      )}
      <Button variant="subtle" onClick={onDone}>
        Unmark
      </Button>
    </fieldset>
  );
}

function NoIssues({ search, onClear }: { search: IssuesSearch; onClear: () => void }) {
  const where = useWhere();
  if (isFiltered(search))
    return (
      <Empty
        title="No issue fits"
        icon={<IconFilterOff stroke={1.6} aria-hidden />}
        actions={<Button onClick={onClear}>Show what is to do</Button>}
      >
        <p>There may be some in another state, of another kind, or in another time.</p>
      </Empty>
    );
  return (
    <Empty
      title="No issues yet"
      icon={<IconBug stroke={1.6} aria-hidden />}
      actions={
        <>
          <Button variant="filled" renderRoot={(props) => <Link {...toSettings(where.project)} {...props} />}>
            Connect your application
          </Button>
          <Button renderRoot={(props) => <Link {...toSessions(where.project)} {...props} />}>
            See the sessions of this time
          </Button>
        </>
      }
    >
      <p>
        Nothing went wrong within this time, or nothing came. Uncaught errors, unhandled rejections, console errors,
        failed resources and refusals of the content security policy would stand here, each with the moments at which
        people met them.
      </p>
    </Empty>
  );
}
