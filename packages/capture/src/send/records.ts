import type { BatchEnvelope, WireRecord } from '@sightglass/wire';
import { type Options, version } from '../options.ts';
import { toJson } from '../scene/native.ts';
import type { Session } from '../session/session.ts';
import type { Tab } from '../session/tab.ts';
import type { Sender } from './sender.ts';

const firstFlushMs = 250;
const flushMs = 5_000;
const watchedFlushMs = 300;
/** A batch must fit a beacon, also when it is the last one of a page. */
const maxBatchChars = 48_000;
const maxRecordsPerBatch = 2_000;

/** Gathers records into batches, numbers them, and hands them on: 250 ms after the first record of a page, then every 5 s, or 300 ms while watched. */
export interface RecordQueue {
  add(record: WireRecord): void;
  /** Ends the batch: what follows is another session's, or the page is being left. */
  cut(): void;
  watch(watched: boolean): void;
  stop(): void;
}

interface QueueParts {
  session: Session;
  tab: Tab;
  sender: Sender;
  options: Pick<Options, 'release' | 'environment'>;
  after(ms: number, task: () => void): () => void;
}

export function createRecordQueue({ session, tab, sender, options, after }: QueueParts): RecordQueue {
  let texts: string[] = [];
  let chars = 0;
  let waitMs = firstFlushMs;
  let cancel: (() => void) | undefined;

  function cut(): void {
    stop();
    if (texts.length === 0) return;
    const { id, startedAt, visitor, role } = session.state;
    const envelope: BatchEnvelope = {
      v: 1,
      session: id,
      ...tab.number(texts.length),
      sentAt: Date.now(),
      startedAt,
      sdk: { name: 'sightglass', version },
      release: options.release ?? '',
      environment: options.environment ?? '',
      visitor,
      role,
    };
    const text = `${toJson(envelope).slice(0, -1)},"records":[${texts.join(',')}]}`;
    texts = [];
    chars = 0;
    sender.send({ door: 'records', text });
  }

  function flush(): void {
    cancel = undefined;
    if (waitMs === firstFlushMs) waitMs = flushMs;
    // While the intake is away one full batch is worth more than twenty small ones.
    if (sender.waits()) schedule();
    else cut();
  }

  function schedule(): void {
    cancel = after(waitMs, flush);
  }

  function stop(): void {
    cancel?.();
    cancel = undefined;
  }

  return {
    add(record) {
      const text = toJson(record);
      texts.push(text);
      chars += text.length;
      if (chars > maxBatchChars || texts.length >= maxRecordsPerBatch) cut();
      else if (!cancel) schedule();
    },
    cut,
    watch(watched) {
      const next = watched ? watchedFlushMs : flushMs;
      if (waitMs === next) return;
      waitMs = next;
      if (cancel && watched) {
        stop();
        schedule();
      }
    },
    stop,
  };
}
