import { type VitalName, vitalBands } from '@sightglass/wire';
import { aboutOf, rangeLengthMs, type Where } from '../../client/index.ts';

/** What figures are compared with: nothing, as long a time just before, or another release in the same time. */
export type Against = '' | 'before' | `release:${string}`;

export function readAgainst(text: string | undefined): Against {
  if (text === 'before') return text;
  return text?.startsWith('release:') && text.length > 'release:'.length ? (text as Against) : ''; // as the line says
}

export const releaseOf = (against: Against): string => against.slice('release:'.length);

/** What is asked for, in place of what {@link aboutOf} says; worked out when the server is asked, as that is. */
export function aboutAgainst(where: Where, against: Against): ReturnType<typeof aboutOf> {
  const about = aboutOf(where);
  if (against === '') return about;
  if (against !== 'before') return { ...about, release: releaseOf(against) };
  return { ...about, from: about.from - rangeLengthMs(where.range), until: about.from };
}

/** How much later the same place in the compared time is now. */
export const shiftOf = (where: Where, against: Against): number =>
  against === 'before' ? rangeLengthMs(where.range) : 0;

/** What it is called in a sentence: `the 14 days before`, `release 1.0.0`. */
export function againstWords(where: Where, against: Against): string {
  if (against !== 'before') return `release ${releaseOf(against)}`;
  const days = rangeLengthMs(where.range) / 86_400_000;
  if (days === 1) return 'the day before';
  return Number.isInteger(days) ? `the ${days} days before` : 'the time before';
}

export interface Change {
  was: number;
  /** By how much of what it was; `null`: it was nothing. */
  share: number | null;
  /** `unsure`: too little was measured on one of the two sides. */
  verdict: 'better' | 'worse' | 'same' | 'unsure';
}

/** Less is what two samples of the same differ by, and nobody feels it. */
const leastShare = 0.05;

/** Of fewer, one slow visit more is a change. */
const leastSamples = 10;

/**
 * Of figures that are the better the smaller they are. `null`: one of the two is not known.
 *
 * @param samples - How many the smaller of the two rests on.
 */
export function changeOf(now: number | null, was: number | null, least: number, samples: number): Change | null {
  if (now === null || was === null) return null;
  const difference = now - was;
  const isSame = Math.abs(difference) < least || Math.abs(difference) < was * leastShare;
  return {
    was,
    share: was === 0 ? null : difference / was,
    verdict: samples < leastSamples ? 'unsure' : isSame ? 'same' : difference < 0 ? 'better' : 'worse',
  };
}

/** The least that counts as a change of a vital: a hundredth of a shift, ten milliseconds. */
export const leastOf = (name: VitalName): number => (vitalBands[name].unit === 'ms' ? leastMs : 0.01);
export const leastMs = 10;
