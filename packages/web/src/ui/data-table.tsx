import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import styles from './data-table.module.css';
import { nextSort, orderRows, type Sort } from './order-rows.ts';
import { usePrinting } from './printing.ts';
import { Unseen } from './small.tsx';

export interface Column<Row> {
  id: string;
  head: string;
  /** Stands in place of `head` where that is too long to be seen; `head` is then read out. */
  shortHead?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. `null`: this row has no value, and comes last. */
  value?: (row: Row) => number | string | null;
  /** Figures stand at the end, so that their digits align. */
  align?: 'start' | 'end';
  /** A CSS length; columns without one share what is left. */
  width?: string;
  /** The narrowest table that still shows the column: `medium` from 44 rem, `roomy` from 54 rem, `wide` from 64 rem. */
  from?: 'medium' | 'roomy' | 'wide';
  /** In narrower tables, where nothing else leads to it, it is told in the column that has room, with its head before it. */
  toldBelow?: boolean;
  /** Only in tables narrower than 44 rem. */
  narrowOnly?: boolean;
  /** Names the row for those who hear it. The first column does unless another says so. */
  rowHead?: boolean;
}

/** Put this on the link of a row's head cell: the whole row then leads there. */
export const rowLink: string = styles.rowLink ?? '';

/**
 * A real table that scrolls with the page: its head stays in sight, and past 60 rows only those near the screen are built; on
 * paper all that are here.
 * Arrow keys go from one row's link to the next.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort = null,
  onSort = () => {},
  total,
  onEndReached,
  foot,
}: {
  /** Read out, not seen: the heading above it says it to those who see. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The order; whoever shows the table keeps it. Without one, rows stand as they came. */
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** How many rows there are in all, where more can be loaded. */
  total?: number;
  /** Called when the last rows come near the screen. */
  onEndReached?: (() => void) | undefined;
  foot?: ReactNode;
}) {
  const ordered = useMemo(() => {
    const value = columns.find(({ id }) => id === sort?.by)?.value;
    return sort && value ? orderRows(rows, value, sort.direction) : rows;
  }, [rows, columns, sort]);
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, until, before, after, measure } = useWindow(body, ordered, rowKey, onEndReached);
  const below = columns.filter(({ toldBelow }) => toldBelow === true);
  const roomy = columns.find(({ width }) => width === undefined);
  const headId = columns.find(({ rowHead }) => rowHead)?.id ?? columns[0]?.id;

  return (
    <div className={styles.wrap}>
      <table className={styles.table} aria-rowcount={(total ?? rows.length) + 1}>
        <caption>
          <Unseen>{caption}</Unseen>
        </caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={walkRows}>
          {before > 0 && <Gap height={before} />}
          {ordered.slice(from, until).map((row, offset) => (
            <tr key={rowKey(row)} ref={measure} data-index={from + offset} aria-rowindex={from + offset + 2}>
              {columns.map((column) => (
                <Cell
                  key={column.id}
                  column={column}
                  row={row}
                  head={column.id === headId}
                  below={column === roomy ? below : []}
                />
              ))}
            </tr>
          ))}
          {after > 0 && <Gap height={after} />}
        </tbody>
      </table>
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </div>
  );
}

const windowFrom = 60;
const typicalRowPx = 44;
const endRows = 20;

/** Which rows are built, and how much room the others take before and after. */
function useWindow<Row>(
  body: { current: HTMLTableSectionElement | null },
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  onEndReached: (() => void) | undefined,
) {
  const [top, setTop] = useState(0);
  const printing = usePrinting();
  const windowed = rows.length > windowFrom && !printing;
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    enabled: windowed,
    estimateSize: () => typicalRowPx,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
  });
  useLayoutEffect(() => {
    const rect = body.current?.getBoundingClientRect();
    if (rect) setTop(Math.round(rect.top + window.scrollY));
  }, [body]);

  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const from = windowed ? (first?.index ?? 0) : 0;
  const until = windowed ? (last?.index ?? -1) + 1 : rows.length;
  const near = until >= rows.length - endRows;
  const loaded = rows.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for every time that rows came and the end is still near
  useEffect(() => {
    if (near) onEndReached?.();
  }, [near, loaded, onEndReached]);

  return {
    from,
    until,
    before: windowed && first ? first.start - top : 0,
    after: windowed && last ? virtualizer.getTotalSize() - (last.end - top) : 0,
    measure: windowed ? virtualizer.measureElement : undefined,
  };
}

/** Room that rows out of sight would take. One cell: with more, columns that are not shown would get room too. */
function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden className={styles.gap}>
      <td style={{ height }} />
    </tr>
  );
}

function Head<Row>({ column, sort, onSort }: { column: Column<Row>; sort: Sort | null; onSort: (sort: Sort) => void }) {
  const { id, head, shortHead, value, align = 'start', width } = column;
  const direction = sort?.by === id ? sort.direction : undefined;
  const words =
    shortHead === undefined ? (
      head
    ) : (
      <>
        {shortHead}
        <Unseen>{head}</Unseen>
      </>
    );
  const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      {...shownFrom(column)}
      data-align={align}
      style={width === undefined ? undefined : ({ '--width': width } as CSSProperties)} // of our own, so none of its keys
      aria-sort={direction}
      title={shortHead ? head : undefined}
    >
      {value === undefined ? (
        words
      ) : (
        <button type="button" onClick={() => onSort(nextSort(sort, id, align === 'end' ? 'descending' : 'ascending'))}>
          {words}
          {direction !== undefined && <Arrow size="0.85rem" aria-hidden />}
        </button>
      )}
    </th>
  );
}

function Cell<Row>({
  column,
  row,
  head,
  below,
}: {
  column: Column<Row>;
  row: Row;
  head: boolean;
  /** Other columns that are told here where they have no room. */
  below: readonly Column<Row>[];
}) {
  const { cell, align = 'start' } = column;
  const said = cell(row);
  // What is only text may be cut off where it is long, and is told whole on hover.
  const title = typeof said === 'string' && said.length > mostSeen ? said : undefined;
  const both = (
    <>
      {said}
      {below.length > 0 && (
        <dl className={styles.below}>
          {below.map((one) => {
            const told = one.cell(row);
            // Of what there is none of, its name alone would be told.
            return told === null ? null : (
              <div key={one.id} {...shownFrom(one)}>
                <dt>{one.shortHead || one.head}</dt>
                <dd>{told}</dd>
              </div>
            );
          })}
        </dl>
      )}
    </>
  );
  if (head)
    return (
      <th scope="row" {...shownFrom(column)} data-align={align} title={title}>
        {both}
      </th>
    );
  return (
    <td {...shownFrom(column)} data-align={align} title={title}>
      {both}
    </td>
  );
}

/** Characters that the narrowest column has room for. */
const mostSeen = 8;

function shownFrom(column: { from?: 'medium' | 'roomy' | 'wide'; narrowOnly?: boolean }): { 'data-from'?: string } {
  if (column.narrowOnly) return { 'data-from': 'narrow-only' };
  return column.from === undefined ? {} : { 'data-from': column.from };
}

function walkRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const forward = event.key === 'ArrowDown';
  if ((!forward && event.key !== 'ArrowUp') || !(event.target instanceof Element)) return;
  const row = event.target.closest(`.${rowLink}`)?.closest('tr');
  const next = forward ? row?.nextElementSibling : row?.previousElementSibling;
  // A row may hold a second link for narrow windows; only one of them is there to be seen.
  const links = [...(next?.querySelectorAll<HTMLElement>(`.${rowLink}`) ?? [])];
  const link = links.find((one) => one.checkVisibility());
  if (link === undefined) return;
  event.preventDefault();
  link.focus({ preventScroll: true });
  link.closest('tr')?.scrollIntoView({ block: 'nearest' });
}
