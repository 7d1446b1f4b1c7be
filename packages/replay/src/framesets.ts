/**
 * Frames stand in frames that can be locked, which a browser shows in no frameset: a grid takes its place.
 *
 * @param within - What it stands in: a tag, after which a set has how wide its edges are.
 */
export function framesetStyle(recorded: string, told: Fields, within: string): Fields {
  const outer = edgeIn(within);
  // What the set says of its edges is drawn by what stands in it, to its right and below: where nothing does, there is none.
  const edges = outer ? `box-shadow: ${shadows(outer)}; ` : '';
  // One that says no colour of its own is white, whatever shows elsewhere.
  if (recorded === 'frame') return { style: `${edges}width: 100%; height: 100%; border: 0; background: white` };
  if (recorded !== 'frameset') return {};
  const gap = edgeOf(told, outer);
  const place = outer === undefined ? 'position: fixed; inset: 0; ' : edges;
  const { rows, cols } = told;
  return {
    style: `${place}display: grid; overflow: hidden; grid-auto-rows: 0; gap: ${gap}px; grid-template: ${tracks(rows, gap)} / ${tracks(cols, gap)}`,
  };
}

/** What a set, or what stands in one, is remembered by: a change of it says no more than the attributes that changed. */
export function framesetName(recorded: string, told: Fields, within: string): string {
  return recorded === 'frameset' ? `frameset ${edgeOf(told, edgeIn(within))}` : recorded;
}

/** A script has moved the edges, as who folds a menu does. What a frame's own style says counts for nothing here, now as at first. */
export function framesetChange(name: string, changed: Fields): Fields {
  if (!/^frame/.test(name)) return changed;
  const { style: _, ...rest } = changed;
  const gap = edgeIn(name);
  if (gap === undefined) return rest;
  const moved = [
    ...('rows' in rest ? [['grid-template-rows', tracks(rest.rows, gap)]] : []),
    ...('cols' in rest ? [['grid-template-columns', tracks(rest.cols, gap)]] : []),
  ];
  return moved.length > 0 ? { ...rest, style: Object.fromEntries(moved) } : rest;
}

type Fields = Record<string, unknown>;

function edgeIn(name: string): number | undefined {
  const [, edge] = /^frameset (\d+)$/.exec(name) ?? [];
  return edge === undefined ? undefined : Number(edge);
}

/** Browsers draw six pixels between two; a set in a set has what that has. */
function edgeOf({ border, frameborder }: Fields, outer = usualEdge): number {
  if (/^(0|no)$/i.test(words(frameborder))) return 0;
  const [own] = /^\s*\d{1,3}/.exec(words(border)) ?? [];
  return own === undefined ? (frameborder === undefined ? outer : outer || usualEdge) : Number(own);
}

const usualEdge = 6;

/** As Chromium draws an edge: a dark line on either side where there is room. The last ones are where an edge and another cross. */
function shadows(edge: number): string {
  const lines =
    edge < 3
      ? [[edge, fill] as const]
      : ([
          [1, '#aaa'],
          [edge - 1, fill],
          [edge, '#000'],
        ] as const);
  return [
    ...lines.map(([to, colour]) => `${to}px 0 ${colour}`),
    ...lines.map(([to, colour]) => `0 ${to}px ${colour}`),
    ...lines.map(([to, colour]) => `${edge}px ${to}px ${colour}`),
  ].join();
}

const fill = '#d0d0d0';

function tracks(given: unknown, gap: number): string {
  const sizes = (words(given) || '*').split(',');
  const between = (gap * (sizes.length - 1)) / 100;
  return sizes
    .map((size) => {
      const [, count = '1', unit = 'px'] = /^\s*(\d{1,5})?(?:\.\d+)?\s*([*%])?/.exec(size) ?? [];
      // A share is of what the edges leave.
      if (unit === '%') return `calc(${count}% - ${between * Number(count)}px)`;
      return `minmax(0, ${count}${unit === '*' ? 'fr' : unit})`;
    })
    .join(' ');
}

function words(given: unknown): string {
  return typeof given === 'string' || typeof given === 'number' ? String(given) : '';
}
