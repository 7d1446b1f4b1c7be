import { RangeSlider } from '@mantine/core';
import { useState } from 'react';
import { writeDuration } from '../../ui/index.ts';
import { boundsOf, chooseBounds } from './edit-search.ts';
import styles from './session-facets.module.css';

interface NumberFacet {
  key: string;
  title: string;
  /** Where the slider stops, ascending; its ends mean "no bound". */
  stops: readonly number[];
  /** As the search writes it. */
  write: (value: number) => string;
  says: (value: number) => string;
}

const second = 1_000;
const minute = 60_000;
const counts = [0, 1, 2, 3, 5, 10, 20, 50, 100];
const plain = (value: number): string => String(value);

export const numberFacets: readonly NumberFacet[] = [
  {
    key: 'duration',
    title: 'Duration',
    stops: [
      0,
      5 * second,
      15 * second,
      30 * second,
      minute,
      2 * minute,
      5 * minute,
      15 * minute,
      60 * minute,
      240 * minute,
    ],
    write: (value) => (value % minute === 0 && value > 0 ? `${value / minute}m` : `${value / second}s`),
    says: writeDuration,
  },
  { key: 'views', title: 'Views', stops: counts, write: plain, says: plain },
  { key: 'errors', title: 'Errors', stops: counts, write: plain, says: plain },
  { key: 'frustrations', title: 'Frustrations', stops: counts, write: plain, says: plain },
];

/** A number that sessions are narrowed down by; arrow keys move its ends. */
export function NumberSlider({
  facet: { key, title, stops, write, says },
  search,
  onChange,
}: {
  facet: NumberFacet;
  search: string;
  /** Moving on what is bound already is no step of its own. */
  onChange: (search: string, isStep: boolean) => void;
}) {
  const { from, to } = boundsOf(search, key);
  const last = stops.length - 1;
  const stopOf = (value: number): number =>
    Math.max(
      0,
      stops.findLastIndex((stop) => stop <= value),
    );
  const value: [number, number] = [from === null ? 0 : stopOf(from), to === null ? last : stopOf(to)];
  // What is dragged is in the search once it rests; who goes back in the history finds what was chosen then.
  const [shown, setShown] = useState(value);
  const [said, setSaid] = useState(value);
  if (said.join() !== value.join()) {
    setSaid(value);
    setShown(value);
  }
  const told = (at: number): string => says(stops[at] ?? 0);
  const words =
    from === null && to === null
      ? 'any'
      : `${from === null ? '' : `from ${told(value[0])}`} ${to === null ? '' : `to ${told(value[1])}`}`;
  return (
    <div className={styles.slider}>
      <span className={styles.sliderTitle}>
        {title} <span className={styles.count}>{words.trim()}</span>
      </span>
      <RangeSlider
        size="xs"
        min={0}
        max={last}
        step={1}
        minRange={0}
        label={told}
        value={shown}
        onChange={setShown}
        thumbFromLabel={`${title}, at least`}
        thumbToLabel={`${title}, at most`}
        onChangeEnd={([low, high]) =>
          onChange(
            chooseBounds(
              search,
              key,
              { from: low === 0 ? null : (stops[low] ?? null), to: high === last ? null : (stops[high] ?? null) },
              write,
            ),
            words === 'any',
          )
        }
      />
    </div>
  );
}
