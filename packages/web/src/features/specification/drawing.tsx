import { lazy, type RefObject, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import { Loading } from '../../ui/index.ts';
import type { GraphEdge, GraphNode } from './graph.tsx';
import { useReading } from './reading.tsx';
import { Undrawn } from './undrawn.tsx';
import styles from './views.module.css';

/**
 * The engine that lays graphs out is larger than all the rest of the dashboard: it comes when a drawing is about to be seen, or when
 * nobody waits for anything else.
 */
const Graph = lazy(() => import('./graph.tsx').catch(() => ({ default: Undrawn })));

export function Drawing(props: { name: string; nodes: readonly GraphNode[]; edges: readonly GraphEdge[] }) {
  const { printing } = useReading();
  const room = useRef<HTMLDivElement>(null);
  const near = useNear(room);
  const rested = useRested();
  if (props.nodes.length < 2) return null;
  return (
    <div ref={room}>
      {near || rested || printing ? (
        <Suspense fallback={<Coming />}>
          <Graph {...props} />
        </Suspense>
      ) : (
        <Coming />
      )}
    </div>
  );
}

function Coming() {
  return (
    <div className={styles.coming} data-drawing="coming">
      <Loading label="Drawing" lines={4} />
    </div>
  );
}

/** Whether the element has come within a screen's height of what is seen. It stays so. */
function useNear(of: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || of.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(of.current);
    return () => observer.disconnect();
  }, [near, of]);
  return near;
}

/** A reader is still finding their way before. */
const restMs = 3_000;
/** Where there is always something to do. */
const longestRestMs = 5_000;

/**
 * Whether the page has been there for a while and the browser has nothing better to do. A browser that prints by its own menu waits for
 * no drawing: those that nobody has come near yet would be missing on paper.
 */
function useRested(): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    if (rested) return;
    let idle = 0;
    const rest = (): void => startTransition(() => setRested(true));
    const timer = setTimeout(() => {
      // Safari has none.
      if ('requestIdleCallback' in window) idle = requestIdleCallback(rest, { timeout: longestRestMs });
      else rest();
    }, restMs);
    return () => {
      clearTimeout(timer);
      if (idle !== 0) cancelIdleCallback(idle);
    };
  }, [rested]);
  return rested;
}
