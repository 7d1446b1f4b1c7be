import { z } from 'zod';

export const policyVersion = 1;

/** How much of a page a replay may show, most private first. */
export const maskLevels = ['all', 'listed', 'inputs', 'none'] as const;

/**
 * `all`: every text is masked, whatever the page allows. `listed`: every text, save inside `data-sightglass="allow"`. `inputs`: fields
 * only, save those that are marked so. `none`: nothing but secrets, such as passwords and card numbers. At every level an element marked
 * `mask` or `block` stays hidden.
 */
export const maskLevel = z.enum(maskLevels);
export type MaskLevel = z.infer<typeof maskLevel>;

/** What of a page's pictures and fonts is kept, most private first. */
export const assetChoices = ['none', 'fonts', 'all'] as const;

/**
 * `none`: replays show boxes of their size. `fonts`: web fonts only. `all`: pictures too. Whatever is chosen, only what the site gives to
 * somebody who is not logged in, and never the picture of an element that is masked or blocked.
 */
export const assetChoice = z.enum(assetChoices);
export type AssetChoice = z.infer<typeof assetChoice>;

/** In hundredths. */
const percent = z.number().min(0).max(100);

/** What a project records, as its admins choose it. */
export const recordingSettings = z.object({
  /** The kill switch: nothing is recorded, and the intake takes nothing. */
  off: z.boolean(),
  /** Of all sessions, how many are recorded at all. */
  sessions: percent,
  /** Of the recorded ones, how many are replayed as well. */
  replays: percent,
  mask: maskLevel,
  /** `broken`: a replay stays in the page until something breaks there: an error, a rage click, a poor vital, or the page says so. */
  keep: z.enum(['all', 'broken']),
  /** Pictures of a canvas or video in a second; 0: none. */
  canvas: z.number().min(0).max(2),
  /** Pictures and fonts of the page, so that a replay shows them without asking the page's server. */
  assets: assetChoice,
});
export type RecordingSettings = z.infer<typeof recordingSettings>;

/** Of a project that was never changed. */
export const defaultRecording: RecordingSettings = {
  off: false,
  sessions: 100,
  replays: 100,
  mask: 'inputs',
  keep: 'all',
  canvas: 0,
  assets: 'all',
};

/** Hashes of texts that a policy may name. */
export const maxPolicyTexts = 200;

/**
 * What a page is told: `GET /v1/policy?key=…`. What the page itself asks for is an upper bound, and of two mask levels the more private
 * one counts.
 */
export const policy = recordingSettings.extend({
  v: z.literal(policyVersion),
  /** Stored texts that the project has already and a page need not send, newest first: their hashes (docs/formats/segment.md). */
  texts: z.array(z.string().regex(/^[\w-]{22}$/)).max(maxPolicyTexts),
});
export type Policy = z.infer<typeof policy>;
