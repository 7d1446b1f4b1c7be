import { loadReplay, openStage, type Recording, readLines } from '@sightglass/replay';
import { getReplay, type ReplayIndexLine, type ReplayMoment } from '@sightglass/wire';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client, stageScript } from '../../client/index.ts';
import { beforeNextPress } from './before-next-press.ts';
import styles from './evidence-strip.module.css';
import { segmentsAt, settledAt } from './segments-at.ts';

/** A picture is worth this much of a recording and no more; packed. */
const mostBytes = 3 * 1024 * 1024;
/** A moment is when something began: a little later the picture has what came of it. */
const usuallyLaterMs = 800;

/**
 * The page as the visitor saw it at a moment: as much of the recording as it takes from the last whole page to there, and nothing
 * until the picture comes into sight.
 */
export function MomentPicture({
  project,
  moment,
  laterMs = usuallyLaterMs,
}: {
  project: string;
  moment: ReplayMoment;
  /** How long after the moment the page is shown. */
  laterMs?: number;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const [stageFailed, setStageFailed] = useState(false);
  const inSight = useOnceInSight(frame);
  const { data, isError } = useQuery({ ...pictureQuery(project, moment, laterMs), enabled: inSight });
  useEffect(() => {
    if (!data || root.current === null) return;
    const look = { accent: getComputedStyle(root.current).color, pointerPx: 40 };
    const onFailed = (): void => setStageFailed(true);
    const stage = openStage(root.current, { script: stageScript, look, onFailed });
    void stage.show(data.recording, data.at);
    return () => stage.stop();
  }, [data]);
  const gone = data === null || isError || stageFailed;
  return (
    <div className={styles.picture} ref={frame} data-state={gone ? 'none' : data ? 'there' : 'coming'}>
      {/* What is in it is a picture here: not for the keyboard, nor for whoever listens. */}
      <div className={styles.root} ref={root} inert aria-hidden />
      {gone && <p>{stageFailed ? 'The picture cannot be drawn here' : 'No replay of this moment'}</p>}
    </div>
  );
}

const pictureQuery = (project: string, { session, at }: ReplayMoment, laterMs: number) =>
  queryOptions({
    queryKey: ['moment-picture', project, session, at, laterMs],
    queryFn: async ({ signal }): Promise<{ recording: Recording; at: number } | null> => {
      const params = { project, session };
      const index = await client.open(getReplay, { params, query: { as: 'index' } }, signal);
      const places = linesOf(await index.text()).map(({ place }) => place);
      const shownAt = settledAt(places, at, laterMs);
      const needed = segmentsAt(places, shownAt, mostBytes);
      if (needed === null) return null;
      const answer = await client.open(getReplay, { params, query: { as: 'segments', ...needed } }, signal);
      if (answer.body === null) return null;
      const recording = await loadReplay(readLines(answer.body));
      return { recording, at: beforeNextPress(recording, at, shownAt) };
    },
    // A recording of some megabytes is not kept for a strip that is closed.
    gcTime: 60_000,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

function linesOf(text: string): ReplayIndexLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ReplayIndexLine); // our own server's lines
}

function useOnceInSight(element: { readonly current: HTMLElement | null }): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => setSeen((before) => before || entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '200px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [seen, element]);
  return seen;
}
