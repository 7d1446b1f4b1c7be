import type { RecordBatch } from '@sightglass/wire';
import { type Options, version } from '../options.ts';
import { toJson } from '../scene/json.ts';
import type { Session } from '../session/session.ts';
import type { Tab } from '../session/tab.ts';
import type { Sender } from './sender.ts';

/** A batch must fit a beacon, also when it is the last one of a page. So many hold no two thousand records, which is as many as an intake takes. */
const maxBatchChars = 24_000;

/** Gathers records into batches, and numbers them. */
export interface RecordQueue {
  /** @param text - A record as JSON. */
  add(text: string): void;
  /** Ends the batch: it is to go, or what follows is another session's. */
  cut(): void;
}

interface QueueParts {
  session: Session;
  tab: Tab;
  sender: Pick<Sender, 'send' | 'wake'>;
  options: Pick<Options, 'release' | 'environment'>;
}

export function createRecordQueue({ session, tab, sender, options }: QueueParts): RecordQueue {
  let texts: string[] = [];
  let chars = 0;

  function cut(): void {
    if (!texts[0]) return;
    const { role, startedAt, id, visitor } = session.state;
    const envelope: Omit<RecordBatch, 'records'> = {
      v: 1,
      session: id,
      ...tab.number(texts.length),
      // The sender says it.
      sentAt: 0,
      startedAt,
      sdk: { name: 'sightglass', version },
      release: options.release,
      environment: options.environment,
      visitor,
      role,
    };
    const text = `${toJson(envelope).slice(0, -1)},"records":[${texts.join(',')}]}`;
    texts = [];
    chars = 0;
    sender.send({ door: 'records', text });
  }

  return {
    add(text) {
      texts.push(text);
      chars += text.length;
      if (chars > maxBatchChars) cut();
      else sender.wake();
    },
    cut,
  };
}
