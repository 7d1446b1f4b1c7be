import { Button, TextInput } from '@mantine/core';
import { listReleases } from '@sightglass/wire';
import { IconCircleCheck, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useId, useRef, useState } from 'react';
import { describeFailure } from '../../../client/index.ts';
import { Badge, Code, Panel, Progress, writeExactly } from '../../../ui/index.ts';
import { chosenFiles, droppedFiles } from './dropped.ts';
import { type Chosen, saySent, usefulOf } from './model.ts';
import styles from './releases.module.css';
import { type Sending, type Sent, sendFiles } from './send.ts';

type State =
  | { is: 'idle' }
  | { is: 'sending'; sending: Sending }
  | { is: 'sent'; release: string; sent: Sent; leftOut: number }
  | { is: 'failed'; title: string; help: string };

/** A place to drop a built folder. */
export function Upload({ project }: { project: string }) {
  const [release, setRelease] = useState('');
  const [state, setState] = useState<State>({ is: 'idle' });
  const [over, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const says = useId();
  const name = release.trim();
  const busy = state.is === 'sending';

  async function send(chosen: readonly Chosen[]): Promise<void> {
    const { files: useful, leftOut } = usefulOf(chosen);
    if (useful.length === 0)
      return setState({
        ...{ is: 'failed', title: 'There is nothing to upload' },
        help: 'Choose a built folder: scripts (.js), their source maps (.map), index.html and manifests are taken.',
      });
    setState({ is: 'sending', sending: { files: 0, of: useful.length, share: 0 } });
    try {
      const sent = await sendFiles({ project, release: name }, useful, (sending) =>
        setState({ is: 'sending', sending }),
      );
      setState({ is: 'sent', release: name, sent, leftOut });
    } catch (error) {
      setState({ is: 'failed', ...describeFailure(error) });
    }
    await queries.invalidateQueries({ queryKey: [listReleases.name, project] });
  }

  function choose(input: HTMLInputElement): void {
    void send(chosenFiles(input.files));
    // So that the same folder can be chosen again.
    input.value = '';
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (name === '' || busy) return;
    void droppedFiles(event.dataTransfer).then(send, (error: unknown) =>
      setState({ is: 'failed', title: 'The folder could not be read', help: String(error) }),
    );
  }

  return (
    <Panel
      title="Upload from here"
      note="What you drop joins what this release has; the same files again change nothing."
    >
      <div className={styles.upload}>
        <TextInput
          label="Release"
          description="As your pages tell it to the SDK."
          placeholder="1.4.0"
          value={release}
          maxLength={256}
          onChange={({ currentTarget }) => setRelease(currentTarget.value)}
        />
        <section
          aria-label="Drop files here"
          aria-describedby={says}
          className={styles.drop}
          data-over={over || undefined}
          data-off={name === '' || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <IconUpload size="1.5rem" stroke={1.6} aria-hidden />
          <p id={says}>
            {name === ''
              ? 'Name the release first, then drop its built folder here.'
              : 'Drop the built folder here, with its source maps.'}
          </p>
          <div className={styles.buttons}>
            <Button disabled={name === '' || busy} onClick={() => folder.current?.click()}>
              Choose a folder
            </Button>
            <Button disabled={name === '' || busy} onClick={() => files.current?.click()}>
              Choose files
            </Button>
          </div>
          <input
            ref={folder}
            hidden
            type="file"
            aria-label="A built folder"
            {...{ webkitdirectory: '' }}
            onChange={({ currentTarget }) => choose(currentTarget)}
          />
          <input
            ref={files}
            hidden
            multiple
            type="file"
            aria-label="Built files"
            accept=".js,.mjs,.cjs,.map,.html,.json"
            onChange={({ currentTarget }) => choose(currentTarget)}
          />
        </section>
        <div role="status">
          <Told state={state} />
        </div>
      </div>
    </Panel>
  );
}

function Told({ state }: { state: State }) {
  if (state.is === 'idle') return null;
  if (state.is === 'sending') {
    const { files, of, share } = state.sending;
    return <Progress share={share} label={`${writeExactly(files)} of ${writeExactly(of)} files are there`} />;
  }
  if (state.is === 'failed')
    return (
      <p className={styles.failed}>
        <strong>{state.title}.</strong> {state.help}
      </p>
    );
  const { release, sent, leftOut } = state;
  return (
    <div className={styles.sent}>
      {sent.files > 0 && (
        <p className={styles.good}>
          <IconCircleCheck size="1rem" aria-hidden />
          {saySent(sent, release, leftOut)}
        </p>
      )}
      {sent.refused.length > 0 && (
        <ul className={styles.refused} aria-label="Refused files">
          {sent.refused.map(({ path, reason }) => (
            <li key={path}>
              <Badge tone="danger">refused</Badge> <Code>{path}</Code> <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
