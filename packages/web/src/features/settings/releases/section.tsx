import { deleteReleaseFiles, listReleases, type ReleaseSummary } from '@sightglass/wire';
import { IconPackage } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client, useMay } from '../../../client/index.ts';
import {
  Badge,
  Code,
  type Column,
  ConfirmButton,
  DataTable,
  Empty,
  Panel,
  TimeAgo,
  writeBytes,
  writeExactly,
} from '../../../ui/index.ts';
import forms from '../forms.module.css';
import { releasesQuery } from '../queries.ts';
import { useAct } from '../use-act.ts';
import { BuildSnippets } from './build-snippets.tsx';
import { Fetch } from './fetch.tsx';
import { sayCode, sayMaps, troublesOf } from './model.ts';
import styles from './releases.module.css';
import { Rules } from './rules.tsx';
import { Upload } from './upload.tsx';

/** What was uploaded of releases, a place to drop more, and how a build does it by itself. */
export function ReleasesSection({ project }: { project: string }) {
  const { data } = useSuspenseQuery(releasesQuery(project));
  const { releases, settings } = data;
  const mayUpload = useMay('member');
  const mayDelete = useMay('admin');
  const { mutate: drop } = useAct(
    (release: string) => client.ask(deleteReleaseFiles, { params: { project, release } }),
    {
      touches: [[listReleases.name, project]],
      says: () => 'Its files are gone',
    },
  );
  const columns = useMemo(() => columnsOf(mayDelete ? drop : undefined), [mayDelete, drop]);
  return (
    <>
      <Panel bare title="Uploaded">
        {releases.length === 0 ? (
          <Empty title="Nothing was uploaded yet" icon={<IconPackage stroke={1.6} aria-hidden />}>
            <p>
              Without source maps a stack names minified places. Drop a build below, or let the build send it: then
              every error names its file, line and function.
            </p>
          </Empty>
        ) : (
          <DataTable
            caption="Releases with uploaded files, newest first"
            columns={columns}
            rows={releases}
            rowKey={({ release }) => release}
          />
        )}
        <Troubles releases={releases} />
      </Panel>
      {mayUpload && <Upload project={project} />}
      {mayDelete && settings.fetching && <Fetch project={project} />}
      <BuildSnippets project={project} />
      <Rules key={JSON.stringify(settings)} project={project} settings={settings} may={mayDelete} />
    </>
  );
}

/** So many are told at once of one release. */
const mostTold = 5;

/** What of an upload is of no use, and why; below the list, since it takes whole sentences. */
function Troubles({ releases }: { releases: readonly ReleaseSummary[] }) {
  const told = releases.flatMap((release) => {
    const troubles = troublesOf(release);
    return troubles.length === 0 ? [] : [{ release: release.release, troubles }];
  });
  if (told.length === 0) return null;
  return (
    <section className={styles.troubles} aria-label="What is of no use, and why">
      {told.map(({ release, troubles }) => (
        <div key={release}>
          <h3>
            Not used of <Code>{release}</Code>
          </h3>
          <Lines lines={troubles.slice(0, mostTold)} />
          {troubles.length > mostTold && (
            <details>
              <summary>{writeExactly(troubles.length - mostTold)} more</summary>
              <Lines lines={troubles.slice(mostTold)} />
            </details>
          )}
        </div>
      ))}
    </section>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function columnsOf(drop: ((release: string) => void) | undefined): readonly Column<ReleaseSummary>[] {
  return [
    {
      id: 'release',
      head: 'Release',
      cell: ({ release }) => (
        <span className={forms.whole}>
          <Code>{release}</Code>
        </span>
      ),
    },
    {
      id: 'maps',
      head: 'Scripts with source map',
      shortHead: 'With map',
      width: '5.5rem',
      from: 'medium',
      toldBelow: true,
      cell: (release) => {
        const { tone, text, title } = sayMaps(release);
        return (
          <span title={title}>
            <Badge tone={tone}>{text}</Badge>
          </span>
        );
      },
    },
    {
      id: 'files',
      head: 'Files',
      width: '4.5rem',
      align: 'end',
      from: 'medium',
      toldBelow: true,
      cell: ({ files }) => writeExactly(files),
    },
    {
      id: 'bytes',
      head: 'Size',
      width: '5.5rem',
      align: 'end',
      from: 'wide',
      toldBelow: true,
      cell: ({ bytes }) => writeBytes(bytes),
    },
    {
      id: 'code',
      head: 'What its code says',
      shortHead: 'Code',
      width: '12rem',
      from: 'wide',
      toldBelow: true,
      cell: ({ code }) => {
        const { text, title } = sayCode(code);
        return <span title={title}>{text}</span>;
      },
    },
    {
      id: 'when',
      head: 'Uploaded',
      width: '8rem',
      from: 'medium',
      toldBelow: true,
      cell: ({ finishedAt, by }) =>
        finishedAt === null ? (
          <Badge tone="warning">not finished</Badge>
        ) : (
          <span title={`by ${by}`}>
            <TimeAgo at={finishedAt} />
          </span>
        ),
    },
    ...(drop
      ? [
          {
            id: 'delete',
            head: 'Delete',
            shortHead: '',
            width: '6.5rem',
            align: 'end' as const,
            cell: ({ release }: ReleaseSummary) => (
              <ConfirmButton
                label="Delete"
                title={`Delete the files of “${release}”?`}
                confirm="Delete them"
                onConfirm={() => drop(release)}
              >
                Its errors are told in minified places from then on, unless you upload it again. What was recorded
                stays.
              </ConfirmButton>
            ),
          },
        ]
      : []),
  ];
}
