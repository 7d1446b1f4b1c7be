import type { StatementOf } from '@sightglass/wire';
import { writeCount } from '../../ui/index.ts';
import type { GraphEdge, GraphNode } from './graph.tsx';
import { anchorOf } from './model.ts';

/** More than these nobody reads in one drawing. */
const mostNodes = 40;

/** The map of screens: those that are visited most, and the ways between them, also those of which nobody saw by which control. */
export function mapOf(
  screens: readonly StatementOf<'screen'>[],
  links: readonly StatementOf<'link'>[],
): { nodes: GraphNode[]; edges: GraphEdge[]; leftOut: number } {
  const drawn = screens.toSorted((one, other) => other.views - one.views).slice(0, mostNodes);
  const routes = new Set(drawn.map(({ route }) => route));
  const told = new Set(links.map(({ from, to }) => `${from} ${to}`));
  const entered = drawn.flatMap(({ route, enteredFrom }) =>
    enteredFrom
      .filter(({ route: from }) => routes.has(from) && from !== route && !told.has(`${from} ${route}`))
      .map(({ route: from, views }) => ({ key: `entered ${from} ${route}`, from, to: route, times: views })),
  );
  const ways = links.filter(({ from, to }) => routes.has(from) && routes.has(to));
  const most = [...ways, ...entered].reduce((so, { times }) => Math.max(so, times), 1);
  return {
    nodes: drawn.map(({ key, route, title, views }) => ({
      id: route,
      label: route,
      note: title === '' ? `${writeCount(views)} views` : title,
      href: `#${encodeURIComponent(anchorOf(key))}`,
    })),
    edges: [
      ...ways.map(({ key, from, to, times, controls }) => ({
        id: key,
        from,
        to,
        label: controls[0]?.name ?? '',
        weight: times / most,
      })),
      ...entered.map(({ key, from, to, times }) => ({
        id: key,
        from,
        to,
        label: '',
        weight: times / most,
        dashed: true,
      })),
    ],
    leftOut: screens.length - drawn.length,
  };
}
