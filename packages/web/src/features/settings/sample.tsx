import { Button } from '@mantine/core';
import { removeSample, type SampleCounts } from '@sightglass/wire';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import {
  type MutationState,
  useMutation,
  useMutationState,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { client, describeFailure } from '../../client/index.ts';
import { Boundary, ConfirmButton, Loading, Panel, Progress, Stat, Stats, writeExactly } from '../../ui/index.ts';
import styles from './forms.module.css';
import { sampleWords, shareGone, sizeOf } from './model.ts';
import { sampleQuery } from './queries.ts';

/** Sample sessions fill the screens of a new server. What they are is told before they go, and how far that is while they do. */
export function SamplePanel({ project, may }: { project: string; may: boolean }) {
  return (
    <Panel
      title="Sample data"
      note="Sessions of the example application, brought along so that no screen starts empty."
    >
      <Boundary key={project} loading={<Loading label="Counting the sample data" lines={2} />}>
        <Sample project={project} may={may} />
      </Boundary>
    </Panel>
  );
}

function Sample({ project, may }: { project: string; may: boolean }) {
  const { remove, state } = useRemoval(project);
  const { data: left, refetch } = useSuspenseQuery(sampleQuery(project, state?.status === 'pending'));
  const before = state?.variables ?? left;
  if (state?.status === 'pending') return <Removing left={left} before={before} />;
  if (state?.status === 'error') return <NotRemoved error={state.error} left={left} onRetry={() => remove(before)} />;
  if (sizeOf(left) === 0) return <NothingLeft removed={state?.data} />;
  return (
    <div className={styles.stack}>
      <Stats>
        <Stat label="Sessions" value={writeExactly(left.sessions)} />
        <Stat label="Records" value={writeExactly(left.records)} />
        <Stat label="Replay segments" value={writeExactly(left.segments)} />
      </Stats>
      <ConfirmButton
        label="Remove sample data"
        title="Remove all sample data?"
        confirm="Remove it"
        disabled={!may}
        onAsk={() => void refetch()}
        onConfirm={() => remove(left)}
      >
        <p>
          {sampleWords(left)} are deleted, and every statement that rests on them alone. What real visitors did stays.
          It cannot be taken back.
        </p>
      </ConfirmButton>
      {!may && <p className={styles.quiet}>An admin of this project can remove it.</p>}
    </div>
  );
}

/** The removal goes on while one looks at other screens, so its state is the cache's and not this component's. */
function useRemoval(project: string) {
  const queries = useQueryClient();
  const mutationKey = [removeSample.name, project];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (_: SampleCounts) => client.ask(removeSample, { params: { project } }),
    // Every answer about this project may have counted them.
    onSettled: () => queries.invalidateQueries(),
  });
  const states = useMutationState({
    filters: { mutationKey },
    select: ({ state }) => state as MutationState<SampleCounts, Error, SampleCounts>, // of the mutation above
  });
  return { remove: mutate, state: states.at(-1) };
}

function Removing({ left, before }: { left: SampleCounts; before: SampleCounts }) {
  return (
    <div className={styles.stack} role="status">
      <Progress share={shareGone(left, before)} label="Removing the sample data" />
      <p>
        {sizeOf(left) === 0
          ? 'The last files are being deleted …'
          : `Still there: ${sampleWords(left)}. This goes on if you leave the page.`}
      </p>
    </div>
  );
}

function NothingLeft({ removed }: { removed: SampleCounts | undefined }) {
  if (removed === undefined) return <p className={styles.quiet}>There is no sample data in this project.</p>;
  return (
    <p className={styles.done} role="status">
      <IconCircleCheck size="1.125rem" aria-hidden />
      The sample data is gone: {sampleWords(removed)}.
    </p>
  );
}

function NotRemoved({ error, left, onRetry }: { error: unknown; left: SampleCounts; onRetry: () => void }) {
  const { title, help, code } = describeFailure(error);
  return (
    <div className={styles.stack}>
      <div className={styles.failure} role="alert">
        <p>
          <strong>Not everything was removed: {title}.</strong> {help === title ? '' : help} ({code})
        </p>
        <p>{sizeOf(left) === 0 ? 'A few files may be left.' : `Still there: ${sampleWords(left)}.`}</p>
      </div>
      <Button leftSection={<IconRefresh size="1rem" aria-hidden />} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
