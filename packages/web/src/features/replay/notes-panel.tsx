import { Button, Textarea } from '@mantine/core';
import { changeNote, dropNote, mostNoteChars, type SessionNote, writeNote } from '@sightglass/wire';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client, describeFailure, meQuery, useMay, useMutationOnce, useWhere } from '../../client/index.ts';
import { Empty, Failed, Loading, showFailure, TimeAgo, writeClock } from '../../ui/index.ts';
import styles from './panels.module.css';
import { useClock, usePlayer } from './player.tsx';
import { notesQuery } from './queries.ts';

/** What members wrote beside moments of this session, and where one writes. */
export function NotesPanel({ session }: { session: string }) {
  const { project } = useWhere();
  const { data, error, isPending, refetch } = useQuery(notesQuery(project, session));
  const mayWrite = useMay('member');
  if (error) return <Failed {...describeFailure(error)} onRetry={() => void refetch()} />;
  if (isPending) return <Loading label="Loading the notes" />;
  return (
    <section className={styles.statements} aria-label="Notes of this session" tabIndex={-1}>
      {mayWrite && <NewNote session={session} />}
      {data.notes.length === 0 ? (
        <Empty title="No notes yet">
          <p>{mayWrite ? 'What you write here stands on the timeline for all members.' : 'Members can write some.'}</p>
        </Empty>
      ) : (
        <ul className={styles.notes}>
          {data.notes.map((note) => (
            <Note key={note.id} session={session} note={note} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NewNote({ session }: { session: string }) {
  const { clock, span } = usePlayer();
  const { project } = useWhere();
  const second = useClock(({ at }) => Math.floor((at - span.from) / 1_000));
  const [words, setWords] = useState('');
  const act = useChange(session);
  const write = (event: FormEvent): void => {
    event.preventDefault();
    const body = { at: Math.round(clock.state().at), words };
    act.mutate(() => client.ask(writeNote, { params: { project, session }, body }), { onSuccess: () => setWords('') });
  };
  return (
    <form className={styles.write} onSubmit={write}>
      <Textarea
        autosize
        minRows={2}
        maxRows={8}
        maxLength={mostNoteChars}
        label={`Note at ${writeClock(Math.max(0, second) * 1_000)}`}
        value={words}
        onFocus={() => clock.pause()}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-sm" disabled={words.trim() === ''} loading={act.isPending}>
        Add the note
      </Button>
    </form>
  );
}

function Note({ session, note }: { session: string; note: SessionNote }) {
  const { clock, span } = usePlayer();
  const { project } = useWhere();
  const { data: me } = useSuspenseQuery(meQuery);
  const isAdmin = useMay('admin');
  const [words, setWords] = useState<string | null>(null);
  const act = useChange(session);
  const params = { project, session, note: note.id };
  const mayChange = isAdmin || me.member?.email === note.by;
  return (
    <li>
      <header>
        <button type="button" onClick={() => clock.seek(note.at)}>
          {writeClock(Math.max(0, note.at - span.from))}
        </button>
        <span>
          {note.by}, <TimeAgo at={note.changedAt ?? note.writtenAt} />
          {note.changedAt !== null && ', changed'}
        </span>
      </header>
      {words === null ? (
        <p>{note.words}</p>
      ) : (
        <Textarea
          autosize
          maxLength={mostNoteChars}
          aria-label="The note"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {mayChange && (
        <footer>
          {words === null ? (
            <button type="button" onClick={() => setWords(note.words)}>
              Change
            </button>
          ) : (
            <button
              type="button"
              disabled={words.trim() === ''}
              onClick={() =>
                act.mutate(() => client.ask(changeNote, { params, body: { words } }), {
                  onSuccess: () => setWords(null),
                })
              }
            >
              Save
            </button>
          )}
          <button
            type="button"
            onClick={() => (words === null ? act.mutate(() => client.ask(dropNote, { params })) : setWords(null))}
          >
            {words === null ? 'Delete' : 'Leave as it was'}
          </button>
        </footer>
      )}
    </li>
  );
}

/** Something that was asked of the server; the notes are read anew after it. */
function useChange(session: string) {
  const { project } = useWhere();
  const queries = useQueryClient();
  return useMutationOnce({
    mutationFn: (ask: () => Promise<unknown>) => ask(),
    onSuccess: () => queries.invalidateQueries({ queryKey: notesQuery(project, session).queryKey }),
    onError: (error) => showFailure(describeFailure(error)),
  });
}
