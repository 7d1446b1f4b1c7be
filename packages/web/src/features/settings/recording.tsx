import { Button } from '@mantine/core';
import { changeRecording, getRecording, type RecordingInForce, type RecordingSettings } from '@sightglass/wire';
import { IconLock, IconPlayerPlay } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { client, useMay } from '../../client/index.ts';
import { Badge, ConfirmButton, Panel, TimeAgo } from '../../ui/index.ts';
import { recordingQuery } from './queries.ts';
import styles from './recording.module.css';
import { RecordingForm } from './recording-form.tsx';
import { assetWays, keepWays, maskWays, sayCanvas, wayOf } from './recording-model.ts';
import { useAct } from './use-act.ts';

/** What this project records: what is in force, the kill switch, and the choices with their price. */
export function RecordingSection({ project }: { project: string }) {
  const { data } = useSuspenseQuery(recordingQuery(project));
  const may = useMay('admin');
  const { mutate, isPending } = useAct(
    // Decided on what is shown: what another tab has changed since is not taken back unseen.
    (settings: RecordingSettings) =>
      client.ask(changeRecording, { params: { project }, body: { ...settings, after: data.changedAt } }),
    {
      touches: [[getRecording.name, project]],
      says: ({ off }) =>
        off ? 'Saved. Recording is off: nothing is taken' : 'Saved: in force on the next page that a visitor opens',
    },
  );
  const inForce = useRef<HTMLDivElement>(null);
  // What is saved has nothing to press below: one is led to what holds now, since when and by whom.
  const save = (settings: RecordingSettings): void => mutate(settings, { onSuccess: () => inForce.current?.focus() });
  return (
    <>
      <div ref={inForce} tabIndex={-1}>
        <InForce settings={data} may={may} busy={isPending} onChange={mutate} />
      </div>
      {/* Begins anew with what is in force, also when somebody else has changed it meanwhile. */}
      <RecordingForm key={data.changedAt} settings={data} may={may} busy={isPending} onSave={save} />
    </>
  );
}

interface InForceProps {
  settings: RecordingInForce;
  may: boolean;
  busy: boolean;
  onChange: (settings: RecordingSettings) => void;
}

function InForce({ settings, may, busy, onChange }: InForceProps) {
  const { off, sessions, replays, mask, keep, canvas, assets, changedAt, changedBy } = settings;
  const facts: [name: string, value: string][] = [
    ['Sessions recorded', `${sessions} %`],
    ['With replay', `${replays} %`],
    ['Hidden in replays', wayOf(maskWays, mask)],
    ['Replays kept', wayOf(keepWays, keep)],
    ['Pictures and fonts', wayOf(assetWays, assets)],
    ['Canvas and video', sayCanvas(canvas)],
  ];
  return (
    <Panel
      title={
        <span className={styles.title}>
          In force {off ? <Badge tone="danger">switched off</Badge> : <Badge tone="good">recording</Badge>}
        </span>
      }
      note={
        changedAt === null ? (
          'As it was at the start; nobody has changed it.'
        ) : (
          <>
            Changed <TimeAgo at={changedAt} /> by {changedBy}.
          </>
        )
      }
      actions={
        off ? (
          <Button
            variant="filled"
            leftSection={<IconPlayerPlay size="1rem" aria-hidden />}
            disabled={!may}
            loading={busy}
            onClick={() => onChange({ ...settings, off: false })}
          >
            Switch on again
          </Button>
        ) : (
          <ConfirmButton
            label="Switch recording off"
            title="Switch all recording off?"
            confirm="Switch it off"
            busy={busy}
            disabled={!may}
            onConfirm={() => onChange({ ...settings, off: true })}
          >
            Pages that are open stop with the next thing they send and drop what waits; pages opened from now on record
            nothing. The intake refuses everything for this project, scripts of admins included. What is here already
            stays.
          </ConfirmButton>
        )
      }
    >
      {off ? (
        <p className={styles.off}>
          Nothing is recorded and nothing is taken. What is still sent is refused and counted under Intake as{' '}
          <code>recording_off</code>. The choices below are in force again when recording is.
        </p>
      ) : (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {!may && (
        <p className={styles.locked}>
          <IconLock size="1rem" aria-hidden />
          Only admins and owners of this project may change this.
        </p>
      )}
    </Panel>
  );
}
