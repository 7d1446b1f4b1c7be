import type { AssetChoice } from '@sightglass/wire';
import type { Options } from '../options.ts';
import { createAnimated } from '../recorder/animated.ts';
import type { Assets, WhyWithout } from '../recorder/asset.ts';
import { createAssets, createNoAssets } from '../recorder/assets.ts';
import type { Operation } from '../recorder/read.ts';
import type { Recorder, RecorderParts, RecordingParts } from '../recorder/recorder.ts';
import type { Stored } from '../recorder/stored.ts';
import { createStored } from '../recorder/stored-texts.ts';
import type { Session } from '../session/session.ts';
import type { Keep } from './keep.ts';
import type { Packer } from './pack.ts';
import type { AskPolicy } from './policy.ts';

/** A recorder's parts but for what the project decides. */
export type CreateWanted = (
  parts: Omit<RecorderParts, 'mask' | 'pictures' | 'take' | 'stored' | 'assets' | 'fileOf' | 'publicRules'>,
) => Recorder;

/** Brings a part; undefined where something else came in its place. */
export type LoadRecording = <Part extends keyof RecordingParts>(
  part: Part,
) => Promise<RecordingParts[Part] | undefined>;

interface WantedParts {
  policies: AskPolicy;
  keep: Keep;
  /** Where the intake is, and the client key. */
  options: Pick<Options, 'key' | 'origin'>;
  session: Session;
  load: LoadRecording;
  fileOf: Packer['fileOf'];
}

/**
 * Brings the recorder, held to what the project wants. It is not even loaded where this session goes without a replay.
 *
 * @returns undefined where it does, or something else came in the recorder's place
 * @throws where none came
 */
export async function loadWanted({
  policies,
  keep,
  session,
  fileOf,
  load,
  options,
}: WantedParts): Promise<CreateWanted | undefined> {
  const wanted = await policies();
  if (!session.state.replay) return undefined;
  const create = await load('recorder');
  if (!create) return undefined;
  // Written so that what is no number is none.
  const take = wanted.canvas > 0 ? await load('pictures') : undefined;
  const texts = new Set(wanted.texts);
  return (parts) => {
    let stored: Stored;
    const animated = createAnimated(parts, take);
    const assetsFor = (put: (operation: Operation) => void): Assets => {
      const state = whyWithout(wanted.assets);
      if (state) return createNoAssets(state, put);
      const wantedAssets = {
        fontsOnly: wanted.assets === 'fonts',
        // What is held back in the page has no room for files.
        mayFetch: wanted.keep === 'all' || session.state.kept === true,
        origin: options.origin,
        key: options.key,
      };
      return createAssets(wantedAssets, parts, put, fileOf);
    };
    const recorder = create({
      ...parts,
      mask: wanted.mask,
      pictures: wanted.canvas,
      take: animated.take,
      fileOf,
      // Other browsers cannot read the part; where it does not come, what is known without it is told.
      publicRules: async (sheet) =>
        'fetchLater' in window
          ? load('sheets')
              .then((read) => read?.(sheet))
              .catch(() => undefined)
          : undefined,
      stored: (...told) => (stored = createStored(texts, parts, ...told)),
      assets(put) {
        const assets = assetsFor(put);
        return {
          ...assets,
          again() {
            assets.again();
            animated.again();
          },
        };
      },
    });
    if (wanted.keep === 'all') return recorder;
    return { ...recorder, start: (emit) => recorder.start(keep.between(emit, recorder.renew, () => stored.lost())) };
  };
}

function whyWithout(choice: AssetChoice | undefined): WhyWithout | undefined {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } };
  // Written so that a choice that we do not know is none.
  if (!/^(all|fonts)$/.test(choice as never)) return 'none';
  // Who pays for each byte, or waits for it, pays and waits for the page alone.
  if (connection?.saveData || /2g/.test(connection?.effectiveType as never)) return 'saving';
  return undefined;
}
