import { Button, Loader } from '@mantine/core';
import { type AnswerOf, type IssueChange, type issue, nameVariables } from '@sightglass/wire';
import { IconArrowLeft, IconBug } from '@tabler/icons-react';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import {
  describeFailure,
  meQuery,
  type SearchTexts,
  toIssue,
  toIssues,
  toSession,
  toSessions,
  useMay,
  useWhere,
} from '../../client/index.ts';
import {
  Back,
  Badge,
  Boundary,
  Code,
  Loading,
  Page,
  Panel,
  Stat,
  Stats,
  showFailure,
  Tabs,
  TimeAgo,
  useDocumentTitle,
  useShortcuts,
  writeCount,
} from '../../ui/index.ts';
import { Assign, Decide } from './decide.tsx';
import { EventPart } from './event-part.tsx';
import { EventsPart } from './events-part.tsx';
import { Facet } from './facet.tsx';
import styles from './issue-page.module.css';
import { LogPart } from './log-part.tsx';
import { leadMs, playing, releasesWords, saidBy, sourceWords, watchedMoments } from './model.ts';
import { Moments } from './moments.tsx';
import { issueEventQuery, issueQuery } from './queries.ts';
import { type IssueSearch, issueParts, readIssueSearch, writeIssueSearch } from './search.ts';
import { StandingBadge } from './standing.tsx';
import { TicketDialog } from './ticket-dialog.tsx';
import { TrendBars } from './trend-bars.tsx';
import { useChange } from './use-change.ts';
import { useIssuesLive } from './use-issues-live.ts';
import { VariantsPart } from './variants-part.tsx';

/** What is longer begins short: the stack says more. */
const longMessage = 200;

/** One issue: how it goes on, whom it meets and where, its stack, what led to it, and what was decided. */
export function IssuePage() {
  const { issue = '' } = useParams({ strict: false }) as { issue?: string }; // untyped: the route tree is app's
  const { project } = useWhere();
  // Not where the issue is told: a line that opens after the answer would have it asked for again at once.
  useIssuesLive(project);
  return (
    <Page title="Issue">
      <Back>
        <Link {...toIssues(project)}>
          <IconArrowLeft size="1rem" aria-hidden /> Issues
        </Link>
      </Back>
      <Boundary heading="h1" loading={<Loading heading="h1" label="Loading the issue" block />}>
        <OneIssue key={issue} id={issue} />
      </Boundary>
    </Page>
  );
}

function OneIssue({ id: asked }: { id: string }) {
  const where = useWhere();
  const { data } = useSuspenseQuery(issueQuery(where, asked));
  const { id, type, message, facets, standing } = data;
  const { search, change } = useShown();
  const { decide, split, busy } = useDecisions(id);
  const may = useMay('member');
  const navigate = useNavigate();
  useDocumentTitle(`${nameVariables(type) || 'Error'}: ${saidBy({ type, message })}`);
  const { reporting, waits, report, end } = useReporting(id, search.event);
  useKeys(data, search, change, report, may ? decide : undefined);
  // What was asked for is a part of another one by now, or has its name since: the address says so.
  useEffect(() => {
    if (id !== asked) void navigate({ ...toIssue(where.project, id), replace: true });
  }, [id, asked, navigate, where.project]);
  return (
    <>
      <Head data={data}>
        <div className={styles.actions}>
          <Button
            leftSection={
              waits ? (
                <Loader size="1rem" color="currentColor" aria-hidden />
              ) : (
                <IconBug size="1rem" stroke={1.6} aria-hidden />
              )
            }
            aria-busy={waits}
            onClick={report}
          >
            Report
          </Button>
          {may && (
            <>
              <Assign project={where.project} assignee={standing.assignee} busy={busy} onChange={decide} />
              <Decide states={[standing.state]} release={data.lastRelease} busy={busy} onChange={decide} />
            </>
          )}
        </div>
      </Head>
      {reporting && (
        <Boundary loading={null}>
          <TicketDialog data={data} event={search.event} onClose={end} />
        </Boundary>
      )}
      <Stats>
        <Stat
          label="People"
          value={writeCount(data.visitors)}
          note={
            <Link {...toSessions(where.project, { q: `issue:${id}` })}>
              {data.sessions === 1 ? 'in 1 session' : `in ${writeCount(data.sessions)} sessions`}
            </Link>
          }
        />
        <Stat label="Times" value={writeCount(data.times)} />
        <Stat
          label="Last seen"
          value={<TimeAgo at={data.last} />}
          note={
            <>
              first <TimeAgo at={data.first} />
            </>
          }
        />
      </Stats>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Tabs
            label="Parts of the issue"
            tabs={[
              { id: 'event', label: data.kind === 'call' ? 'One of them' : 'Stack and what led to it' },
              { id: 'events', label: 'Events', count: writeCount(data.times) },
              { id: 'variants', label: 'Variants', count: writeCount(data.variants.length) },
              { id: 'log', label: 'Log', count: writeCount(data.activity.length) },
            ]}
            value={search.part}
            onChange={(part) => change({ part })}
          >
            <div className={styles.part}>
              <Boundary
                loading={
                  <div className={styles.coming}>
                    <Loading label="Loading" lines={14} />
                  </div>
                }
              >
                {search.part === 'event' && (
                  <EventPart id={id} search={search} onStack={(stack) => change({ stack })} />
                )}
                {search.part === 'events' && <EventsPart id={id} />}
                {search.part === 'variants' && <VariantsPart variants={data.variants} busy={busy} onSplit={split} />}
                {search.part === 'log' && <LogPart activity={data.activity} />}
              </Boundary>
            </div>
          </Tabs>
        </div>
        <div className={styles.side}>
          <Panel title="Over time">
            <TrendBars trend={data.trend} bucketMs={data.bucketMs} />
          </Panel>
          {data.moments.length > 0 && <Moments moments={data.moments} />}
          <Panel title="Where and with what">
            <div className={styles.facets}>
              <Facet
                title="Routes"
                code
                values={facets.routes.map(({ value, times }) => ({ value: nameVariables(value), times }))}
                all={data.times}
              />
              <Facet title="Releases" values={facets.releases} all={data.times} />
              <Facet title="Environments" values={facets.environments} all={data.times} />
              <Facet title="Browsers" values={facets.browsers} all={data.times} />
              <Facet title="Systems" values={facets.systems} all={data.times} />
              <Facet title="Roles" values={facets.roles} all={data.times} />
            </div>
          </Panel>
        </div>
      </div>
    </>
  );
}

/** A report has the event that is shown; where that is not here yet, it is waited for. */
function useReporting(id: string, event: IssueSearch['event']) {
  const where = useWhere();
  const queries = useQueryClient();
  const [state, setState] = useState<'none' | 'waits' | 'reporting'>('none');
  const report = (): void => {
    if (state !== 'none') return;
    setState('waits');
    queries.ensureQueryData(issueEventQuery(where, id, event)).then(
      () => setState('reporting'),
      (error: unknown) => {
        setState('none');
        showFailure(describeFailure(error));
      },
    );
  };
  return { reporting: state === 'reporting', waits: state === 'waits', report, end: () => setState('none') };
}

type Told = AnswerOf<typeof issue>;

function Head({ data, children }: { data: Told; children: ReactNode }) {
  const { type, message, source, handled, place, firstRelease, lastRelease, standing, facets } = data;
  const [whole, setWhole] = useState(false);
  const isLong = message.length > longMessage;
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <div className={styles.words}>
          <h1 data-cut={(isLong && !whole) || undefined}>
            <strong>{nameVariables(type)}</strong> {saidBy({ type, message })}
          </h1>
          {isLong && (
            <button type="button" className={styles.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
              {whole ? 'Less of the message' : 'The whole message'}
            </button>
          )}
        </div>
        {children}
      </div>
      <p className={styles.badges}>
        <StandingBadge standing={standing} />
        <Badge tone={handled ? 'quiet' : 'danger'}>{sourceWords(source, handled)}</Badge>
        {lastRelease !== '' && (
          <Badge>
            {releasesWords(
              facets.releases.map(({ value }) => value),
              firstRelease,
              lastRelease,
            )}
          </Badge>
        )}
        {place !== '' && <Code>{place}</Code>}
      </p>
    </header>
  );
}

/** What of the issue is shown, as the URL says it. */
function useShown(): { search: IssueSearch; change: (next: Partial<IssueSearch>) => void } {
  const texts = useSearch({ strict: false }) as SearchTexts; // parseSearch yields texts only
  const search = useMemo(() => readIssueSearch(texts), [texts]);
  const navigate = useNavigate();
  const change = (next: Partial<IssueSearch>): void =>
    void navigate({
      to: '.',
      search: ((now: SearchTexts) => ({ ...now, ...writeIssueSearch({ ...search, ...next }) })) as never, // texts by name, as every screen's
      // Other parts are places to come back from; how a stack is written is none.
      replace: next.part === undefined || next.part === search.part,
      resetScroll: false,
    });
  return { search, change };
}

function useDecisions(id: string) {
  const { project } = useWhere();
  const navigate = useNavigate();
  const { act, busy } = useChange(project);
  return {
    busy,
    decide: (change: IssueChange): void => void act({ do: 'change', issues: [id], change }),
    split: (fingerprints: readonly string[]): void =>
      void act({ do: 'split', issue: id, fingerprints }).then((made) => {
        if (made !== undefined) void navigate(toIssue(project, made));
      }),
  };
}

/** @param decide - undefined: the member may only look. */
function useKeys(
  data: Told,
  search: IssueSearch,
  change: (next: Partial<IssueSearch>) => void,
  report: () => void,
  decide: ((change: IssueChange) => void) | undefined,
): void {
  const { project } = useWhere();
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const mine = me?.member?.id;
  const closed = data.standing.state === 'resolved' || data.standing.state === 'ignored';
  // Beside the event that is shown, that one is watched: it has the key while it is there.
  const moment = search.part === 'event' ? undefined : watchedMoments(data.moments)[0];
  const decisions = decide
    ? [
        {
          keys: 'e',
          says: closed ? 'Open it again' : 'Resolve it',
          run: () => decide(closed ? { to: 'open' } : { to: 'resolved' }),
        },
        { keys: 'i', says: 'Ignore it', run: () => decide({ to: 'ignored' }) },
        ...(mine === undefined
          ? []
          : [{ keys: 'm', says: 'Take it', run: () => decide({ to: 'assigned', member: mine }) }]),
      ]
    : [];
  useShortcuts('Issue', [
    ...decisions,
    { keys: 'b', says: 'Write a bug report', run: report },
    {
      keys: 'r',
      says: 'Show the stack as the browser told it, or as the sources say it',
      run: () => change({ part: 'event', stack: search.stack === 'raw' ? 'pretty' : 'raw' }),
    },
    ...issueParts.map((part, at) => ({
      keys: String(at + 1),
      says: { event: 'Show the stack', events: 'Show the events', variants: 'Show the variants', log: 'Show the log' }[
        part
      ],
      run: () => change({ part }),
    })),
    ...(moment === undefined
      ? []
      : [
          {
            keys: 'w',
            says: 'Watch it happen',
            run: () => void navigate(playing(toSession(project, moment.session, moment.at - leadMs))),
          },
        ]),
    { keys: 'u', says: 'Back to the issues', run: () => void navigate(toIssues(project)) },
  ]);
}
