import type { SegmentEnvelope } from '@sightglass/wire';
import type { Piece } from '../recorder/recorder.ts';
import { newId } from '../scene/id.ts';
import { toJson } from '../scene/json.ts';
import type { Sender } from '../send/sender.ts';
import type { Tab } from '../session/tab.ts';

/** Numbers the pieces of one recording and hands them on. One recording is one page, in one session. */
export function createSegments(session: string, tab: Tab, sender: Sender): (piece: Piece) => void {
  const page = newId();
  let seq = 0;
  return ({ events, ...about }) => {
    const envelope: SegmentEnvelope = {
      v: 1,
      format: 'sightglass/1',
      session,
      tab: tab.id,
      page,
      seq: seq++,
      ...about,
      // The sender says it.
      sentAt: 0,
    };
    sender.send({ door: 'segments', text: `${toJson(envelope).slice(0, -1)},"events":${events}}` });
  };
}
