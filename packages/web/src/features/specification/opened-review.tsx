import { Button, Menu, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  dropReview,
  getSpecification,
  listReviews,
  reviewStatement,
  type reviewStates,
  type Statement,
} from '@sightglass/wire';
import { IconDots } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { client, describeFailure, useWhere } from '../../client/index.ts';
import { MenuDialog, showFailure } from '../../ui/index.ts';
import { canRename } from './model.ts';
import styles from './support.module.css';

type State = (typeof reviewStates)[number];

/** What is inferred; where it is seen, once. What somebody put another name into is known as it was before. */
function inferredIn(statement: Statement): { inferred?: Statement } {
  const { review, ...inferred } = statement;
  if (review?.state === 'renamed') return {};
  // The sentence of somebody who corrected it before is not what was inferred.
  const text = review?.inferred ?? inferred.text;
  return { inferred: { ...inferred, text, evidence: inferred.evidence.slice(0, 1) } };
}

/** The menu, open, and the form that it leads to. */
export default function OpenedReview({ statement }: { statement: Statement }) {
  const { project } = useWhere();
  const queries = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const [writing, setWriting] = useState<'corrected' | 'renamed' | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async (said: { state: State; text?: string } | null): Promise<State | null> => {
      const asked = { params: { project }, query: { key: statement.key } };
      if (said === null) await client.ask(dropReview, asked);
      else await client.ask(reviewStatement, { ...asked, body: { ...said, ...inferredIn(statement) } });
      return said?.state ?? null;
    },
    onSuccess: async (state) => {
      setWriting(null);
      if (state === 'hidden')
        notifications.show({
          message: 'Hidden. It stands under “Hidden by members” at the end, from where it comes back.',
        });
      await Promise.all([
        queries.invalidateQueries({ queryKey: [getSpecification.name] }),
        queries.invalidateQueries({ queryKey: [listReviews.name] }),
      ]);
    },
    onError: (error) => showFailure(describeFailure(error)),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text')).replaceAll(/\s+/g, ' ').trim();
    if (writing !== null && text !== '') mutate({ state: writing, text });
  };
  const field = {
    ...{ name: 'text', maxLength: 500, required: true, 'data-autofocus': true },
    description: `Inferred: ${statement.review?.inferred ?? statement.text}`,
  };
  return (
    <>
      <Menu position="bottom-start" defaultOpened>
        <Menu.Target>
          <button
            ref={button}
            type="button"
            className={styles.anchor}
            aria-label={`Say what you think of: ${statement.text}`}
          >
            <IconDots size="0.9rem" aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => mutate({ state: 'confirmed' })}>Confirm: this is so</Menu.Item>
          <Menu.Item onClick={() => setWriting('corrected')}>Correct the sentence …</Menu.Item>
          {canRename(statement) && <Menu.Item onClick={() => setWriting('renamed')}>Give it another name …</Menu.Item>}
          <Menu.Item onClick={() => mutate({ state: 'hidden' })}>Hide it from everybody</Menu.Item>
          {statement.review && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => mutate(null)}>Take back what was said</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <MenuDialog
        button={button}
        opened={writing !== null}
        onClose={() => setWriting(null)}
        title={writing === 'renamed' ? 'Another name' : 'What is so instead'}
        size="md"
      >
        <form onSubmit={submit} className={styles.form}>
          {writing === 'renamed' ? (
            <TextInput label="Name" {...field} />
          ) : (
            <Textarea label="Sentence" rows={4} defaultValue={statement.text} {...field} />
          )}
          <Button type="submit" variant="filled" loading={isPending}>
            Keep
          </Button>
        </form>
      </MenuDialog>
    </>
  );
}
