import { Button } from '@mantine/core';
import { sendTestSession } from '@sightglass/wire';
import { IconCircleCheck, IconCircleDashed, IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { client, describeFailure, toSession, useLive, useMay } from '../../client/index.ts';
import { Panel, writeDuration } from '../../ui/index.ts';
import { arrivalQuery } from './queries.ts';
import styles from './snippet.module.css';
import { useAct } from './use-act.ts';

interface Sent {
  session: string;
  at: number;
  takenMs: number;
}

/** Sends a made-up session through the real intake and says, step by step, how far it came. */
export function TestSession({ project }: { project: string }) {
  const may = useMay('member');
  const [sent, setSent] = useState<Sent | null>(null);
  const send = useAct(
    async () => {
      const at = performance.now();
      const { session } = await client.ask(sendTestSession, { params: { project } });
      setSent({ session, at, takenMs: performance.now() - at });
    },
    { touches: [] },
  );
  return (
    <Panel
      title="Is the road open?"
      note="A made-up session takes the same way as a real one: door, journal, store, screen."
    >
      <div className={styles.road}>
        <Button
          variant="filled"
          leftSection={<IconSend size="1rem" aria-hidden />}
          loading={send.isPending}
          disabled={!may}
          onClick={() => {
            setSent(null);
            send.mutate(undefined);
          }}
        >
          Send a test session
        </Button>
        {!may && <span className={styles.note}>Your role does not send sessions; a member can.</span>}
        {sent && <Road key={sent.session} project={project} sent={sent} />}
      </div>
    </Panel>
  );
}

/** How far it came: taken, seen alive, stored and open to be looked at. */
function Road({ project, sent }: { project: string; sent: Sent }) {
  const queries = useQueryClient();
  const { data, error } = useQuery(arrivalQuery(project, sent.session));
  const [liveMs, setLiveMs] = useState<number | null>(null);
  const [storedMs, setStoredMs] = useState<number | null>(null);
  useLive(project, (message) => {
    if (message.type === 'session' && message.session === sent.session)
      setLiveMs((known) => known ?? performance.now() - sent.at);
    if (message.type === 'stored' && message.sessions.includes(sent.session))
      void queries.refetchQueries({ queryKey: arrivalQuery(project, sent.session).queryKey });
  });
  const arrived = data != null;
  useEffect(() => {
    if (arrived) setStoredMs((known) => known ?? performance.now() - sent.at);
  }, [arrived, sent.at]);

  if (error) return <p role="alert">{describeFailure(error).help}</p>;
  return (
    <ol className={styles.steps} aria-live="polite">
      <Step done>Taken after {writeDuration(sent.takenMs)}</Step>
      <Step done={liveMs !== null || arrived}>
        {liveMs === null ? 'Seen live' : `Seen live after ${writeDuration(liveMs)}`}
      </Step>
      <Step done={arrived}>{storedMs === null ? 'Stored …' : `Stored after ${writeDuration(storedMs)}`}</Step>
      {arrived && (
        <li>
          <Link {...toSession(project, sent.session)}>Watch it</Link>
        </li>
      )}
    </ol>
  );
}

function Step({ done, children }: { done: boolean; children: ReactNode }) {
  const Icon = done ? IconCircleCheck : IconCircleDashed;
  return (
    <li data-done={done || undefined}>
      <Icon size="1rem" aria-hidden />
      {children}
    </li>
  );
}
