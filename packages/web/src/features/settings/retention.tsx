import { Button, TextInput } from '@mantine/core';
import { changeRetention, getRetention, longestKeptDays, type RetentionInForce } from '@sightglass/wire';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { client, useMay } from '../../client/index.ts';
import { Boundary, ConfirmButton, Loading, Panel, TimeAgo, useNow } from '../../ui/index.ts';
import styles from './forms.module.css';
import { firstDayKept } from './model.ts';
import { retentionQuery } from './queries.ts';
import { useAct } from './use-act.ts';

/** How long this project keeps what it recorded. Fewer days delete at once, and so are read again before. */
export function RetentionPanel({ project }: { project: string }) {
  return (
    <Panel
      title="How long it is kept"
      note="Sessions, replays, notes beside them, and what was set aside. Errors, figures and the specification tell of what is kept."
    >
      <div className={styles.days}>
        <Boundary key={project} loading={<Loading label="How long it is kept" lines={2} />}>
          <Retention project={project} />
        </Boundary>
      </div>
    </Panel>
  );
}

function Retention({ project }: { project: string }) {
  const { data } = useSuspenseQuery(retentionQuery(project));
  // Begins anew with what is in force, also when somebody else has changed it meanwhile.
  return <Days key={data.changedAt} project={project} inForce={data} />;
}

function Days({ project, inForce }: { project: string; inForce: RetentionInForce }) {
  const may = useMay('admin');
  const now = useNow();
  const wrong = useId();
  const [text, setText] = useState(String(inForce.days));
  const days = /^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN;
  const fits = days >= 1 && days <= longestKeptDays;
  const body = { days, after: inForce.changedAt };
  const { mutate, isPending } = useAct(() => client.ask(changeRetention, { params: { project }, body }), {
    touches: [[getRetention.name, project]],
    says: (changed) => `Kept for ${sayDays(changed.days)} from now on`,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (fits && days > inForce.days) mutate(undefined);
  };
  return (
    <div className={styles.stack}>
      <form className={styles.row} onSubmit={submit}>
        <TextInput
          label="Days"
          inputMode="numeric"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={!fits}
          aria-describedby={fits ? undefined : wrong}
          maxLength={3}
          disabled={!may}
          className={styles.short}
        />
        {fits && days < inForce.days ? (
          <ConfirmButton
            label={`Keep only ${sayDays(days)}`}
            title={`Keep only ${sayDays(days)}?`}
            confirm="Delete what is older"
            busy={isPending}
            disabled={!may}
            onConfirm={() => mutate(undefined)}
          >
            Everything that was recorded before{' '}
            <strong>
              <time dateTime={firstDayKept(now, days)}>{firstDayKept(now, days)}</time>
            </strong>{' '}
            (UTC) is deleted within minutes, from the disk too, and each further day when its time is over. It cannot be
            taken back. Backups that were made before keep what they hold.
          </ConfirmButton>
        ) : (
          <Button type="submit" variant="filled" loading={isPending} disabled={!may || !fits || days === inForce.days}>
            Save
          </Button>
        )}
      </form>
      {!fits && (
        <p id={wrong} className={styles.failure} role="alert">
          A whole number from 1 to {longestKeptDays}
        </p>
      )}
      <p className={styles.quiet}>
        {inForce.changedAt === null ? (
          `${sayDays(longestKeptDays)}, the longest there is; nobody has changed it.`
        ) : (
          <>
            {sayDays(inForce.days)} since <TimeAgo at={inForce.changedAt} />, by {inForce.changedBy}.
          </>
        )}
        {!may && ' An admin of this project can change it.'}
      </p>
    </div>
  );
}

function sayDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
