import { type CodePlace, getReleaseSource } from '@sightglass/wire';
import { IconCode } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client, describeFailure, hasCode, useWhere } from '../../client/index.ts';
import { Loading } from '../../ui/index.ts';
import styles from './evidence-strip.module.css';

const sourceQuery = (project: string, { release, file, line }: CodePlace, around: number) =>
  queryOptions({
    queryKey: [getReleaseSource.name, project, release, file, line, around],
    queryFn: ({ signal }) =>
      client.ask(getReleaseSource, { params: { project, release }, query: { file, line, around } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** A place in the code of a release, with its lines for those who may see them. */
export function SourceLines({ place, around }: { place: CodePlace; around: number }) {
  const { project } = useWhere();
  const { data, error, isPending } = useQuery(sourceQuery(project, place, around));
  return (
    <figure className={styles.source}>
      <figcaption className={styles.caption}>
        <IconCode size="0.85rem" aria-hidden />
        <span>
          {place.file}:{place.line} <small>release {place.release}</small>
        </span>
      </figcaption>
      {isPending && <Loading label="Reading the source" lines={2} />}
      {error && (
        <p className={styles.quiet}>
          {hasCode(error, 'forbidden') ? 'Your role may not see source text.' : describeFailure(error).title}
        </p>
      )}
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are moved by the keyboard too
        <pre tabIndex={0}>
          <code>
            {data.text.map((text, index) => {
              const line = data.first + index;
              return (
                <span key={line} className={styles.line} data-here={line === place.line || undefined}>
                  <span className={styles.number}>{line}</span>
                  {excerpt(text, line === place.line ? place.column : 0)}
                  {'\n'}
                </span>
              );
            })}
          </code>
        </pre>
      )}
    </figure>
  );
}

const mostChars = 200;

/** Of a long line, as minifiers write them, what stands around the column. */
function excerpt(text: string, column: number): string {
  if (text.length <= mostChars) return text;
  const from = Math.max(0, Math.min(column, text.length) - mostChars / 4);
  return `${from > 0 ? '…' : ''}${text.slice(from, from + mostChars)}${from + mostChars < text.length ? '…' : ''}`;
}
