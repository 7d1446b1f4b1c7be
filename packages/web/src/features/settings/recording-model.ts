import { type AssetChoice, assetChoices, type MaskLevel, maskLevels, type RecordingSettings } from '@sightglass/wire';

/** One way to set something, and what that means for those who are recorded. */
export interface Way<Value> {
  value: Value;
  name: string;
  says: string;
}

export const maskWays: readonly Way<MaskLevel>[] = [
  {
    value: 'all',
    name: 'Every text',
    says: 'Nobody here can read a word: a replay shows layout, colours and the pointer, whatever a page allows.',
  },
  {
    value: 'listed',
    name: 'Every text that the page does not allow',
    says: 'Only what your developers mark with data-sightglass="allow" can be read; what they forget stays hidden.',
  },
  {
    value: 'inputs',
    name: 'What people type',
    says: 'Fields are hidden; all else can be read as your visitors saw it, their names and figures included.',
  },
  {
    value: 'none',
    name: 'Secrets only',
    says: 'What people type can be read too, but for passwords, card numbers and one-time codes: for tests with invented people.',
  },
];

export const keepWays: readonly Way<RecordingSettings['keep']>[] = [
  { value: 'all', name: 'Every replay', says: 'Each replayed session can be watched from its start.' },
  {
    value: 'broken',
    name: 'Only when something breaks',
    says: 'A replay stays in the browser and is lost with the page, unless an error, a rage click, a poor vital or sightglass.keep() sends its last minute or two, and all that follows.',
  },
];

export const assetWays: readonly Way<AssetChoice>[] = [
  {
    value: 'all',
    name: 'What the site gives to anybody',
    says: 'Replays show the pictures and fonts that your server hands out without a login. Those behind one, and those of masked or blocked elements, stay grey boxes.',
  },
  {
    value: 'fonts',
    name: 'Fonts only',
    says: 'Texts look as they did; every picture is a grey box of its size.',
  },
  {
    value: 'none',
    name: 'Neither',
    says: 'Pictures are grey boxes, and texts are set in a font of the viewer.',
  },
];

export function wayOf<Value>(ways: readonly Way<Value>[], value: Value): string {
  return ways.find((way) => way.value === value)?.name ?? String(value);
}

/** What the choice of pictures offers; a rate that a script has set stands among them. */
export function canvasRates(now: number): number[] {
  return [...new Set([0, 0.2, 0.5, 1, 2, now])].sort((one, other) => one - other);
}

export function sayCanvas(rate: number): string {
  if (rate === 0) return 'Never';
  if (rate === 1) return 'One picture a second';
  return rate > 1 ? `${rate} pictures a second` : `One picture every ${Math.round(10 / rate) / 10} seconds`;
}

export interface Change {
  what: string;
  from: string;
  to: string;
  /** More of what visitors do or see comes here than before. */
  more: boolean;
}

/** What would be different, in the order of the form. */
export function changesOf(now: RecordingSettings, wanted: RecordingSettings): Change[] {
  const privacy = (mask: MaskLevel): number => maskLevels.indexOf(mask);
  const shown = (assets: AssetChoice): number => assetChoices.indexOf(assets);
  const changes: (Change | false)[] = [
    now.sessions !== wanted.sessions && {
      what: 'Sessions recorded',
      ...{ from: `${now.sessions} %`, to: `${wanted.sessions} %` },
      more: wanted.sessions > now.sessions,
    },
    now.replays !== wanted.replays && {
      what: 'With replay',
      ...{ from: `${now.replays} %`, to: `${wanted.replays} %` },
      more: wanted.replays > now.replays,
    },
    now.mask !== wanted.mask && {
      what: 'Hidden in replays',
      ...{ from: wayOf(maskWays, now.mask), to: wayOf(maskWays, wanted.mask) },
      more: privacy(wanted.mask) > privacy(now.mask),
    },
    now.keep !== wanted.keep && {
      what: 'Replays kept',
      ...{ from: wayOf(keepWays, now.keep), to: wayOf(keepWays, wanted.keep) },
      more: wanted.keep === 'all',
    },
    now.assets !== wanted.assets && {
      what: 'Pictures and fonts',
      ...{ from: wayOf(assetWays, now.assets), to: wayOf(assetWays, wanted.assets) },
      more: shown(wanted.assets) > shown(now.assets),
    },
    now.canvas !== wanted.canvas && {
      what: 'Canvas and video',
      ...{ from: sayCanvas(now.canvas), to: sayCanvas(wanted.canvas) },
      more: wanted.canvas > now.canvas,
    },
  ];
  return changes.filter((change) => change !== false);
}
