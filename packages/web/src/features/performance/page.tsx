import { Button } from '@mantine/core';
import { nameVariables } from '@sightglass/wire';
import { IconFilterOff, IconGauge, IconX } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import {
  describeFailure,
  type SearchTexts,
  toSettings,
  useSearchHelp,
  useWhere,
  type Where,
} from '../../client/index.ts';
import {
  Boundary,
  Empty,
  Loading,
  Page,
  PageTitle,
  Panel,
  SearchBar,
  Unreadable,
  useShortcuts,
  writeCount,
} from '../../ui/index.ts';
import { type Against, againstWords, shiftOf } from './against.ts';
import { AgainstMenu } from './against-menu.tsx';
import { CallTable } from './call-table.tsx';
import { routeRows, trendOf } from './model.ts';
import styles from './page.module.css';
import { callsQuery, vitalsQuery } from './queries.ts';
import { RouteTable } from './route-table.tsx';
import { type PerformanceSearch, readSearch, writeSearch } from './search.ts';
import { TrendChart } from './trend-chart.tsx';
import { VitalCards, VitalsLoading } from './vital-cards.tsx';

/** How fast the application is where it is used: Web Vitals by route, and its calls. */
export function PerformancePage() {
  const search = readSearch(useSearch({ strict: false }) as SearchTexts); // parseSearch yields texts only
  const navigate = useNavigate();
  const say = (change: Partial<PerformanceSearch>, isStep = true): void =>
    void navigate({
      to: '.',
      search: ((now: SearchTexts) => ({ ...now, ...writeSearch({ ...search, ...change }) })) as never, // texts by name, as every screen's
      replace: !isStep,
      resetScroll: false,
    });
  const where = useWhere();
  const reader = useSearchHelp(where);
  const readable = reader.errorIn(search.find) === undefined;
  const asked = { enabled: readable };
  const { isLoadingError: allFailed } = useQuery({ ...vitalsQuery(where, '', search.find), ...asked });
  const { isLoadingError: oneFailed } = useQuery({ ...vitalsQuery(where, search.route, search.find), ...asked });
  // Asked for at once, and not after what it waits for on the screen.
  useQuery({ ...callsQuery(where, search.find), ...asked });
  const failed = allFailed || oneFailed;
  const field = useRef<HTMLInputElement>(null);
  useShortcuts('Performance', [{ keys: '/', says: 'Search what was measured', run: () => field.current?.focus() }]);
  return (
    <Page title="Performance">
      <PageTitle
        note="What visitors’ own browsers measured. Three visits of four are at or below the 75th percentile (p75)."
        actions={<AgainstMenu against={search.against} onChoose={(against) => say({ against })} />}
      >
        Performance
      </PageTitle>
      <search aria-label="Filter what was measured">
        <SearchBar
          label="Search what was measured"
          placeholder="role:admin route:/orders browser:Safari status:5xx took:>1s"
          value={search.find}
          reader={reader}
          field={field}
          onChange={(find, isStep) => say({ find }, isStep)}
        />
      </search>
      {!readable ? (
        <Unreadable onClear={() => say({ find: '' })} />
      ) : (
        <>
          {/* The calls come with what stands above them, so that nothing moves; alone where that fails. */}
          <Boundary key={`vitals ${where.project} ${search.find}`} loading={<VitalsLoading />}>
            <VitalsPart search={search} say={say} />
            <CallsPanel search={search} say={say} />
          </Boundary>
          {failed && <CallsPanel search={search} say={say} />}
        </>
      )}
    </Page>
  );
}

/** What the URL says, and how something else is said there. */
interface Said {
  search: PerformanceSearch;
  say: (change: Partial<PerformanceSearch>, isStep?: boolean) => void;
}

function VitalsPart({ search, say }: Said) {
  const { vital, route, find, against } = search;
  const where = useWhere();
  const { data: all } = useSuspenseQuery(vitalsQuery(where, '', find));
  const { data } = useSuspenseQuery(vitalsQuery(where, route, find));
  const then = useCompared(vitalsQuery(where, route, find, against), against);
  const thenAll = useCompared(vitalsQuery(where, '', find, against), against);
  const shiftMs = shiftOf(where, against);
  const trend = useMemo(
    () => trendOf(data, vital, then.data && { answer: then.data, shiftMs }),
    [data, vital, then.data, shiftMs],
  );
  const thenRows = useMemo(() => thenAll.data && routeRows(thenAll.data), [thenAll.data]);
  const rows = useMemo(() => routeRows(all), [all]);
  if (all.overall.every(({ samples }) => samples === 0))
    return find === '' ? (
      <NothingMeasured project={where.project} />
    ) : (
      <NothingFits title="Nothing measured matches" onClear={() => say({ find: '' })} />
    );
  return (
    <>
      {then.error !== null && (
        <p className={styles.uncompared} role="alert">
          It could not be compared: {describeFailure(then.error).title}.{' '}
          <Button size="compact-xs" onClick={() => void then.refetch()}>
            Try again
          </Button>
        </p>
      )}
      <VitalCards
        figures={data.overall}
        compared={against === '' || then.error !== null ? null : (then.data?.overall ?? 'asked')}
        chosen={vital}
        onChoose={(name) => say({ vital: name })}
      />
      <Panel
        title={
          route === '' ? (
            `${vital}, all routes`
          ) : (
            <>
              {vital} on <code>{nameVariables(route)}</code>
            </>
          )
        }
        actions={
          route !== '' && (
            <Button leftSection={<IconX size="0.9rem" aria-hidden />} onClick={() => say({ route: '' })}>
              All routes
            </Button>
          )
        }
      >
        {trend.at.length === 0 ? (
          <Empty title="Not measured here in this time">
            <p>Safari and Firefox do not report every vital, and INP needs an interaction.</p>
          </Empty>
        ) : (
          <TrendChart name={vital} trend={trend} then={against === '' ? '' : againstWords(where, against)} />
        )}
      </Panel>
      <Panel
        title="By route"
        note={`${writeCount(rows.length)} ${rows.length === 1 ? 'route' : 'routes'} with a measurement; choose one to see it alone.${against === '' ? '' : arrows(where, against)}`}
        bare
      >
        <RouteTable
          rows={rows}
          compared={thenRows ?? null}
          sort={search.routes}
          onSort={(routes) => say({ routes }, false)}
          onRoute={(chosen) => say({ route: chosen })}
        />
      </Panel>
    </>
  );
}

/** What is compared is asked for beside what is shown, which does not wait for it. */
function useCompared(asked: ReturnType<typeof vitalsQuery>, against: Against) {
  const { data, error, refetch, isPlaceholderData } = useQuery({ ...asked, enabled: against !== '' });
  // Of what was compared before nothing stays: it would be told as this.
  return {
    data: against === '' || isPlaceholderData ? undefined : data,
    error: against === '' ? null : error,
    refetch,
  };
}

function CallsPanel({ search, say }: Said) {
  const { find, against } = search;
  const where = useWhere();
  const { project } = where;
  return (
    <Panel
      title="Calls"
      note={`Fetch and XHR of the application, by template.${against === '' ? '' : arrows(where, against)}`}
      bare
    >
      <Boundary key={`calls ${project} ${find}`} loading={<Loading label="Loading the calls" lines={8} />}>
        <CallsPart search={search} say={say} />
      </Boundary>
    </Panel>
  );
}

const arrows = (where: Where, against: Against): string =>
  ` Arrows compare with ${againstWords(where, against)}; without one it is about the same, or too few samples tell.`;

function CallsPart({ search: { find, against, calls }, say }: Said) {
  const where = useWhere();
  const { data } = useSuspenseQuery(callsQuery(where, find));
  const then = useQuery({ ...callsQuery(where, find, against), enabled: against !== '' });
  const compared = against === '' || then.isPlaceholderData ? null : (then.data?.calls ?? null);
  if (data.calls.length === 0 && find !== '')
    return <NothingFits title="No call matches" onClear={() => say({ find: '' })} />;
  if (data.calls.length === 0)
    return (
      <Empty title="No calls in this time">
        <p>
          Every fetch and XHR of the application is listed here by its template, with how fast and how often it answers.
        </p>
      </Empty>
    );
  return (
    <CallTable
      rows={data.calls}
      compared={compared}
      leftOut={data.leftOut}
      sort={calls}
      onSort={(chosen) => say({ calls: chosen }, false)}
    />
  );
}

function NothingFits({ title, onClear }: { title: string; onClear: () => void }) {
  return (
    <Empty
      title={title}
      icon={<IconFilterOff stroke={1.6} aria-hidden />}
      actions={<Button onClick={onClear}>Clear the search</Button>}
    >
      <p>Search for less, or look at a longer time.</p>
    </Empty>
  );
}

function NothingMeasured({ project }: { project: string }) {
  return (
    <Empty
      title="Nothing measured yet"
      icon={<IconGauge stroke={1.6} aria-hidden />}
      actions={
        <Button variant="filled" renderRoot={(props) => <Link {...toSettings(project)} {...props} />}>
          Connect your application
        </Button>
      }
    >
      <p>
        Browsers report their Web Vitals when a page is left or hidden. Nothing came within this time, environment and
        release.
      </p>
    </Empty>
  );
}
