import { Button } from '@mantine/core';
import type { Specification } from '@sightglass/wire';
import { IconBook2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { connectLine, currentKey, homeAddress, keysQuery, toSettings, useWhere } from '../../client/index.ts';
import { CodeBlock, Empty, LiveDot, Loading } from '../../ui/index.ts';
import { NineAtAGlance } from './glance.tsx';
import type { Chapter } from './model.ts';
import styles from './nothing-yet.module.css';

/** Nobody was seen: what will stand here, and how it gets here. */
export function NothingYet({
  specification,
  chapters,
}: {
  specification: Specification;
  chapters: readonly Chapter[];
}) {
  const { project, environment, release } = useWhere();
  const chosen = environment !== '' || release !== '';
  const { data, isLoading } = useQuery({ ...keysQuery(project), enabled: !chosen });
  const key = data === undefined ? null : currentKey(data.keys);
  // The line stands in the midst of the rest, which would move when it comes.
  if (isLoading) return <Loading heading="h1" label="Loading this page" lines={12} />;
  return (
    <div className={styles.page}>
      <Empty
        heading="h1"
        title={chosen ? 'No session in the time, environment and release chosen above' : 'No session in this time'}
        icon={<IconBook2 size="1.5rem" stroke={1.5} aria-hidden />}
        actions={
          <Button
            variant={key === null ? 'filled' : 'default'}
            renderRoot={(props) => <Link {...toSettings(project)} {...props} />}
          >
            {key === null ? 'Connect your application' : 'Other ways to connect'}
          </Button>
        }
      >
        <p>
          This page writes itself while people use your application: nine points, each statement with the moments at
          which it was seen. The first is here some seconds after the first visit.
        </p>
        {key !== null && (
          <div className={styles.line}>
            <p>Paste this line as the first script in the head of every page:</p>
            <CodeBlock text={connectLine(homeAddress(), key)} label="Script tag" />
            <LiveDot label="Waiting for a session" />
          </div>
        )}
      </Empty>
      <NineAtAGlance specification={specification} chapters={chapters} diff={undefined} since={null} />
    </div>
  );
}
