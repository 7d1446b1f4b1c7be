import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import styles from './project-form.module.css';

/** Asks for the name of a new project. */
export function ProjectForm({
  busy,
  failure,
  onName,
}: {
  busy: boolean;
  failure: string | undefined;
  onName: (name: string) => void;
}) {
  const [name, setName] = useState('');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onName(name.trim());
      }}
    >
      <TextInput
        className={styles.field}
        label="Name of the application"
        value={name}
        maxLength={120}
        required
        data-autofocus
        error={failure}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" loading={busy} disabled={name.trim() === ''}>
        Make the project
      </Button>
    </form>
  );
}
