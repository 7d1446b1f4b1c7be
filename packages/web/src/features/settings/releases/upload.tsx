import { Button, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { Panel } from '../../../ui/index.ts';
import { chosenFiles, droppedFiles } from './dropped.ts';
import { usefulOf } from './model.ts';
import styles from './releases.module.css';
import { Running } from './running.tsx';
import { doorsOf } from './send.ts';
import { type Chosen, type Failing, startUpload, type UploadRun } from './upload-run.ts';

/** Bytes go out more often than a screen can follow. */
const soon = (say: () => void): void => void setTimeout(say, 100);
const never = () => () => undefined;

/** A place to drop a built folder. */
export function Upload({ project }: { project: string }) {
  const [release, setRelease] = useState('');
  const [upload, setUpload] = useState<{ run: UploadRun; leftOut: number } | null>(null);
  const [refusal, setRefusal] = useState<Failing | null>(null);
  const [over, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const named = useRef<HTMLInputElement>(null);
  const says = useId();
  const name = release.trim();
  const phase = useSyncExternalStore(upload?.run.subscribe ?? never, () => upload?.run.state().phase);
  const busy = phase === 'sending';
  // What goes on later goes on as what it was.
  const isNamed = phase !== undefined && phase !== 'used';
  // An upload that nobody sees is broken off; what arrived is not sent again.
  useEffect(() => () => upload?.run.cancel(), [upload]);

  function send(chosen: readonly Chosen[]): void {
    const { files: useful, leftOut } = usefulOf(chosen);
    if (useful.length === 0) {
      setRefusal({
        title: 'There is nothing to upload',
        help: 'Choose a built folder: scripts (.js), their source maps (.map), index.html and manifests are taken.',
      });
      return;
    }
    setRefusal(null);
    setUpload({ run: startUpload(name, useful, doorsOf({ project, release: name }), soon), leftOut });
  }

  function choose(input: HTMLInputElement): void {
    send(chosenFiles(input.files));
    // So that the same folder can be chosen again.
    input.value = '';
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (busy) {
      setRefusal({ title: 'An upload is under way', help: 'Cancel it, or wait for its end.' });
      return;
    }
    if (name === '') {
      named.current?.focus();
      setRefusal({ title: 'The release has no name yet', help: 'Name it, then drop its folder again.' });
      return;
    }
    void droppedFiles(event.dataTransfer).then(send, (error: unknown) =>
      setRefusal({ title: 'The folder could not be read', help: String(error) }),
    );
  }

  return (
    <Panel
      title="Upload from here"
      note="What you drop joins what this release has; the same files again change nothing."
    >
      <div className={styles.upload}>
        <TextInput
          ref={named}
          label="Release"
          disabled={isNamed}
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
          data-off={name === '' || busy || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={({ currentTarget, relatedTarget }) => {
            // Over a button in it is over it.
            if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
          }}
          onDrop={drop}
        >
          <IconUpload size="1.5rem" stroke={1.6} aria-hidden />
          <p id={says}>
            {busy
              ? 'One upload at a time: this one first.'
              : name === ''
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
          {refusal && (
            <p className={styles.failed}>
              <strong>{refusal.title}.</strong> {refusal.help}
            </p>
          )}
        </div>
        {upload && <Running project={project} {...upload} onAway={() => setUpload(null)} />}
      </div>
    </Panel>
  );
}
