import { Button } from '@mantine/core';
import { nameVariables } from '@sightglass/wire';
import { IconAdjustments, IconMinus, IconPin, IconPinFilled, IconTarget } from '@tabler/icons-react';
import { useState } from 'react';
import { HeldOrder, Loading, nameCountry, writeCount } from '../../ui/index.ts';
import { chooseOne, chosenOf } from './edit-search.ts';
import { NumberSlider, numberFacets } from './number-facet.tsx';
import styles from './session-facets.module.css';

export interface FacetValues {
  /** A key of the search. */
  key: string;
  title: string;
  values: readonly { value: string; sessions: number }[];
  /** Most sessions have none: one value tells them apart already. */
  isRare?: boolean;
}

/** `failed`: none could be had. */
export type FacetsState = 'loading' | 'there' | 'failed';

/** Where a value is said otherwise than it is searched for. */
const names: Record<string, (value: string) => string> = { entry: nameVariables, country: nameCountry };
const asItIs = (value: string): string => value;

const mostShown = 8;
/** As many as are asked for; there may be more. */
const mostKnown = 100;

/** What the sessions of the list can be told apart by. Each choice is written into the search, where it can be read and changed. */
export function SessionFacets({
  facets,
  state,
  onAgain,
  search,
  onChange,
  pinned,
  onPin,
}: {
  facets: readonly FacetValues[];
  state: FacetsState;
  onAgain: () => void;
  search: string;
  onChange: (search: string, isStep?: boolean) => void;
  /** Keys of those that stand first. */
  pinned: readonly string[];
  onPin: (pinned: readonly string[]) => void;
}) {
  const ordered = [...facets].sort(
    (one, other) => Number(pinned.includes(other.key)) - Number(pinned.includes(one.key)),
  );
  const [open, setOpen] = useState(false);
  return (
    <aside className={styles.facets} aria-label="Facets" data-open={open}>
      <button type="button" className={styles.opener} aria-expanded={open} onClick={() => setOpen(!open)}>
        <IconAdjustments size="1rem" stroke={1.6} aria-hidden />
        {open ? 'Hide what narrows it down' : 'Narrow it down'}
      </button>
      {ordered
        .filter(
          ({ values, key, isRare }) =>
            values.length > (isRare ? 0 : 1) ||
            chosenOf(search, key).included.size + chosenOf(search, key).excluded.size > 0,
        )
        .map((facet) => (
          <Facet
            key={facet.key}
            facet={facet}
            search={search}
            onChange={onChange}
            pinned={pinned.includes(facet.key)}
            onPin={(pin) => onPin(pin ? [...pinned, facet.key] : pinned.filter((key) => key !== facet.key))}
          />
        ))}
      {state === 'failed' && (
        <section key="failed" className={styles.failed}>
          <p>The filters could not be loaded.</p>
          <Button onClick={onAgain}>Try again</Button>
        </section>
      )}
      {state === 'loading' ? (
        <section key="loading" data-loading>
          <Loading label="Loading the facets" lines={9} />
        </section>
      ) : (
        // Below lists of which nobody knows yet how long they are: there from the first they would be moved.
        <section key="numbers" aria-label="Numbers" data-numbers>
          {numberFacets.map((facet) => (
            <NumberSlider key={facet.key} facet={facet} search={search} onChange={onChange} />
          ))}
        </section>
      )}
    </aside>
  );
}

function Facet({
  facet: { key, title, values },
  search,
  onChange,
  pinned,
  onPin,
}: {
  facet: FacetValues;
  search: string;
  onChange: (search: string) => void;
  pinned: boolean;
  onPin: (pin: boolean) => void;
}) {
  const { included, excluded } = chosenOf(search, key);
  // What is chosen stays in sight, also when nothing has it any more.
  const gone = [...new Set([...included, ...excluded])].filter(
    (value) => !values.some((one) => one.value.toLowerCase() === value.toLowerCase()),
  );
  const all = [...values, ...gone.map((value) => ({ value, sessions: 0 }))];
  const most = Math.max(1, ...values.map(({ sessions }) => sessions));
  const has = (set: ReadonlySet<string>, value: string): boolean =>
    [...set].some((one) => one.toLowerCase() === value.toLowerCase());
  const [unfolded, setUnfolded] = useState(false);
  const row = ({ value, sessions }: { value: string; sessions: number }) => {
    const state = has(included, value) ? 'included' : has(excluded, value) ? 'excluded' : 'open';
    const told = (names[key] ?? asItIs)(value);
    return (
      <li key={value} data-state={state} className={styles.value}>
        <label>
          <input
            type="checkbox"
            checked={state === 'included'}
            onChange={() => onChange(chooseOne(search, key, value, state === 'included' ? 'clear' : 'include'))}
          />
          <span className={styles.name} title={told}>
            {told}
          </span>
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
  };
  return (
    <section aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <button
          type="button"
          className={styles.pin}
          aria-pressed={pinned}
          aria-label={`Pin ${title}`}
          title={pinned ? 'Pinned: stands first' : 'Pin: stands first'}
          onClick={() => onPin(!pinned)}
        >
          {pinned ? <IconPinFilled size="0.8rem" aria-hidden /> : <IconPin size="0.8rem" aria-hidden />}
        </button>
      </header>
      <HeldOrder rows={all} rowKey={({ value }) => value}>
        {(rows) => (
          <>
            <ul>{rows.slice(0, mostShown).map(row)}</ul>
            {rows.length > mostShown && (
              <details onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
                <summary>{rows.length - mostShown} more</summary>
                {/* Made for those who look: there may be a hundred of each. */}
                {unfolded && <ul>{rows.slice(mostShown).map(row)}</ul>}
                {values.length >= mostKnown && (
                  <p className={styles.rest}>
                    The {mostKnown} most frequent. Others by <code>{key}:</code> in the search.
                  </p>
                )}
              </details>
            )}
          </>
        )}
      </HeldOrder>
    </section>
  );
}
