import { Button, Menu, TextInput } from '@mantine/core';
import { getSpecification } from '@sightglass/wire';
import { IconFileDownload, IconFilter } from '@tabler/icons-react';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type SearchTexts, useLive, useWhere } from '../../client/index.ts';
import { Boundary, Empty, KeyHint, Loading, Page, useShortcuts } from '../../ui/index.ts';
import { Changes, type Compared, releasesOf, releasesToCompare } from './changes.tsx';
import { ChapterSection } from './chapter.tsx';
import { EvidencePane } from './evidence-strip.tsx';
import { Evidences, useLooking } from './evidences.tsx';
import { Findings } from './findings.tsx';
import { NineAtAGlance } from './glance.tsx';
import { type Chapter, chaptersOf, isOnPage } from './model.ts';
import { withGivenNames } from './names.ts';
import { type Choice, changedKeys, isNarrowed, offersOf } from './narrow.ts';
import { NotWhole, ReadingCode } from './not-whole.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { Outline } from './outline.tsx';
import styles from './page.module.css';
import { changesQuery, specificationAddress, specificationQuery } from './queries.ts';
import { ReadingProvider, useReading } from './reading.tsx';
import { Reviews } from './reviews.tsx';
import { readSearch, type SpecificationSearch, writeSearch } from './search.ts';
import { ShowBar } from './show-bar.tsx';
import { TitlePage } from './title-page.tsx';

/** The home of a project: what the application is, in nine points, read out of its use. */
export function SpecificationPage() {
  return (
    <Page title="Specification">
      <Boundary heading="h1" loading={<Loading heading="h1" label="Reading the specification" lines={12} />}>
        <Book />
      </Boundary>
    </Page>
  );
}

function Book() {
  const where = useWhere();
  const { data: told } = useSuspenseQuery(specificationQuery(where));
  const data = useMemo(() => withGivenNames(told), [told]);
  useFreshness(where.project);
  const { find, setFind, show: chosen, setShow, given, compare } = useAsked();
  const releases = useMemo(() => releasesOf(data), [data]);
  const compared = releasesToCompare(releases, given);
  const { data: diff } = useQuery(changesQuery(where, compared));
  const field = useRef<HTMLInputElement>(null);
  // Field and chips answer at once; the document, which is long, follows.
  const words = useDeferredValue(find);
  const show = useDeferredValue(chosen);
  const narrowing = useMemo(
    () => ({ find: words, show, changed: diff === undefined ? null : changedKeys(diff) }),
    [words, show, diff],
  );
  const chapters = useMemo(() => chaptersOf(data, narrowing), [data, narrowing]);
  const compares = compared !== null;
  const offers = useMemo(() => offersOf(data, narrowing.changed, compares), [data, narrowing.changed, compares]);
  const statements = data.points.reduce((sum, point) => sum + point.statements.length, 0);
  const narrowed = isNarrowed(narrowing);
  const onPage = useMemo(() => chapters.filter((chapter) => isOnPage(chapter, narrowing)), [chapters, narrowing]);
  useBookKeys(chapters, field);
  if (data.basis.sessions === 0 && data.code === undefined)
    return <NothingYet specification={data} chapters={chapters} />;
  if (data.basis.sessions === 0 && data.code?.state === 'reading') return <ReadingCode code={data.code} />;

  return (
    <Evidences specification={data} diff={diff}>
      <ReadingProvider>
        <Spread>
          <Outline chapters={chapters} />
          <div className={styles.document}>
            <TitlePage
              specification={data}
              actions={
                <>
                  <TextInput
                    ref={field}
                    type="search"
                    className={styles.find}
                    aria-label="Filter statements"
                    placeholder="Filter statements"
                    leftSection={<IconFilter size="0.95rem" aria-hidden />}
                    rightSection={find === '' ? <KeyHint keys="/" /> : null}
                    value={find}
                    onChange={(event) => setFind(event.currentTarget.value)}
                  />
                  <ExportMenu where={where} />
                </>
              }
            />
            <ShowBar
              statements={statements}
              offers={offers}
              chosen={chosen}
              since={compared?.from ?? null}
              onChoose={setShow}
            />
            {compared && !isNarrowed({ ...narrowing, show: show === 'changed' ? null : show }) && (
              <Changes {...compared} releases={releases} onCompare={compare} opened={show === 'changed'} />
            )}
            {!narrowed && (
              <NineAtAGlance specification={data} chapters={chapters} diff={diff} since={compared?.from ?? null} />
            )}
            {data.code && data.code.findings.length > 0 && <Findings code={data.code} show={show} find={words} />}
            {data.code && !narrowed && <NotWhole code={data.code} />}
            {onPage.length === 0 ? <NothingFound show={show} /> : <Chapters chapters={onPage} finding={narrowed} />}
            {(!narrowed || show === 'said-otherwise') && <Reviews opened={show === 'said-otherwise'} />}
            <Foot />
          </div>
          <EvidencePane />
        </Spread>
      </ReadingProvider>
    </Evidences>
  );
}

function Foot() {
  const { printing } = useReading();
  return (
    <p className={styles.foot}>
      No statement holds what a person typed or was shown of their own: <code>{'{text}'}</code>,{' '}
      <code>{'{number}'}</code> and <code>{'{orderId}'}</code> stand where a value was.
      {printing && ` Times are those of ${Intl.DateTimeFormat().resolvedOptions().timeZone}; each leads to its replay.`}
    </p>
  );
}

/** Tree, document, evidence: the third column is there while something is looked at. */
function Spread({ children }: { children: ReactNode }) {
  const { at } = useLooking();
  return (
    <div className={styles.book} data-looking={at !== null || undefined}>
      {children}
    </div>
  );
}

/** The chapters that are read first are there first; the others follow while nobody waits for them. */
const Chapters = memo(function Chapters({ chapters, finding }: { chapters: readonly Chapter[]; finding: boolean }) {
  const { target, printing } = useReading();
  const [upTo, setUpTo] = useState(atFirst);
  const all = upTo >= chapters.length;
  useEffect(() => {
    if (!all) startTransition(() => setUpTo(upTo + 1));
  }, [all, upTo]);
  useScrollTo(target, all);
  return chapters.map((chapter, index) => (
    <ChapterSection key={chapter.slug} chapter={chapter} finding={finding} ready={index < upTo || printing} />
  ));
});

const atFirst = 2;

function NothingFound({ show }: { show: Choice | null }) {
  return (
    <Empty title="Nothing of this kind is known" icon={<IconFilter size="1.5rem" stroke={1.5} aria-hidden />}>
      <p>
        {show === 'not-shown'
          ? 'Every one of the nine points shows something.'
          : 'Words are looked for in routes, titles, names of controls, calls, codes and messages.'}
      </p>
    </Empty>
  );
}

const formats = [
  { format: 'markdown', name: 'Markdown: the nine points', file: 'specification.md' },
  { format: 'markdown', ground: 'none', name: 'Markdown for version control: no counts', file: 'specification.md' },
  { format: 'json', name: 'JSON: everything, with its evidence', file: 'specification.json' },
  { format: 'openapi', name: 'OpenAPI 3.1: the calls', file: 'openapi.json' },
  { format: 'json-schema', name: 'JSON Schema: the entities', file: 'entities.schema.json' },
  { format: 'mermaid', name: 'Mermaid: screens and states', file: 'diagrams.md' },
  { format: 'xstate', name: 'XState: the state machines', file: 'machines.ts' },
  { format: 'playwright', name: 'Playwright: tests of the top journeys', file: 'journeys.spec.ts' },
] as const;

function ExportMenu({ where }: { where: Parameters<typeof specificationAddress>[0] }) {
  const { print } = useReading();
  useShortcuts('Specification', [{ keys: 'mod+p', says: 'Print, with every drawing', run: print }]);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconFileDownload size="0.95rem" aria-hidden />}>Export</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, name, file, ...more }) => (
          <Menu.Item key={name} component="a" href={specificationAddress(where, format, more)} download={file}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Item onClick={print}>Paper or PDF: the whole document</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Sessions are read into the specification some seconds after they were stored. */
const readAfterMs = 6_000;

/** While somebody reads, what new sessions show comes in by itself, and what erased ones showed goes, no more often than they are read, and the last of them too. */
function useFreshness(project: string): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const toldAt = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const wait = (ms: number): void => {
    timer.current = setTimeout(() => {
      const asked = Date.now();
      void queries.invalidateQueries({ queryKey: [getSpecification.name] });
      // What was stored while this waited is not read yet.
      const left = toldAt.current + readAfterMs - asked;
      timer.current = undefined;
      if (left > 0) wait(left);
    }, ms);
  };
  const askSoon = (): void => {
    toldAt.current = Date.now();
    if (timer.current === undefined) wait(readAfterMs);
  };
  useLive(project, ({ type }) => (type === 'stored' || type === 'erased' ? askSoon() : undefined), askSoon);
}

/** What is asked for, as the URL says it. Words are there at once in the field, and in the URL when typing rests. */
function useAsked() {
  const given = readSearch(useSearch({ strict: false }) as SearchTexts); // parseSearch yields texts only
  const navigate = useNavigate();
  const [find, setFind] = useState(given.find);
  const { show, before, after } = given;
  const write = useCallback(
    (asked: SpecificationSearch, isStep: boolean, place: Partial<typeof samePlace> = {}) =>
      void navigate({
        to: '.',
        search: (now: SearchTexts) => ({ ...now, ...writeSearch(asked) }),
        replace: !isStep,
        resetScroll: false,
        ...place,
      }),
    [navigate],
  );
  // Who goes back, or follows a link to other words, finds those in the field.
  const known = useRef(given.find);
  useEffect(() => {
    if (known.current !== given.find) setFind(given.find);
    known.current = given.find;
  }, [given.find]);
  useEffect(() => {
    if (find === known.current) return;
    const timer = setTimeout(() => {
      known.current = find;
      write({ find, show, before, after }, false);
    }, restMs);
    return () => clearTimeout(timer);
  }, [find, show, before, after, write]);
  return {
    ...{ find, setFind, show, given },
    setShow: (chosen: Choice | null) => write({ ...given, find, show: chosen }, true),
    // The fragment stays: it may be what holds the comparison open.
    compare: ({ from, to }: Compared) => write({ ...given, find, before: from, after: to }, true, samePlace),
  };
}

const restMs = 300;
const samePlace = { hash: true, hashScrollIntoView: false } as const;

/** The document comes after the address: the part that the fragment names is looked for once it is there, and is marked. */
function useScrollTo(target: string | null, ready: boolean): void {
  useEffect(() => {
    if (target === null || !ready) return;
    const element = document.getElementById(target);
    if (element === null) return;
    element.scrollIntoView({ block: 'start' });
    element.dataset.asked = '';
    return () => {
      delete element.dataset.asked;
    };
  }, [target, ready]);
}

/** `/` to the filter, `j` and `k` from chapter to chapter. */
function useBookKeys(chapters: readonly Chapter[], field: RefObject<HTMLInputElement | null>): void {
  const step = (by: number): void => {
    const sections = chapters.map(({ slug }) => document.getElementById(slug)).filter((one) => one !== null);
    // A little under the bar: where a chapter stands after one has gone to it.
    const line = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 4;
    const above = sections.filter((one) => one.getBoundingClientRect().top <= line).length - 1;
    const next = sections[Math.max(0, Math.min(sections.length - 1, above + by))];
    next?.scrollIntoView({ block: 'start' });
    next?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  };
  useShortcuts('Specification', [
    { keys: '/', says: 'Filter statements', run: () => field.current?.focus() },
    { keys: 'j', says: 'Next of the nine points', run: () => step(1) },
    { keys: 'k', says: 'Previous of the nine points', run: () => step(-1) },
  ]);
}
