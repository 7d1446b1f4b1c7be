import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconStethoscope, type TablerIcon } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMay } from '../../client/index.ts';
import { Empty, Panel, Unseen } from '../../ui/index.ts';
import styles from './doctor.module.css';
import { doctorQuery } from './queries.ts';

type State = 'good' | 'warning' | 'bad';
const signs: Record<State, { icon: TablerIcon; word: string }> = {
  good: { icon: IconCircleCheck, word: 'Good' },
  warning: { icon: IconAlertTriangle, word: 'Warning' },
  bad: { icon: IconCircleX, word: 'Bad' },
};

export function DoctorSection({ project }: { project: string }) {
  const may = useMay('member');
  if (may) return <Doctor project={project} />;
  return (
    <Panel>
      <Empty title="The doctor is for members">
        <p>Your role does not let you see how the server is doing. Ask a member of this project.</p>
      </Empty>
    </Panel>
  );
}

/** One line for each part of the server, and what to do where one is not well. */
function Doctor({ project }: { project: string }) {
  const { data, refetch, isFetching } = useSuspenseQuery(doctorQuery(project));
  const unwell = data.checks.filter(({ state }) => state !== 'good').length;
  return (
    <Panel
      bare
      title={unwell === 0 ? 'Everything is well' : `${unwell} of ${data.checks.length} need attention`}
      actions={
        <Button
          leftSection={<IconStethoscope size="1rem" aria-hidden />}
          loading={isFetching}
          onClick={() => void refetch()}
        >
          Examine again
        </Button>
      }
    >
      <ul className={styles.checks} aria-live="polite">
        {data.checks.map(({ name, state, says, help }) => {
          const { icon: Icon, word } = signs[state];
          return (
            <li key={name} data-state={state}>
              <Icon size="1.125rem" stroke={1.8} aria-hidden />
              <strong>
                <Unseen>{word}: </Unseen>
                {name}
              </strong>
              <div>
                <p>{says}</p>
                {state !== 'good' && help !== '' && <p className={styles.help}>{help}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
