import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { toSettings } from '../../client/index.ts';
import { CodeBlock, Empty, Panel, Tabs } from '../../ui/index.ts';
import { currentKey, snippetsOf } from './model.ts';
import { keysQuery } from './queries.ts';
import styles from './snippet.module.css';
import { TestSession } from './test-session.tsx';

/** What to paste into the application, and a made-up session to see that the road is open. */
export function SnippetSection({ project }: { project: string }) {
  const { data } = useSuspenseQuery(keysQuery(project));
  const key = currentKey(data.keys);
  if (key === null)
    return (
      <Panel>
        <Empty
          title="Every key of this project is revoked"
          actions={
            <Button variant="filled" renderRoot={(props) => <Link {...toSettings(project, 'keys')} {...props} />}>
              Make a key
            </Button>
          }
        >
          <p>An application sends with a client key. Make a new one, then come back for the line that carries it.</p>
        </Empty>
      </Panel>
    );
  return (
    <>
      <Snippets origin={location.origin} clientKey={key} />
      <TestSession project={project} />
    </>
  );
}

function Snippets({ origin, clientKey }: { origin: string; clientKey: string }) {
  const snippets = snippetsOf(origin, clientKey);
  const [chosen, setChosen] = useState('script');
  const snippet = snippets.find(({ id }) => id === chosen);
  return (
    <Panel bare>
      <Tabs
        label="Ways to connect"
        tabs={snippets.map(({ id, name }) => ({ id, label: name }))}
        value={chosen}
        onChange={setChosen}
      >
        <div className={styles.snippet}>
          <p>{snippet?.says}</p>
          <CodeBlock text={snippet?.text ?? ''} label={snippet?.name ?? ''} />
          <p className={styles.note}>
            What people type never leaves their browser: inputs are masked, answers become shapes, ids in addresses
            become placeholders.
          </p>
        </div>
      </Tabs>
    </Panel>
  );
}
