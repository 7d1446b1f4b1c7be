import type { Put } from './collect.ts';
import type { SessionSeen } from './session.ts';

/** A sentence that states a limit is short; what is longer is a text that tells more. */
const mostChars = 160;
/** Of one session. Terms and prices of an application fill a few lines of its screens. */
const mostSentences = 40;

/** A number that something is said to keep to, in the languages that `points/sentence.ts` reads. */
const limiting =
  /\b(?:at (?:most|least)|up to|from|within|below|under|above|over|per|an?|every|each|minimum|maximum|min\.|max\.|not exceed|only|last|lasts|takes?|costs?|mindestens|höchstens|bis zu|ab|unter|über|pro|je|innerhalb|kostet|kosten|au (?:moins|plus)|jusqu['’]à|dès|par|al menos|hasta|desde|por)\b/i;
/** What is said of this person, or of how things stand just now. */
const personal =
  /\b(?:you|your|yours|my|mine|me|i|sie haben|ihre?[nmrs]?|dein\w*|mein\w*|vous|votre|vos|usted|su|sus|left|remaining|so far|today|now|total|balance|übrig|verbleib\w*|heute|gesamt|summe|guthaben|reste\w*)\b/i;
/** Dates, times of day, addresses, amounts in brackets, numbers of things: no limits, or somebody's. */
const particular =
  /\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\b\d{1,2}:\d{2}\b|[@#©{}•*]|https?:|\b(?:19|20)\d\d\b(?! ?(?:eur|usd|gbp|chf|€|\$|£))|["“„«]/i;

/**
 * Sentences on the page that state a limit, told by what a replay kept of it: `limit` with the label `shown` and `route:/orders/new`. What
 * masking left out is not there, and what names somebody or something in particular is not taken; `points/limits-shown.ts` asks for several
 * visitors besides, who were all shown the same.
 */
export function putShownLimits({ lines = [], records }: SessionSeen, put: Put): void {
  const views = records.filter(({ kind }) => kind === 'view');
  const sentences = new Map<string, number>();
  for (const { text, at } of lines)
    for (const sentence of sentencesIn(text))
      if (statesLimit(sentence) && !sentences.has(sentence) && sentences.size < mostSentences)
        sentences.set(sentence, at);
  for (const [sentence, at] of sentences) {
    const route = views.findLast((view) => view.at <= at)?.route ?? views[0]?.route ?? '';
    put('limit', sentence, { at, note: sentence, labels: ['shown', ...(route === '' ? [] : [`route:${route}`])] });
  }
}

/** Whether a text of a page holds such a sentence: these are all that {@link SessionSeen.lines} need. */
export const mayStateLimit = (text: string): boolean => sentencesIn(text).some(statesLimit);

/** A full stop within a number has no space behind it. */
function sentencesIn(text: string): string[] {
  return /\d/.test(text) && text.length <= 4 * mostChars
    ? text.split(/(?<=[.!?])\s+(?=\p{Lu})/u).map((one) => one.trim())
    : [];
}

function statesLimit(sentence: string): boolean {
  return (
    sentence.length <= mostChars &&
    /^\p{L}.*\d/su.test(sentence) &&
    // A word alone beside a number is a cell of a table.
    sentence.split(/\s+/).length >= 4 &&
    limiting.test(sentence) &&
    !personal.test(sentence) &&
    !particular.test(sentence)
  );
}
