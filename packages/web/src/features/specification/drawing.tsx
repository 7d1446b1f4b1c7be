import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Loading } from '../../ui/index.ts';
import type { GraphEdge, GraphNode } from './graph.tsx';
import { useReading } from './reading.tsx';
import { Undrawn } from './undrawn.tsx';
import styles from './views.module.css';

/** The engine that lays graphs out is larger than all the rest of the dashboard: it comes when a drawing is about to be seen. */
const Graph = lazy(() => import('./graph.tsx').catch(() => ({ default: Undrawn })));

export function Drawing(props: { name: string; nodes: readonly GraphNode[]; edges: readonly GraphEdge[] }) {
  const { printing } = useReading();
  const room = useRef<HTMLDivElement>(null);
  const near = useNear(room);
  if (props.nodes.length < 2) return null;
  return (
    <div ref={room}>
      {near || printing ? (
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
