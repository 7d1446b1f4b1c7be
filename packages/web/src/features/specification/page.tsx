import { Button, Menu, TextInput } from '@mantine/core';
import { getSpecification } from '@sightglass/wire';
import { IconBook2, IconFileDownload, IconFilter } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { type SearchTexts, toSettings, useLive, useProject, useWhere } from '../../client/index.ts';
import { Boundary, Empty, Loading, Page } from '../../ui/index.ts';
import { Changes, releasesToCompare } from './changes.tsx';
import { ChapterSection } from './chapter.tsx';
import { chaptersOf } from './model.ts';
import { Outline } from './outline.tsx';
import styles from './page.module.css';
import { specificationAddress, specificationQuery } from './queries.ts';
import { readSearch, writeSearch } from './search.ts';
import { TitlePage } from './title-page.tsx';

/** The home of a project: what the application is, in nine points, read out of its use. */
export function SpecificationPage() {
  const project = useProject();
  return (
    <Page title={project ? `Specification · ${project.name}` : 'Specification'}>
      <Boundary loading={<Loading label="Reading the specification" lines={12} />}>
        <Book />
      </Boundary>
    </Page>
  );
}

function Book() {
  const where = useWhere();
  const { data } = useSuspenseQuery(specificationQuery(where));
  useFreshness(where.project);
  const { find, setFind } = useFind();
  const deferred = useDeferredValue(find);
  const chapters = chaptersOf(data, deferred);
  useScrollToFragment();
  if (data.basis.sessions === 0) return <NothingYet project={where.project} />;

  const found = chapters.some(({ stated, suspected }) => stated.length + suspected.length > 0);
  const finding = deferred !== '';
  const compared = releasesToCompare(data);
  return (
    <div className={styles.book}>
      <Outline chapters={chapters} />
      <div className={styles.document}>
        <TitlePage
          specification={data}
          actions={
            <>
              <TextInput
                type="search"
                className={styles.find}
                aria-label="Filter statements"
                placeholder="Filter statements"
                leftSection={<IconFilter size="0.95rem" aria-hidden />}
                value={find}
                onChange={(event) => setFind(event.currentTarget.value)}
              />
              <ExportMenu where={where} />
            </>
          }
        />
        {compared && <Changes {...compared} />}
        {finding && !found ? (
          <Empty title="No statement has these words" icon={<IconFilter size="1.5rem" stroke={1.5} aria-hidden />}>
            <p>The filter looks at routes, titles, names of controls, calls, codes and messages.</p>
          </Empty>
        ) : (
          chapters
            .filter(({ stated, suspected }) => !finding || stated.length + suspected.length > 0)
            .map((chapter) => <ChapterSection key={chapter.slug} chapter={chapter} finding={finding} />)
        )}
      </div>
    </div>
  );
}

const formats = [
  { format: 'markdown', name: 'Markdown: the nine points', file: 'specification.md' },
  { format: 'json', name: 'JSON: everything, with its evidence', file: 'specification.json' },
  { format: 'openapi', name: 'OpenAPI 3.1: the calls', file: 'openapi.json' },
  { format: 'jsonschema', name: 'JSON Schema: the entities', file: 'entities.schema.json' },
  { format: 'mermaid', name: 'Mermaid: screens and states', file: 'diagrams.md' },
  { format: 'xstate', name: 'XState: the state machines', file: 'machines.ts' },
  { format: 'playwright', name: 'Playwright: tests of the top journeys', file: 'journeys.spec.ts' },
] as const;

function ExportMenu({ where }: { where: Parameters<typeof specificationAddress>[0] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconFileDownload size="0.95rem" aria-hidden />}>Export</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, name, file }) => (
          <Menu.Item key={format} component="a" href={specificationAddress(where, format)} download={file}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function NothingYet({ project }: { project: string }) {
  return (
    <Empty
      title="Nothing has been seen yet"
      icon={<IconBook2 size="1.5rem" stroke={1.5} aria-hidden />}
      actions={
        <Button variant="filled" renderRoot={(props) => <Link {...toSettings(project)} {...props} />}>
          Connect your application
        </Button>
      }
    >
      <p>
        This page writes itself while people use your application: its screens, the calls it makes, the errors it
        answers with, each with the moment at which it was seen.
      </p>
      <p>Or no session lies in the time, environment and release chosen above.</p>
    </Empty>
  );
}

/** Sessions are read into the specification some seconds after they were stored. */
const readAfterMs = 6_000;

/** While somebody reads, what new sessions show comes in by itself, no more often than they are read. */
function useFreshness(project: string): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const askSoon = (): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queries.invalidateQueries({ queryKey: [getSpecification.name] });
    }, readAfterMs);
  };
  useLive(project, ({ type }) => (type === 'stored' ? askSoon() : undefined), askSoon);
}

/** The words of the filter: at once in the field, and in the URL when typing rests. */
function useFind(): { find: string; setFind: (find: string) => void } {
  const given = readSearch(useSearch({ strict: false }) as SearchTexts).find; // parseSearch yields texts only
  const navigate = useNavigate();
  const [find, setFind] = useState(given);
  useEffect(() => {
    if (find === given) return;
    const timer = setTimeout(
      () =>
        void navigate({
          to: '.',
          search: (now: SearchTexts) => ({ ...now, ...writeSearch({ find }) }),
          replace: true,
          resetScroll: false,
        }),
      restMs,
    );
    return () => clearTimeout(timer);
  }, [find, given, navigate]);
  return { find, setFind };
}

const restMs = 300;

/** The document comes after the address: the part that the fragment names is looked for once it is there. */
function useScrollToFragment(): void {
  useEffect(() => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id !== '') document.getElementById(id)?.scrollIntoView({ block: 'start' });
  }, []);
}
