import { Button } from '@mantine/core';
import type { Deed } from '@sightglass/wire';
import { IconDownload, IconFilterOff, IconHistory, IconRefresh } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { meQuery, type SearchTexts, toSession, useMay } from '../../../client/index.ts';
import {
  Badge,
  Boundary,
  Code,
  type Column,
  DataTable,
  Empty,
  Loading,
  Panel,
  writeDated,
  writeExactly,
  writeMoment,
} from '../../../ui/index.ts';
import styles from './audit.module.css';
import { Filters } from './filters.tsx';
import { aboutOf, detailWords, outcomeWords, wordsOf } from './model.ts';
import { auditFile, auditQuery } from './queries.ts';
import { type AuditSearch, readSearch, wholeAudit, writeSearch } from './search.ts';

/** Who did what with this project, for whoever has to answer for it. */
export function AuditSection({ project }: { project: string }) {
  const may = useMay('admin');
  if (may) return <Audit project={project} />;
  return (
    <Panel>
      <Empty title="The audit is for admins">
        <p>Your role does not let you see it. Ask an admin or owner of this project.</p>
      </Empty>
    </Panel>
  );
}

function Audit({ project }: { project: string }) {
  const texts = useSearch({ strict: false }) as SearchTexts; // parseSearch makes texts only
  const navigate = useNavigate();
  const { data: self } = useSuspenseQuery(meQuery);
  const ownsServer = self.member?.owner === true;
  // An address may come from who owns the server.
  const search = useMemo(
    () => ({ ...readSearch(texts), ...(!ownsServer && { of: 'project' as const }) }),
    [texts, ownsServer],
  );
  const shown = useDeferredValue(search);
  const change = (next: Partial<AuditSearch>): void =>
    void navigate({
      to: '.',
      search: (now: SearchTexts) => ({ ...now, ...writeSearch({ ...search, ...next }) }),
      resetScroll: false,
    });
  return (
    <>
      <Filters project={project} search={search} ownsServer={ownsServer} onChange={change} />
      <div aria-busy={shown !== search}>
        <Boundary
          key={`${project} ${shown.of} ${shown.who} ${shown.about}`}
          loading={
            <Panel>
              <Loading label="Loading the audit" lines={12} />
            </Panel>
          }
        >
          <Deeds project={project} search={shown} onClear={() => change({ ...wholeAudit, of: search.of })} />
        </Boundary>
      </div>
    </>
  );
}

function Deeds({ project, search, onClear }: { project: string; search: AuditSearch; onClear: () => void }) {
  const list = useSuspenseInfiniteQuery(auditQuery(project, search));
  const { data, refetch, isFetching, isRefetchError } = list;
  const columns = useMemo(() => columnsOf(project), [project]);
  const [first] = data.pages;
  const deeds = data.pages.flatMap((page) => page.deeds);
  if (first === undefined) return null;
  const { since, most, days } = first.kept;
  return (
    <Panel
      bare
      title={search.of === 'server' ? 'Done with this server' : 'Done with this project'}
      note={`Kept for ${days} days, of what was done since ${writeDated(since)}; at most the newest ${writeExactly(most)} ${search.of === 'server' ? 'entries' : 'looks at sessions, and as many other entries'}. Nobody can change it.`}
      actions={
        <span className={styles.buttons}>
          <Button
            leftSection={<IconRefresh size="1rem" aria-hidden />}
            loading={isFetching && !list.isFetchingNextPage}
            onClick={() => void refetch()}
          >
            Look again
          </Button>
          {(['csv', 'ndjson'] as const).map((format) => (
            <Button
              key={format}
              component="a"
              download
              href={auditFile(project, search, format)}
              leftSection={<IconDownload size="1rem" aria-hidden />}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </span>
      }
    >
      {isRefetchError && (
        <p className={styles.failed} role="alert">
          This could not be looked up again: what was done since may be missing.
        </p>
      )}
      {deeds.length === 0 ? (
        <NoDeeds
          isFiltered={Object.values(writeSearch({ ...search, of: 'project' })).some(Boolean)}
          onClear={onClear}
        />
      ) : (
        <DataTable
          caption="Who did what, newest first"
          columns={columns}
          rows={deeds}
          rowKey={({ number }) => String(number)}
          foot={
            list.hasNextPage ? (
              <>
                {list.isFetchNextPageError && <span role="alert">Earlier entries could not be loaded. </span>}
                <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {list.isFetchNextPageError ? 'Try again' : 'Earlier'}
                </Button>
              </>
            ) : undefined
          }
        />
      )}
    </Panel>
  );
}

function NoDeeds({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <Empty
        title="Nobody did that"
        icon={<IconFilterOff stroke={1.6} aria-hidden />}
        actions={<Button onClick={onClear}>Show everything</Button>}
      >
        <p>Nothing that is kept fits what is chosen above.</p>
      </Empty>
    );
  return (
    <Empty title="Nothing was done yet" icon={<IconHistory stroke={1.6} aria-hidden />}>
      <p>
        Whoever looks at a session, saves or erases one, changes a setting, makes or revokes a key, invites somebody or
        uploads a release stands here from then on.
      </p>
    </Empty>
  );
}

const columnsOf = (project: string): readonly Column<Deed>[] => [
  {
    id: 'when',
    head: 'When',
    width: '13.5rem',
    from: 'medium',
    toldBelow: true,
    cell: ({ at }) => (
      <time className={styles.when} dateTime={new Date(at).toISOString()}>
        {writeMoment(at)}
      </time>
    ),
  },
  {
    id: 'who',
    head: 'Who',
    width: '12rem',
    from: 'medium',
    toldBelow: true,
    cell: ({ by }) => (
      <span className={styles.who} title={by.id}>
        {by.kind === 'token' && 'Token '}
        {by.name || by.id}
      </span>
    ),
  },
  { id: 'what', head: 'What', rowHead: true, cell: (deed) => <What deed={deed} project={project} /> },
];

function What({ deed, project }: { deed: Deed; project: string }) {
  const { details, outcome } = deed;
  return (
    <span className={styles.what}>
      <span>
        {wordsOf(deed)} <About deed={deed} project={project} />
      </span>
      {details.length > 0 && <span className={styles.details}>{details.map(detailWords).join(' · ')}</span>}
      {outcome === 'unknown' && (
        <span>
          <Badge tone="warning">not known whether it was done: under way, or cut off with the server</Badge>
        </span>
      )}
      {outcome !== 'done' && outcome !== 'unknown' && (
        <span>
          <Badge tone="warning">{outcomeWords(outcome)}</Badge>
        </span>
      )}
    </span>
  );
}

function About({ deed, project }: { deed: Deed; project: string }) {
  const { did } = deed;
  const about = aboutOf(deed);
  if (about === null) return null;
  switch (about.type) {
    case 'session':
      if (about.erased)
        return (
          <>
            {did === 'sessions-erased' ? '' : 'that was erased '}
            <Code>{about.id}</Code>
          </>
        );
      return <Link {...toSession(project, about.id)}>{about.id}</Link>;
    case 'person':
      return about.name === null ? (
        <>
          somebody who is no member any more <Code>{about.id}</Code>
        </>
      ) : (
        <strong>{about.name}</strong>
      );
    case 'thing':
      return <strong>{about.name}</strong>;
  }
}
