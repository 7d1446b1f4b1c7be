import { type LiveMessage, live, liveMessage } from '@sightglass/wire';
import { useEffect, useEffectEvent, useState } from 'react';
import { addressOf } from './ask.ts';

export type LiveState = 'connecting' | 'open' | 'waiting';

/**
 * The live door of a project: calls back for each message while mounted, and says how the connection is. All screens of a
 * page share one connection (a browser allows six to one host).
 */
export function useLive(project: string, onMessage: (message: LiveMessage) => void): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const tell = useEffectEvent(onMessage);
  useEffect(() => {
    if (project === '') return;
    const listener: Listener = { tell: (message) => tell(message), changed: setState };
    return listen(project, listener);
  }, [project]);
  return state;
}

interface Listener {
  tell(message: LiveMessage): void;
  changed(state: LiveState): void;
}
interface Line {
  listeners: Set<Listener>;
  state: LiveState;
  stop(): void;
}
const lines = new Map<string, Line>();

function listen(project: string, listener: Listener): () => void {
  const line = lines.get(project) ?? startLine(project);
  line.listeners.add(listener);
  listener.changed(line.state);
  return () => {
    line.listeners.delete(listener);
    if (line.listeners.size > 0) return;
    line.stop();
    lines.delete(project);
  };
}

const types = ['session', 'segment', 'stored'] as const satisfies LiveMessage['type'][];
/** After an answer that is no stream (signed out, server stopping) the browser gives up; we ask again, less and less often. */
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

function startLine(project: string): Line {
  let waitMs = firstWaitMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource | undefined;
  const line: Line = {
    listeners: new Set(),
    state: 'connecting',
    stop() {
      clearTimeout(timer);
      source?.close();
    },
  };
  lines.set(project, line);
  connect();
  return line;

  function connect(): void {
    source = new EventSource(addressOf(live.path, { project }, {}));
    source.addEventListener('open', () => {
      waitMs = firstWaitMs;
      become('open');
    });
    source.addEventListener('error', () => {
      become('waiting');
      if (source?.readyState !== EventSource.CLOSED) return; // the browser itself connects again
      timer = setTimeout(connect, waitMs);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    });
    for (const type of types) source.addEventListener(type, hear);
  }

  function hear(event: MessageEvent<string>): void {
    const heard = liveMessage.safeParse(parse(event.data));
    if (!heard.success) return; // of a newer server: what we do not know we do not show
    for (const listener of line.listeners) listener.tell(heard.data);
  }

  function become(state: LiveState): void {
    line.state = state;
    for (const listener of line.listeners) listener.changed(state);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a line cut short: dropped, as one we do not know
  }
}
