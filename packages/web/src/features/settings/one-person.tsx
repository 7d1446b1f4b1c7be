import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { toSessions, toVisitor, useMay } from '../../client/index.ts';
import { Panel } from '../../ui/index.ts';
import styles from './forms.module.css';

/** The way to somebody who asks what is kept of them, or to be forgotten. */
export function OnePersonPanel({ project }: { project: string }) {
  const navigate = useNavigate();
  const mayErase = useMay('admin');
  const [id, setId] = useState('');
  const [seen, setSeen] = useState('');
  const search = (event: FormEvent): void => {
    event.preventDefault();
    if (seen.trim() !== '') void navigate(toSessions(project, { q: `screen:${JSON.stringify(seen.trim())}` }));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (id.trim() !== '') void navigate(toVisitor(project, id.trim()));
  };
  return (
    <Panel
      title="What is kept of one person"
      note={`All of it stands on a page of theirs. ${mayErase ? 'There it can be erased.' : 'There an admin can erase it.'}`}
    >
      <div className={styles.stack}>
        <form className={styles.row} onSubmit={submit}>
          <TextInput
            className={styles.grow}
            label="Their id, as your application gave it with setUser"
            value={id}
            onChange={({ currentTarget }) => setId(currentTarget.value)}
            required
          />
          <Button type="submit" disabled={id.trim() === ''}>
            Open their page
          </Button>
        </form>
        <form className={styles.row} onSubmit={search}>
          <TextInput
            className={styles.grow}
            label="Something that stood on their screen"
            description={`Where your application told no id. ${mayErase ? 'The page of each session that is found has a button that erases it.' : 'On the page of each session that is found an admin can erase it.'}`}
            value={seen}
            onChange={({ currentTarget }) => setSeen(currentTarget.value)}
            required
          />
          <Button type="submit" disabled={seen.trim() === ''}>
            Find their sessions
          </Button>
        </form>
      </div>
    </Panel>
  );
}
