import { type Specification, type StatementOf, statementKey } from '@sightglass/wire';
import { entityNames } from './entity-names.ts';
import { sureOf } from './sure.ts';

export interface StateNode {
  key: string;
  /** As a person may have renamed it. */
  name: string;
  initial: boolean;
  final: boolean;
}
export interface StateEdge {
  from: string;
  to: string;
  transition: StatementOf<'transition'>;
}
/** The states of one entity and the ways between them, joined by key. */
export interface StateGraph {
  entity: string;
  nodes: StateNode[];
  edges: StateEdge[];
}

export function stateGraphs(specification: Specification): StateGraph[] {
  const transitions = Map.groupBy(sureOf(specification, 'transition'), ({ entity }) => entity);
  const states = Map.groupBy(sureOf(specification, 'state'), ({ entity }) => entity);
  const nameOf = entityNames(specification);
  return [...states].map(([entity, own]) => {
    const nodes = new Map<string, StateNode>(
      own.map(({ key, name, initial, final }) => [key, { key, name, initial, final }]),
    );
    const at = (name: string): string => {
      const key = statementKey.state(entity, name);
      if (!nodes.has(key)) nodes.set(key, { key, name, initial: false, final: false });
      return key;
    };
    const edges = (transitions.get(entity) ?? []).map((transition) => ({
      from: at(transition.from),
      to: at(transition.to),
      transition,
    }));
    return { entity: nameOf(entity), nodes: [...nodes.values()], edges };
  });
}
