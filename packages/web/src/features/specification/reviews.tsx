import { dropReview, getSpecification, type ListedReview, listReviews, reviewStatement } from '@sightglass/wire';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { client, describeFailure, useWhere } from '../../client/index.ts';
import { Badge, Failed, showFailure, writeCount, writeDay } from '../../ui/index.ts';
import { EvidenceChips } from './evidence-chips.tsx';
import { anchorOf } from './model.ts';
import { reviewsQuery } from './queries.ts';
import { useReading } from './reading.tsx';
import styles from './reviews.module.css';

/**
 * What members said that wants another look, since what is inferred is no longer what it was then; and what they took off the page, which
 * is told, and can be brought back.
 *
 * @param opened - What wants another look is what was asked for.
 */
export function Reviews({ opened }: { opened: boolean }) {
  const { data, error, refetch } = useQuery(reviewsQuery(useWhere()));
  if (error && data === undefined) return <Failed {...describeFailure(error)} onRetry={() => void refetch()} />;
  const otherwise = data?.reviews.filter(({ since }) => since !== undefined) ?? [];
  const hidden = data?.reviews.filter(({ state, since }) => state === 'hidden' && since === undefined) ?? [];
  return (
    <>
      <Listed id="said-otherwise" title="Inferred otherwise since a member spoke" said={otherwise} opened={opened}>
        {(said) => <Otherwise said={said} />}
      </Listed>
      <Listed id="hidden" title="Hidden by members" said={hidden}>
        {(said) => (
          <>
            <p>{said.before ?? said.key}</p>
            <Doings said={said} />
          </>
        )}
      </Listed>
    </>
  );
}

function Listed({
  id,
  title,
  said,
  opened = false,
  children,
}: {
  id: string;
  title: string;
  said: readonly ListedReview[];
  opened?: boolean;
  children: (said: ListedReview) => ReactNode;
}) {
  const { target, printing } = useReading();
  const list = useRef<HTMLDetailsElement>(null);
  const isAsked = target === id && said.length > 0;
  // It comes after the rest of the page.
  useEffect(() => {
    if (isAsked) list.current?.scrollIntoView({ block: 'start' });
  }, [isAsked]);
  if (said.length === 0) return null;
  return (
    <details ref={list} className={styles.listed} id={id} open={opened || printing || isAsked || undefined}>
      <summary>
        {title}: {writeCount(said.length)}
      </summary>
      <ul>
        {said.map((one) => (
          <li key={one.key}>{children(one)}</li>
        ))}
      </ul>
    </details>
  );
}

/** One sentence below the other: what a person said, what was inferred then, and what is now, with its evidence. */
function Otherwise({ said }: { said: ListedReview }) {
  const { key, state, text, before, since } = said;
  if (since === undefined) return null;
  const { changed, statement } = since;
  // What is hidden stands nowhere on the page, nor does the code that bears it out.
  const isOnPage = state !== 'hidden';
  const shown = statement.evidence.filter(({ type }) => isOnPage || type === 'moment');
  return (
    <>
      <dl className={styles.sentences}>
        <dt>Said</dt>
        <dd>{isOnPage ? <a href={`#${encodeURIComponent(anchorOf(key))}`}>{text ?? 'This is so.'}</a> : 'Hidden.'}</dd>
        <dt>Inferred then</dt>
        <dd>{before}</dd>
        <dt>Inferred now</dt>
        <dd>
          {statement.text}{' '}
          <span className={styles.evidence}>
            <Badge tone="warning">{changed.join(', ')}</Badge>
            <EvidenceChips evidence={shown} about={statement.text} id={key} />
          </span>
        </dd>
      </dl>
      <Doings said={said} />
    </>
  );
}

/** Who said it, and for members: that it is still so, or that it is no longer said. */
function Doings({ said }: { said: ListedReview }) {
  const { state, by, at, since } = said;
  const { mayReview } = useReading();
  const { mutate, isPending } = useSaying(said);
  return (
    <p className={styles.doings}>
      <span className={styles.by}>
        {state} by {by === '' ? 'a member' : by}, {writeDay(at)}
      </span>
      {mayReview && since && (
        <button type="button" disabled={isPending} onClick={() => mutate('again')}>
          It is still so
        </button>
      )}
      {mayReview && (
        <button type="button" disabled={isPending} onClick={() => mutate('back')}>
          {state === 'hidden' ? 'Show it again' : 'Take it back'}
        </button>
      )}
    </p>
  );
}

function useSaying({ key, state, text, since }: ListedReview) {
  const { project } = useWhere();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (how: 'again' | 'back'): Promise<void> => {
      const asked = { params: { project }, query: { key } };
      if (how === 'back' || since === undefined) await client.ask(dropReview, asked);
      else {
        const inferred = { ...since.statement, evidence: since.statement.evidence.slice(0, 1) };
        await client.ask(reviewStatement, { ...asked, body: { state, text, inferred } });
      }
    },
    onError: (error) => showFailure(describeFailure(error)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [getSpecification.name] }),
        queries.invalidateQueries({ queryKey: [listReviews.name] }),
      ]),
  });
}
