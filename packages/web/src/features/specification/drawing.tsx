import { lazy, Suspense } from 'react';
import { Loading } from '../../ui/index.ts';
import type { GraphEdge, GraphNode } from './graph.tsx';
import styles from './views.module.css';

/** The engine that lays graphs out is large: it comes when there is something to draw. */
const Graph = lazy(() => import('./graph.tsx'));

export function Drawing(props: { name: string; nodes: readonly GraphNode[]; edges: readonly GraphEdge[] }) {
  if (props.nodes.length < 2) return null;
  return (
    <Suspense
      fallback={
        <div className={styles.coming}>
          <Loading label="Drawing" lines={4} />
        </div>
      }
    >
      <Graph {...props} />
    </Suspense>
  );
}
