import { points, type Statement } from '@sightglass/wire';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { describeFailure, toSpecification, useWhere } from '../../client/index.ts';
import { Badge, Empty, Failed, Loading, writeClock, writeCount } from '../../ui/index.ts';
import styles from './panels.module.css';
import { useClock, usePlayer } from './player.tsx';
import { sessionSpecificationQuery, specificationQuery } from './queries.ts';

/** Statements near the moment that is seen are marked. */
const nearMs = 1_500;

/** What this session supports of the specification: each statement with its moments here, and how many other sessions bear it out. */
export function SpecificationPanel({ session }: { session: string }) {
  const where = useWhere();
  const own = useQuery(sessionSpecificationQuery(where.project, session));
  // How sure a statement is, is told by all sessions together; it may come later, or not at all.
  const all = useQuery(specificationQuery(where));
  const borneOut = useMemo(
    () => new Map(all.data?.points.flatMap(({ statements }) => statements.map((one) => [one.key, one] as const)) ?? []),
    [all.data],
  );
  if (own.isError) return <Failed {...describeFailure(own.error)} onRetry={() => void own.refetch()} />;
  if (own.isPending) return <Loading label="Reading what this session shows" />;
  const shown = own.data.points.filter(({ statements }) => statements.length > 0);
  if (shown.length === 0) return <Empty title="This session shows nothing of the specification" />;
  return (
    <section className={styles.statements} aria-label="What this session shows" tabIndex={-1}>
      <p className={styles.told}>
        What this session supports, said as all sessions together say it.{' '}
        <Link {...toSpecification(where.project)}>The whole specification</Link>
      </p>
      {shown.map(({ point, title, statements }) => (
        <details key={point} open={point !== points.at(-1)?.point}>
          <summary>
            {point}. {title} <span>{writeCount(statements.length)}</span>
          </summary>
          <ul>
            {statements.map((statement) => (
              <Shown key={statement.key} statement={statement} whole={borneOut.get(statement.key)} />
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

function Shown({ statement, whole }: { statement: Statement; whole: Statement | undefined }) {
  const { clock, span } = usePlayer();
  const moments = statement.evidence.flatMap((one) => (one.type === 'moment' ? [one] : []));
  const near = useClock(({ at }) => moments.some((one) => Math.abs(one.at - at) <= nearMs));
  return (
    <li aria-current={near || undefined}>
      <p>{whole?.text ?? statement.text}</p>
      <p className={styles.evidence}>
        {moments.map(({ at, note }) => (
          <button key={at} type="button" title={note} onClick={() => clock.seek(at)}>
            {writeClock(Math.max(0, at - span.from))}
          </button>
        ))}
        {whole && (
          <Badge tone={whole.tier === 'firm' ? 'good' : whole.tier === 'likely' ? 'accent' : 'quiet'}>
            {whole.tier}, {writeCount(whole.support.sessions)} {whole.support.sessions === 1 ? 'session' : 'sessions'}
          </Badge>
        )}
      </p>
    </li>
  );
}
