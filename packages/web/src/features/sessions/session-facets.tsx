import { nameVariables } from '@sightglass/wire';
import { IconMinus, IconTarget } from '@tabler/icons-react';
import { writeCount } from '../../ui/index.ts';
import { chooseOne, chosenOf } from './edit-search.ts';
import styles from './session-facets.module.css';

export interface FacetValues {
  /** A key of the search. */
  key: string;
  title: string;
  values: readonly { value: string; sessions: number }[];
}

const mostShown = 8;

/** What the sessions of the list can be told apart by. Each choice is written into the search, where it can be read and changed. */
export function SessionFacets({
  facets,
  search,
  onChange,
}: {
  facets: readonly FacetValues[];
  search: string;
  onChange: (search: string) => void;
}) {
  return (
    <aside className={styles.facets} aria-label="Facets">
      {facets
        .filter(
          ({ values, key }) =>
            values.length > 1 || chosenOf(search, key).included.size + chosenOf(search, key).excluded.size > 0,
        )
        .map((facet) => (
          <Facet key={facet.key} facet={facet} search={search} onChange={onChange} />
        ))}
    </aside>
  );
}

function Facet({
  facet: { key, title, values },
  search,
  onChange,
}: {
  facet: FacetValues;
  search: string;
  onChange: (search: string) => void;
}) {
  const { included, excluded } = chosenOf(search, key);
  // What is chosen stays in sight, also when nothing has it any more.
  const gone = [...included, ...excluded].filter(
    (value) => !values.some((one) => one.value.toLowerCase() === value.toLowerCase()),
  );
  const all = [...values, ...gone.map((value) => ({ value, sessions: 0 }))];
  const most = Math.max(1, ...values.map(({ sessions }) => sessions));
  const has = (set: ReadonlySet<string>, value: string): boolean =>
    [...set].some((one) => one.toLowerCase() === value.toLowerCase());
  const rows = all.map(({ value, sessions }) => {
    const state = has(included, value) ? 'included' : has(excluded, value) ? 'excluded' : 'open';
    const told = key === 'entry' ? nameVariables(value) : value;
    return (
      <li key={value} data-state={state} className={styles.value}>
        <label>
          <input
            type="checkbox"
            checked={state === 'included'}
            onChange={() => onChange(chooseOne(search, key, value, state === 'included' ? 'clear' : 'include'))}
          />
          <span className={styles.name}>{told}</span>
          <span className={styles.count}>{writeCount(sessions)}</span>
          <span
            className={styles.share}
            style={{ inlineSize: `${Math.round((100 * sessions) / most)}%` }}
            aria-hidden
          />
        </label>
        <button
          type="button"
          aria-label={`Only ${told}`}
          title="Only this"
          onClick={() => onChange(chooseOne(search, key, value, 'only'))}
        >
          <IconTarget size="0.8rem" aria-hidden />
        </button>
        <button
          type="button"
          aria-label={state === 'excluded' ? `No longer without ${told}` : `Without ${told}`}
          aria-pressed={state === 'excluded'}
          title="Without this"
          onClick={() => onChange(chooseOne(search, key, value, state === 'excluded' ? 'clear' : 'exclude'))}
        >
          <IconMinus size="0.8rem" aria-hidden />
        </button>
      </li>
    );
  });
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>{rows.slice(0, mostShown)}</ul>
      {rows.length > mostShown && (
        <details>
          <summary>{rows.length - mostShown} more</summary>
          <ul>{rows.slice(mostShown)}</ul>
        </details>
      )}
    </section>
  );
}
