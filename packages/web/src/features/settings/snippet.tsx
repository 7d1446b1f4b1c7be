import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { currentKey, homeAddress, keysQuery, toSettings } from '../../client/index.ts';
import { CodeBlock, Empty, Panel, Tabs } from '../../ui/index.ts';
import styles from './snippet.module.css';
import { keptSdksOf, type Snippet, snippetsOf } from './snippets.ts';
import { TestSession } from './test-session.tsx';

/** What to paste into the application, and a made-up session to try it out with. */
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
      <Snippets label="Ways to connect" snippets={snippetsOf(homeAddress(), key)}>
        What people type never leaves their browser: inputs are masked, answers become shapes, ids in addresses become
        placeholders.
      </Snippets>
      <Snippets
        title="Keep the SDK that you have"
        label="SDKs that send here unchanged"
        snippets={keptSdksOf(homeAddress(), key)}
      >
        Its own masking holds for the replay. At this door ids in addresses become placeholders and messages templates,
        before anything is stored.
      </Snippets>
      <TestSession project={project} />
    </>
  );
}

/** Ways of which one is seen. `children`: what holds for all of them. */
function Snippets({
  title,
  label,
  snippets,
  children,
}: {
  title?: string;
  label: string;
  snippets: readonly Snippet[];
  children: ReactNode;
}) {
  const [chosen, setChosen] = useState(snippets[0]?.id ?? '');
  const snippet = snippets.find(({ id }) => id === chosen);
  const pastes = snippet?.pastes ?? [];
  return (
    <Panel bare {...(title !== undefined && { title })}>
      <Tabs
        label={label}
        tabs={snippets.map(({ id, name }) => ({ id, label: name }))}
        value={chosen}
        onChange={setChosen}
      >
        <div className={styles.snippet}>
          <p>{snippet?.says}</p>
          {pastes.map(({ name, text }) => (
            <div key={name} className={styles.paste}>
              {pastes.length > 1 && <h3>{name}</h3>}
              <CodeBlock text={text} label={pastes.length > 1 ? `${snippet?.name}: ${name}` : name} />
            </div>
          ))}
          <p className={styles.note}>{children}</p>
        </div>
      </Tabs>
    </Panel>
  );
}
