import { Select } from '@mantine/core';
import type { ChangeItem, Specification } from '@sightglass/wire';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { describeFailure, useWhere } from '../../client/index.ts';
import { Badge, Failed, Loading, type Tone, writeCount } from '../../ui/index.ts';
import styles from './changes.module.css';
import { useCut } from './cut.tsx';
import folded from './folded.module.css';
import { changeId } from './looked.ts';
import { anchorOf } from './model.ts';
import { changesQuery } from './queries.ts';
import { useReading } from './reading.tsx';
import { Proof } from './row.tsx';
import type { SpecificationSearch } from './search.ts';

/** How a change of each sort is marked. */
export const tones: Record<ChangeItem['severity'], Tone> = {
  breaking: 'danger',
  loosened: 'accent',
  tightened: 'warning',
  cosmetic: 'quiet',
};

export interface Compared {
  from: string;
  to: string;
}

/** Older first, as far as their names tell. */
export const releasesOf = ({ basis }: Specification): string[] =>
  basis.releases
    .filter((release) => release !== '')
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));

/** Those that were chosen, or else the last two, older first; `null` where there are not two. */
export function releasesToCompare(
  releases: readonly string[],
  { before, after }: SpecificationSearch,
): Compared | null {
  const [from, to] = releases.slice(-2);
  if (from === undefined || to === undefined) return null;
  const areChosen = releases.includes(before) && releases.includes(after) && before !== after;
  return areChosen ? { from: before, to: after } : { from, to };
}

/** Those that break come first. */
const mostAtFirst = 4;

/**
 * What the newer release does otherwise, with what bears it out on both sides. It comes after the page, so it keeps to its line until it is asked for.
 *
 * @param opened - It is what was asked for.
 */
export function Changes({
  from,
  to,
  releases,
  onCompare,
  opened,
}: Compared & { releases: readonly string[]; onCompare: (next: Compared) => void; opened: boolean }) {
  const { data, error, isPending, refetch } = useQuery(changesQuery(useWhere(), { from, to }));
  const { target, printing } = useReading();
  const changed = data?.items.filter(({ change }) => change !== 'not exercised') ?? [];
  const unseen = data?.items.filter(({ change }) => change === 'not exercised') ?? [];
  const cut = useCut(changed, mostAtFirst, () => false, 'changes');
  const breaking = changed.filter((item) => item.breaking).length;
  return (
    <details className={folded.folded} id="changes" open={opened || printing || target === 'changes' || undefined}>
      <summary>
        <IconChevronRight size="0.9rem" aria-hidden />
        <h2>
          What changed from {from} to {to}
        </h2>
        {data && (
          <span className={styles.count}>
            {changed.length === 0
              ? 'nothing changed'
              : `${writeCount(changed.length)} ${changed.length === 1 ? 'change' : 'changes'}`}
          </span>
        )}
        {breaking > 0 && <Badge tone="danger">{writeCount(breaking)} breaking</Badge>}
      </summary>
      <div className={styles.which}>
        <Release
          label="From"
          value={from}
          releases={releases}
          onChange={(next) => onCompare({ from: next, to: next === to ? from : to })}
        />
        <Release
          label="To"
          value={to}
          releases={releases}
          onChange={(next) => onCompare({ from: next === from ? to : from, to: next })}
        />
      </div>
      {isPending && (
        <>
          <div className={styles.comparing}>
            <Loading label="Comparing the releases" lines={4} />
          </div>
          <p className={styles.onPaper}>Not shown: the two releases were still being compared.</p>
        </>
      )}
      {error && <Failed {...describeFailure(error)} onRetry={() => void refetch()} />}
      <ul>
        {cut.shown.map((item) => (
          <Change key={`${item.change} ${item.key}`} item={item} />
        ))}
      </ul>
      {cut.more}
      {unseen.length > 0 && (
        <details className={styles.unseen}>
          <summary className={styles.more}>
            {writeCount(unseen.length)} not exercised in one of the two: nobody has seen whether they changed
          </summary>
          <ul>
            {unseen.map((item) => (
              <Change key={`${item.change} ${item.key}`} item={item} />
            ))}
          </ul>
        </details>
      )}
    </details>
  );
}

/** The other one chosen on this side turns the two round. */
function Release({
  label,
  value,
  releases,
  onChange,
}: {
  label: string;
  value: string;
  releases: readonly string[];
  onChange: (release: string) => void;
}) {
  return (
    <Select
      label={label}
      data={releases}
      value={value}
      allowDeselect={false}
      onChange={(next) => next !== null && next !== value && onChange(next)}
    />
  );
}

function Change({ item }: { item: ChangeItem }) {
  const { text, severity, change, from, to, consequences, key } = item;
  return (
    <li className={folded.item}>
      <p>
        <Badge tone={tones[severity]}>{change === 'not exercised' ? change : severity}</Badge>{' '}
        {to === null ? text : <a href={`#${encodeURIComponent(anchorOf(key))}`}>{text}</a>}
      </p>
      <p className={folded.sides}>
        {from && (
          <span>
            before <Proof statement={from} at={changeId(item)} />
          </span>
        )}
        {to && (
          <span>
            after <Proof statement={to} at={changeId(item)} />
          </span>
        )}
      </p>
      {consequences.length > 0 && (
        <details>
          <summary className={styles.more}>and with it {writeCount(consequences.length)} more</summary>
          <ul>
            {consequences.map((one) => (
              <li key={`${one.change} ${one.key}`} className={styles.detail}>
                {one.text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
