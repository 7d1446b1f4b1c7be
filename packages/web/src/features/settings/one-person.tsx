import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type ScreenLink, toSessions, toVisitor, useMay } from '../../client/index.ts';
import { Panel } from '../../ui/index.ts';
import styles from './forms.module.css';

/** The way to somebody who asks what is kept of them, or to be forgotten. */
export function OnePersonPanel({ project }: { project: string }) {
  const mayErase = useMay('admin');
  return (
    <Panel
      title="What is kept of one person"
      note={`All of it stands on a page of theirs. ${mayErase ? 'There it can be erased.' : 'There an admin can erase it.'}`}
    >
      <div className={styles.stack}>
        <WayTo
          label="Their id, as your application gave it with setUser"
          verb="Open their page"
          leadsTo={(id) => toVisitor(project, id)}
        />
        <WayTo
          label="Something that stood on their screen"
          description={`Where your application told no id. ${mayErase ? 'The page of each session that is found has a button that erases it.' : 'On the page of each session that is found an admin can erase it.'}`}
          verb="Find their sessions"
          leadsTo={(seen) => toSessions(project, { q: `screen:${JSON.stringify(seen)}` })}
        />
      </div>
    </Panel>
  );
}

/** What is known of them, and the screen to which that leads. */
function WayTo({
  label,
  description,
  verb,
  leadsTo,
}: {
  label: string;
  description?: string;
  verb: string;
  leadsTo: (written: string) => ScreenLink;
}) {
  const navigate = useNavigate();
  const [written, setWritten] = useState('');
  const known = written.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (known !== '') void navigate(leadsTo(known));
  };
  return (
    <form className={styles.row} onSubmit={submit}>
      <TextInput
        className={styles.grow}
        label={label}
        description={description}
        value={written}
        onChange={({ currentTarget }) => setWritten(currentTarget.value)}
        required
      />
      <Button type="submit" disabled={known === ''}>
        {verb}
      </Button>
    </form>
  );
}
