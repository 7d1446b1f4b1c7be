import { Background, Controls, type Edge, MarkerType, type Node, Position, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import ELK, { type ElkNode } from 'elkjs/lib/elk.bundled.js';
import { use } from 'react';
import styles from './graph.module.css';

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

const nodeHeight = 44;
const elk = new ELK();
const lineWidth = (weight: number): number => 1 + 2.5 * Math.sqrt(Math.max(0, Math.min(1, weight)));
const widthOf = ({ label, note = '' }: GraphNode): number =>
  Math.min(300, Math.max(90, 28 + 7.4 * Math.max(label.length, note.length * 0.9)));

interface Placed {
  nodes: Node[];
  edges: Edge[];
  height: number;
}

/** Layers from left to right: what leads to something stands before it. */
async function place(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Promise<Placed> {
  const known = new Set(nodes.map(({ id }) => id));
  const drawn = edges.filter(({ from, to }) => known.has(from) && known.has(to));
  const laid: ElkNode = await elk.layout({
    id: 'all',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.layered.spacing.nodeNodeBetweenLayers': '110',
      'elk.spacing.nodeNode': '34',
      'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
    },
    children: nodes.map((node) => ({ id: node.id, width: widthOf(node), height: nodeHeight })),
    edges: drawn.map(({ id, from, to }) => ({ id, sources: [from], targets: [to] })),
  });
  const at = new Map((laid.children ?? []).map((child) => [child.id, child]));
  return {
    height: Math.min(560, Math.max(180, (laid.height ?? 200) + 60)),
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
          <a href={node.href} className={styles.label}>
            {node.label}
            {node.note !== undefined && node.note !== '' && <small>{node.note}</small>}
          </a>
        ),
      },
    })),
    edges: drawn.map(({ id, from, to, label, weight, dashed }) => ({
      id,
      source: from,
      target: to,
      label,
      className: styles.edge ?? '',
      style: { strokeWidth: lineWidth(weight), ...(dashed ? { strokeDasharray: '5 4' } : {}) },
      markerEnd: {
        type: MarkerType.ArrowClosed,
        markerUnits: 'userSpaceOnUse',
        width: 16,
        height: 16,
        color: 'var(--text-faint)',
      },
    })),
  };
}

/** A layout outlives the component that waits for it, which begins anew when it is there. */
const layouts = new Map<string, Promise<Placed>>();
const maxLayouts = 24;

function placedOnce(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Promise<Placed> {
  const said = JSON.stringify([nodes, edges]);
  const placing = layouts.get(said) ?? place(nodes, edges);
  layouts.set(said, placing);
  if (layouts.size > maxLayouts) layouts.delete(layouts.keys().next().value ?? '');
  return placing;
}

/** A drawing that can be moved and zoomed; the same is told as a table beside it, which is what screen readers read. */
export default function Graph({
  name,
  nodes,
  edges,
}: {
  name: string;
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
}) {
  const placed = use(placedOnce(nodes, edges));
  return (
    <figure className={styles.graph} style={{ height: placed.height }} aria-label={name}>
      <ReactFlow
        nodes={placed.nodes}
        edges={placed.edges}
        fitView
        fitViewOptions={{ padding: 0.08, maxZoom: 1 }}
        minZoom={0.2}
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
