import { nameVariables, type VitalName } from '@sightglass/wire';
import { type Column, DataTable, Path, type Sort, writeCount } from '../../ui/index.ts';
import { ChangeMark } from './change-mark.tsx';
import { type RouteRow, rate, ratingTone, vitalChange, vitalOrder, vitalWords, writeVital } from './model.ts';
import styles from './tables.module.css';

/** Every route with its five figures. A route can be chosen, and the cards and the trend are then its own. */
export function RouteTable({
  rows,
  compared,
  sort,
  onSort,
  onRoute,
}: {
  rows: readonly RouteRow[];
  /** The same routes in what they are compared with; `null`: nothing, or it is not here yet. */
  compared: readonly RouteRow[] | null;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onRoute: (route: string) => void;
}) {
  const then = compared && new Map(compared.map((row) => [row.route, row.vitals]));
  const columns: Column<RouteRow>[] = [
    {
      id: 'route',
      head: 'Route',
      // What was measured where no view was known has no name to be asked for.
      cell: ({ route }) =>
        route === '' ? (
          <span className={styles.none}>Route not known</span>
        ) : (
          <button type="button" className={styles.route} title={nameVariables(route)} onClick={() => onRoute(route)}>
            <code>
              <Path>{nameVariables(route)}</Path>
            </code>
          </button>
        ),
      value: ({ route }) => route,
    },
    ...vitalOrder.map((name) => vitalColumn(name, then)),
    {
      id: 'samples',
      head: 'Samples',
      align: 'end',
      width: '6.5rem',
      from: 'medium',
      toldBelow: true,
      cell: ({ samples }) => writeCount(samples),
      value: ({ samples }) => samples,
    },
  ];
  return (
    <DataTable
      caption="Web Vitals by route, 75th percentile"
      columns={columns}
      rows={rows}
      rowKey={({ route }) => route}
      sort={sort}
      onSort={onSort}
    />
  );
}

/** Narrow tables keep the three that Google ranks by. */
const core = new Set<VitalName>(['LCP', 'INP', 'CLS']);

function vitalColumn(name: VitalName, then: ReadonlyMap<string, RouteRow['vitals']> | null): Column<RouteRow> {
  return {
    id: name,
    head: vitalWords[name].name,
    shortHead: name,
    align: 'end',
    width: '4.75rem',
    ...(core.has(name) ? {} : { from: 'medium', toldBelow: true }),
    cell: ({ route, vitals }) => {
      const p75 = vitals[name]?.p75 ?? null;
      return (
        <>
          <Figure name={name} p75={p75} samples={vitals[name]?.samples ?? 0} />
          {then !== null && (
            <ChangeMark
              brief
              change={vitalChange(vitals[name], then.get(route)?.[name])}
              write={(value) => writeVital(name, value)}
            />
          )}
        </>
      );
    },
    value: ({ vitals }) => vitals[name]?.p75 ?? null,
  };
}

function Figure({ name, p75, samples }: { name: VitalName; p75: number | null; samples: number }) {
  const rating = rate(name, p75);
  return (
    <span
      className={styles.figure}
      data-tone={rating ? ratingTone[rating] : undefined}
      title={rating ? `${rating}, ${writeCount(samples)} samples` : 'not measured'}
    >
      {writeVital(name, p75)}
    </span>
  );
}
