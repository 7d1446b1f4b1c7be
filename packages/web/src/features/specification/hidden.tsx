import { dropReview, getSpecification, listReviews } from '@sightglass/wire';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, useWhere } from '../../client/index.ts';
import { writeCount, writeDay } from '../../ui/index.ts';
import styles from './hidden.module.css';
import { reviewsQuery } from './queries.ts';
import { useReading } from './reading.tsx';

/** What members took off the page: it is told, and it can be brought back. */
export function Hidden() {
  const { project } = useWhere();
  const { mayReview } = useReading();
  const queries = useQueryClient();
  const { data } = useQuery(reviewsQuery(project));
  const { mutate, isPending } = useMutation({
    mutationFn: (key: string) => client.ask(dropReview, { params: { project }, query: { key } }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [getSpecification.name] }),
        queries.invalidateQueries({ queryKey: [listReviews.name] }),
      ]),
  });
  const hidden = data?.reviews.filter(({ state }) => state === 'hidden') ?? [];
  if (hidden.length === 0) return null;
  return (
    <details className={styles.hidden} id="hidden">
      <summary>Hidden by members: {writeCount(hidden.length)}</summary>
      <ul>
        {hidden.map(({ key, by, at }) => (
          <li key={key}>
            <span className={styles.key}>{key}</span>
            <span className={styles.by}>
              by {by === '' ? 'a member' : by}, {writeDay(at)}
            </span>
            {mayReview && (
              <button type="button" className={styles.back} disabled={isPending} onClick={() => mutate(key)}>
                Show it again
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
