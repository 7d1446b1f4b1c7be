import { Button } from '@mantine/core';
import { listReleases } from '@sightglass/wire';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { Progress, writeBytes, writeExactly } from '../../../ui/index.ts';
import { sayEnd, saySent } from './model.ts';
import styles from './releases.module.css';
import { SentFiles } from './sent-files.tsx';
import type { Upload, UploadRun } from './upload-run.ts';

/** An upload from its first byte to its end, and what can be done about it. */
export function Running({
  project,
  run,
  leftOut,
  onAway,
}: {
  project: string;
  run: UploadRun;
  /** How many of what was chosen are of no use. */
  leftOut: number;
  onAway: () => void;
}) {
  const upload = useSyncExternalStore(run.subscribe, run.state);
  const { phase, files } = upload;
  const queries = useQueryClient();
  useEffect(() => {
    if (phase !== 'sending') void queries.invalidateQueries({ queryKey: [listReleases.name, project] });
  }, [phase, queries, project]);
  return (
    <div className={styles.sent}>
      {phase === 'sending' && <Going files={files} onCancel={run.cancel} />}
      <div role="status">
        <End upload={upload} leftOut={leftOut} />
      </div>
      {(phase === 'held' || phase === 'stopped') && <Ways upload={upload} run={run} onAway={onAway} />}
      {phase !== 'used' && <SentFiles files={files} onRetry={run.retry} />}
    </div>
  );
}

function Going({ files, onCancel }: { files: Upload['files']; onCancel: () => void }) {
  const read = files.filter(({ state }) => state === 'read').length;
  const of = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const sent = files.reduce((sum, one) => sum + one.sent, 0);
  return (
    <div className={styles.going}>
      <Progress
        share={of === 0 ? 0 : sent / of}
        label={`${writeExactly(read)} of ${writeExactly(files.length)} files are read, ${writeBytes(sent)} of ${writeBytes(of)}`}
      />
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}

function End({ upload, leftOut }: { upload: Upload; leftOut: number }) {
  const { phase, files, release } = upload;
  if (phase === 'sending')
    return <p className={styles.locked}>Nothing of it is used before all of it is read: half an upload never is.</p>;
  if (phase === 'used')
    return (
      <p className={styles.good}>
        <IconCircleCheck size="1rem" aria-hidden />
        {saySent({ files: files.length, there: files.filter(({ there }) => there).length }, release, leftOut)}
      </p>
    );
  const { title, help } = sayEnd(upload);
  return (
    <p className={upload.phase === 'held' || upload.failure ? styles.failed : styles.halted}>
      <strong>{title}.</strong> {help}
    </p>
  );
}

function Ways({ upload: { phase, files }, run, onAway }: { upload: Upload; run: UploadRun; onAway: () => void }) {
  const refused = files.filter(({ state }) => state === 'refused').length;
  const rest = files.length - refused;
  return (
    <div className={styles.ways}>
      {phase === 'stopped' && (
        <Button variant="filled" onClick={run.resume}>
          Go on
        </Button>
      )}
      {phase === 'held' && refused > 1 && (
        <Button onClick={() => run.retry()}>Try all {writeExactly(refused)} again</Button>
      )}
      {phase === 'held' && rest > 0 && (
        <Button onClick={run.useRest}>
          Use the other {rest === 1 ? 'one' : writeExactly(rest)} without {refused === 1 ? 'it' : 'them'}
        </Button>
      )}
      <Button variant="subtle" onClick={onAway}>
        Leave it
      </Button>
    </div>
  );
}
