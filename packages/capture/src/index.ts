import type { Parts } from './load.ts';
import type { Options, Sightglass } from './options.ts';
import { startSightglass } from './start.ts';

export type { Attributes, Options, Sightglass, User } from './options.ts';

const already = Symbol.for('sightglass');

/**
 * Starts watching this page. A second call, from another bundle even, answers with what the first one started.
 *
 * @example init({ key: 'sgk_…', origin: 'https://sightglass.example', release: '1.4.2' })
 */
export function init(options: Options): Sightglass {
  const page = window as { [already]?: Sightglass };
  page[already] ??= startSightglass(options, (part) => parts[part]());
  return page[already];
}

const parts: { [Part in keyof Parts]: () => Promise<Parts[Part]> } = {
  later: async () => (await import('./later/index.ts')).startLater,
  recorder: async () => (await import('./recorder/record.ts')).createRecorder,
  pictures: async () => (await import('./recorder/pictures.ts')).takePictures,
  // Bundlers of before 2024 cannot read it, and would end there.
  sheets: async () => async () => undefined,
};
