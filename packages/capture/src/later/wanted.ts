import type { CreateRecorder, Recorder, RecorderParts } from '../recorder/recorder.ts';
import type { Session } from '../session/session.ts';
import type { Keep } from './keep.ts';
import type { RecordingPolicies } from './policy.ts';

/** A recorder's parts but for what the project decides. */
export type CreateWanted = (parts: Omit<RecorderParts, 'mask' | 'pictures' | 'hasText'>) => Recorder;

interface WantedParts {
  policies: RecordingPolicies;
  keep: Keep;
  session: Session;
  loadRecorder: () => Promise<CreateRecorder>;
}

/**
 * Brings the recorder, held to what the project wants. It is not even loaded where this session goes without a replay.
 *
 * @throws where it does
 */
export async function loadWanted({ policies, keep, session, loadRecorder }: WantedParts): Promise<CreateWanted> {
  const wanted = await policies.ready();
  if (!session.state.replay) throw new Error('This session is not replayed');
  const create = await loadRecorder();
  const texts = new Set(wanted.texts);
  return (parts) => {
    const recorder = create({
      ...parts,
      mask: wanted.mask,
      pictures: wanted.canvas,
      hasText: (hash) => texts.has(hash),
    });
    if (wanted.keep === 'all') return recorder;
    return { ...recorder, start: (emit) => recorder.start(keep.between(emit, recorder.renew)) };
  };
}
