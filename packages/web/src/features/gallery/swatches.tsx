import styles from './page.module.css';

const tokens = [
  ['canvas', 'surface', 'surface-sunken', 'surface-raised', 'surface-hover', 'surface-pressed'],
  ['text', 'text-quiet', 'text-faint', 'line', 'line-strong', 'field-line'],
  ['accent', 'accent-soft', 'good', 'good-soft', 'warning', 'warning-soft', 'danger', 'danger-soft', 'live', 'focus'],
  ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'band-good', 'band-warning', 'band-bad'],
  ['density-0', 'density-1', 'density-2', 'density-3', 'density-4'],
];

/** The colours by the purpose they have. */
export function Swatches() {
  return tokens.map((row) => (
    <ul key={row[0]} className={styles.swatches}>
      {row.map((token) => (
        <li key={token} className={styles.swatch}>
          <span className={styles.patch} style={{ background: `var(--${token})` }} />
          {token}
        </li>
      ))}
    </ul>
  ));
}
