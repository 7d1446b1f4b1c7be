import {
  Background,
  BaseEdge,
  Controls,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  MarkerType,
  type Node,
  Position,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js';
import layoutWorker from 'elkjs/lib/elk-worker.min.js?url';
import { type CSSProperties, use, useEffect, useRef } from 'react';
import styles from './graph.module.css';
import { type Point, roundedPath } from './rounded-path.ts';
import { Undrawn } from './undrawn.tsx';

export interface GraphNode {
  id: string;
  label: string;
  /** A second, quieter line. */
  note?: string;
  tone?: 'first' | 'last' | 'quiet';
  /** Where the statement about it stands. */
  href?: string;
}
export interface GraphEdge {
  id: string;
  from: string;
  to: string;
  label: string;
  /** Share of all, 0 to 1: how thick it is drawn. */
  weight: number;
  dashed?: boolean;
}
type RoutedEdge = Edge<{ path: string; label: string; at: Point | null }, 'routed'>;

const nodeHeight = 44;
const labelHeight = 14;
/** What was laid out, or `null` where the engine, a script of its own in a worker of its own, is not to be had. */
let engine: { layout(graph: ElkNode): Promise<ElkNode | null> } | undefined;

function startEngine(): NonNullable<typeof engine> {
  let lose = (): void => {};
  const lost = new Promise<null>((done) => {
    lose = () => done(null);
  });
  const workerFactory = (): Worker => {
    const worker = new Worker(layoutWorker);
    worker.onerror = lose;
    return worker;
  };
  const elk = new ELK({ workerFactory });
  return { layout: (graph) => Promise.race([elk.layout(graph), lost]) };
}
const lineWidth = (weight: number): number => 1 + 2.5 * Math.sqrt(Math.max(0, Math.min(1, weight)));
const widthOf = ({ label, note = '' }: GraphNode): number =>
  Math.min(300, Math.max(90, 28 + 7.4 * Math.max(label.length, note.length * 0.9)));
const mostLabel = 32;
const shortened = (label: string): string => (label.length > mostLabel ? `${label.slice(0, mostLabel - 1)}…` : label);

interface Placed {
  nodes: Node[];
  edges: RoutedEdge[];
  width: number;
  height: number;
}

/** Layers from left to right: what leads to something stands before it. Lines go where the layout leads them, around what is between. */
async function place(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Promise<Placed | null> {
  const known = new Set(nodes.map(({ id }) => id));
  const drawn = edges.filter(({ from, to }) => known.has(from) && known.has(to));
  engine ??= startEngine();
  const laid = await engine.layout({
    id: 'all',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.layered.spacing.nodeNodeBetweenLayers': '36',
      'elk.layered.spacing.edgeNodeBetweenLayers': '16',
      'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
      'elk.spacing.nodeNode': '26',
      'elk.spacing.edgeNode': '16',
      'elk.spacing.edgeLabel': '3',
      'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
      'elk.layered.feedbackEdges': 'true',
      'elk.edgeLabels.inline': 'true',
    },
    children: nodes.map((node) => ({
      id: node.id,
      width: widthOf(node),
      height: nodeHeight,
      ...(node.tone === 'first' ? { layoutOptions: { 'elk.layered.layering.layerConstraint': 'FIRST' } } : {}),
    })),
    edges: drawn.map(({ id, from, to, label }) => ({
      id,
      sources: [from],
      targets: [to],
      labels: label === '' ? [] : [{ text: label, width: 12 + 5.6 * shortened(label).length, height: labelHeight }],
    })),
  });
  if (laid === null) return null;
  const at = new Map((laid.children ?? []).map((child) => [child.id, child]));
  const routed = new Map((laid.edges ?? []).map((edge) => [edge.id, edge]));
  return {
    width: (laid.width ?? 400) + 60,
    height: (laid.height ?? 200) + 50,
    nodes: nodes.map((node) => ({
      id: node.id,
      position: { x: at.get(node.id)?.x ?? 0, y: at.get(node.id)?.y ?? 0 },
      width: widthOf(node),
      height: nodeHeight,
      sourcePosition: Position.Right,
      targetPosition: Position.Left,
      className: styles.node ?? '',
      domAttributes: { 'data-tone': node.tone ?? 'plain' } as object,
      data: {
        label: (
          <a href={node.href} className={styles.label} title={node.label}>
            {node.label}
            {node.note !== undefined && node.note !== '' && <small>{node.note}</small>}
          </a>
        ),
      },
    })),
    edges: drawn.map(({ id, from, to, label, weight, dashed }) => {
      const section = routed.get(id)?.sections?.[0];
      const points = section ? [section.startPoint, ...(section.bendPoints ?? []), section.endPoint] : [];
      const placed = routed.get(id)?.labels?.[0];
      return {
        id,
        type: 'routed',
        source: from,
        target: to,
        data: {
          path: roundedPath(points, 8),
          label,
          at: placed ? { x: (placed.x ?? 0) + (placed.width ?? 0) / 2, y: (placed.y ?? 0) + labelHeight / 2 } : null,
        },
        style: { strokeWidth: lineWidth(weight), ...(dashed ? { strokeDasharray: '5 4' } : {}) },
        markerEnd: {
          type: MarkerType.ArrowClosed,
          markerUnits: 'userSpaceOnUse',
          width: 16,
          height: 16,
          color: 'var(--text-faint)',
        },
      };
    }),
  };
}

function Routed({ data, style, markerEnd }: EdgeProps<RoutedEdge>) {
  if (data === undefined) return null;
  return (
    <>
      <BaseEdge path={data.path} style={style} markerEnd={markerEnd} />
      {data.at && (
        <EdgeLabelRenderer>
          <span
            className={styles.edgeLabel}
            title={data.label}
            style={{ transform: `translate(-50%, -50%) translate(${data.at.x}px, ${data.at.y}px)` }}
          >
            {shortened(data.label)}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
}

const edgeTypes = { routed: Routed };
/** Room for the buttons at the left; and never so small that it cannot be read: then it is moved. */
const fit = {
  padding: { top: '16px', right: '20px', bottom: '16px', left: '56px' },
  maxZoom: 1,
  minZoom: 0.55,
} as const;

/** A layout outlives the component that waits for it, which begins anew when it is there. */
const layouts = new Map<string, Promise<Placed | null>>();
const maxLayouts = 24;

function placedOnce(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Promise<Placed | null> {
  const said = JSON.stringify([nodes, edges]);
  const placing = layouts.get(said) ?? place(nodes, edges);
  layouts.set(said, placing);
  if (layouts.size > maxLayouts) layouts.delete(layouts.keys().next().value ?? '');
  return placing;
}

/** A drawing that can be moved and zoomed; the same is told as a table beside it, which is what screen readers read. */
export default function Graph({ name, nodes, edges }: Drawn) {
  const placed = use(placedOnce(nodes, edges));
  return placed === null ? <Undrawn /> : <PlacedGraph name={name} placed={placed} />;
}

interface Drawn {
  name: string;
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
}

function PlacedGraph({ name, placed }: { name: string; placed: Placed }) {
  const figure = useRef<HTMLElement>(null);
  const flow = useRef<ReactFlowInstance<Node, RoutedEdge> | null>(null);
  useEffect(() => {
    if (figure.current === null) return;
    // Whoever moved the drawing sees it whole again when its room changes; nobody resizes while they look.
    const observer = new ResizeObserver(() => void flow.current?.fitView(fit));
    observer.observe(figure.current);
    return () => observer.disconnect();
  }, []);
  return (
    <figure
      ref={figure}
      className={styles.graph}
      // As high as it is drawn at its width, and no higher than it is at its own size.
      style={
        {
          '--drawn-inline': placed.width,
          '--drawn-block': placed.height,
          aspectRatio: `${placed.width} / ${placed.height}`,
        } as CSSProperties
      }
      aria-label={name}
    >
      <ReactFlow
        // Another drawing is looked at from its own middle.
        key={`${placed.width} ${placed.height} ${placed.nodes.length}`}
        onInit={(instance) => {
          flow.current = instance;
        }}
        nodes={placed.nodes}
        edges={placed.edges}
        edgeTypes={edgeTypes}
        fitView
        fitViewOptions={fit}
        minZoom={0.1}
        maxZoom={2}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} size={1} color="var(--line)" />
        <Controls showInteractive={false} />
      </ReactFlow>
    </figure>
  );
}
