import { Button } from '@mantine/core';
import { sendTestSession } from '@sightglass/wire';
import { IconCircleCheck, IconCircleDashed, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
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

/** When live messages told of a session, by `performance.now()`. */
interface Heard {
  alive?: number;
  stored?: number;
}

/** Sends a made-up session through the real intake and says, step by step, how far it came. */
export function TestSession({ project }: { project: string }) {
  const may = useMay('member');
  const [sent, setSent] = useState<Sent | null>(null);
  const heard = useHeard(project);
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
      title="Try it out"
      note="A made-up session takes the whole way of a real one: it is received, stored and shown among the sessions."
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
        {sent && <Road key={sent.session} project={project} sent={sent} heard={heard.get(sent.session) ?? {}} />}
      </div>
    </Panel>
  );
}

/** Listens from the start: a session may be seen live before the door's answer is back. */
function useHeard(project: string): ReadonlyMap<string, Heard> {
  const [heard, setHeard] = useState<ReadonlyMap<string, Heard>>(new Map());
  const note = (session: string, sign: keyof Heard): void =>
    setHeard((known) => {
      const before = known.get(session) ?? {};
      return before[sign] === undefined ? new Map(known).set(session, { ...before, [sign]: performance.now() }) : known;
    });
  useLive(project, (message) => {
    if (message.type === 'session') note(message.session, 'alive');
    if (message.type === 'stored') for (const session of message.sessions) note(session, 'stored');
  });
  return heard;
}

/** Should the live door be silent, the session is looked for all the same. */
const lookAnywayMs = 2_000;

/** How far it came: taken, seen alive, stored and open to be looked at. */
function Road({ project, sent, heard }: { project: string; sent: Sent; heard: Heard }) {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), lookAnywayMs);
    return () => clearTimeout(timer);
  }, []);
  const { data, error } = useQuery({
    ...arrivalQuery(project, sent.session),
    enabled: heard.stored !== undefined || waited,
  });
  const arrived = data != null;
  const after = (at: number): string => writeDuration(Math.max(0, at - sent.at));

  if (error) return <p role="alert">{describeFailure(error).help}</p>;
  return (
    <ol className={styles.steps} aria-live="polite">
      <Step done>Taken after {writeDuration(sent.takenMs)}</Step>
      <Step done={heard.alive !== undefined}>
        {heard.alive === undefined ? 'Not seen live yet' : `Seen live after ${after(heard.alive)}`}
      </Step>
      <Step done={arrived}>
        {!arrived ? 'Not stored yet' : heard.stored === undefined ? 'Stored' : `Stored after ${after(heard.stored)}`}
      </Step>
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
