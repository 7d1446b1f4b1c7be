import { Code, writeShare } from '../../ui/index.ts';
import styles from './facet.module.css';

/** How the times fall on the values of one thing; the bar says the share too, the figure says it exactly. */
export function Facet({
  title,
  values,
  all,
  code = false,
}: {
  title: string;
  values: readonly { value: string; times: number }[];
  all: number;
  code?: boolean;
}) {
  // Where nothing is told at all there is nothing to tell apart.
  if (values.every(({ value }) => value === '')) return null;
  return (
    <table className={styles.facet}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Share of the times</th>
        </tr>
      </thead>
      <tbody>
        {values.slice(0, 8).map(({ value, times }) => {
          const share = Math.min(1, times / Math.max(all, 1));
          const named = value === '' ? 'not told' : value;
          return (
            <tr key={value} style={{ backgroundSize: `${share * 100}% 100%` }}>
              <th scope="row">{code ? <Code>{named}</Code> : named}</th>
              <td>{writeShare(share)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
