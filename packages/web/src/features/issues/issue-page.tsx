import { nameVariables } from '@sightglass/wire';
import { IconArrowLeft } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { toIssues, useWhere } from '../../client/index.ts';
import {
  Badge,
  Boundary,
  Loading,
  Page,
  Panel,
  Stat,
  Stats,
  TimeAgo,
  useDocumentTitle,
  writeCount,
} from '../../ui/index.ts';
import { Facet } from './facet.tsx';
import styles from './issue-page.module.css';
import { sourceWords } from './model.ts';
import { Moments } from './moments.tsx';
import { issueQuery } from './queries.ts';
import { TrendBars } from './trend-bars.tsx';

/** One issue: how it goes on, whom it meets and where, its stack, and the moments at which one can watch it. */
export function IssuePage() {
  const { issue = '' } = useParams({ strict: false }) as { issue?: string }; // untyped: the route tree is app's
  return (
    <Page title="Issue">
      <Boundary loading={<Loading label="Loading the issue" block />}>
        <OneIssue key={issue} id={issue} />
      </Boundary>
    </Page>
  );
}

function OneIssue({ id }: { id: string }) {
  const where = useWhere();
  const { data } = useSuspenseQuery(issueQuery(where, id));
  const { type, message, source, handled, firstRelease, lastRelease, facets } = data;
  useDocumentTitle(`${type}: ${message}`);
  return (
    <>
      <header className={styles.head}>
        <Link className={styles.back} {...toIssues(where.project)}>
          <IconArrowLeft size="1rem" aria-hidden /> Issues
        </Link>
        <h1>
          <strong>{type}</strong> {message}
        </h1>
        <p className={styles.badges}>
          <Badge tone={handled ? 'quiet' : 'danger'}>{sourceWords(source, handled)}</Badge>
          {lastRelease !== '' && (
            <Badge>
              {firstRelease === lastRelease
                ? `release ${lastRelease}`
                : `releases ${firstRelease || 'unnamed'} to ${lastRelease}`}
            </Badge>
          )}
        </p>
      </header>
      <Stats>
        <Stat label="People" value={writeCount(data.visitors)} />
        <Stat label="Times" value={writeCount(data.times)} note={`in ${writeCount(data.sessions)} sessions`} />
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
          <Panel title="Watch it happen" note="Each opens the replay ten seconds before.">
            <Moments moments={data.moments} />
          </Panel>
          <Panel title="Over time">
            <TrendBars trend={data.trend} bucketMs={data.bucketMs} />
          </Panel>
        </div>
        <div className={styles.side}>
          <Panel title="Where and with what">
            <div className={styles.facets}>
              <Facet
                title="Routes"
                code
                values={data.routes.map(({ route, times }) => ({ value: nameVariables(route), times }))}
                all={data.times}
              />
              <Facet title="Browsers" values={facets.browsers} all={data.times} />
              <Facet title="Releases" values={facets.releases} all={data.times} />
              <Facet title="Roles" values={facets.roles} all={data.times} />
            </div>
          </Panel>
        </div>
      </div>
    </>
  );
}
