import { nameVariables, type VitalName } from '@sightglass/wire';
import { type Column, DataTable, Path, writeCount } from '../../ui/index.ts';
import { type RouteRow, rate, ratingTone, vitalOrder, vitalWords, writeVital } from './model.ts';
import styles from './tables.module.css';

/** Every route with its five figures. A route can be chosen, and the cards and the trend are then its own. */
export function RouteTable({ rows, onRoute }: { rows: readonly RouteRow[]; onRoute: (route: string) => void }) {
  const columns: Column<RouteRow>[] = [
    {
      id: 'route',
      head: 'Route',
      // What was measured where no view was known has no name to be asked for.
      cell: ({ route }) =>
        route === '' ? (
          <span className={styles.none}>Not told of which</span>
        ) : (
          <button type="button" className={styles.route} title={nameVariables(route)} onClick={() => onRoute(route)}>
            <code>
              <Path>{nameVariables(route)}</Path>
            </code>
          </button>
        ),
      value: ({ route }) => route,
    },
    ...vitalOrder.map((name) => vitalColumn(name)),
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
      initialSort={{ by: 'samples', direction: 'descending' }}
    />
  );
}

/** Narrow tables keep the three that Google ranks by. */
const core = new Set<VitalName>(['LCP', 'INP', 'CLS']);

function vitalColumn(name: VitalName): Column<RouteRow> {
  return {
    id: name,
    head: vitalWords[name].name,
    shortHead: name,
    align: 'end',
    width: '4.75rem',
    ...(core.has(name) ? {} : { from: 'medium', toldBelow: true }),
    cell: ({ vitals }) => <Figure name={name} p75={vitals[name]?.p75 ?? null} samples={vitals[name]?.samples ?? 0} />,
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
