import { placeOf, singular } from '@sightglass/wire';
import { isFixedWord, isForm, isVariable, joined } from './segment.ts';

/** As for calls: so many siblings are values whatever they are, if none of them is most of what is visited. */
const manySiblings = 12;
const mostShare = 0.3;

/**
 * Screens of one kind have the things that they show in their addresses, as calls do. A literal is taken for such a value when the calls
 * prove a variable after the same word (`/categories/hinges` beside `GET /api/categories/{slug}`), or when there are very many.
 *
 * @param calls - Paths of calls, with placeholders where they vary.
 * @returns By route, for those that are changed.
 */
export function joinRoutes(
  routes: readonly { route: string; sessions: number }[],
  calls: readonly string[],
): Map<string, string> {
  const nouns = provenNouns(calls);
  const entries = routes.map(({ route, sessions }) => ({ route, sessions, segments: route.split('/') }));
  const longest = entries.reduce((most, { segments }) => Math.max(most, segments.length), 0);
  for (let at = 2; at < longest; at += 1) {
    const eligible = entries.filter(({ segments }) => at < segments.length && !isVariable(segments[at - 1] ?? ''));
    const around = (segments: string[]) =>
      placeOf(segments.map((segment, index) => (index === at ? '' : segment)).join('/'));
    for (const siblings of Map.groupBy(eligible, ({ segments }) => around(segments)).values()) {
      const all = siblings.reduce((sum, { sessions }) => sum + sessions, 0);
      const words = siblings.filter(({ segments }) => isWord(segments[at] ?? ''));
      const variables = siblings.filter(({ segments }) => isVariable(segments[at] ?? ''));
      const formed = variables.length > 0 && variables.every(({ segments }) => isForm(segments[at] ?? ''));
      // In some sessions it was proven by what led there.
      const isNamed = variables.some(({ segments }) => segments[at] === joined);
      const proven = isNamed || nouns.has(singular(siblings[0]?.segments[at - 1] ?? '').toLowerCase());
      const rare = words.filter(({ sessions }) => sessions <= all * mostShare);
      const values = proven && !formed && siblings.length > 1 ? words : rare.length >= manySiblings ? rare : [];
      for (const { segments } of values) segments[at] = joined;
    }
  }
  return new Map(entries.map(({ route, segments }) => [route, segments.join('/')]));
}

const isWord = (segment: string): boolean => segment !== '' && !isVariable(segment) && !isFixedWord(segment);

/** Words after which calls have a variable that has no form, so that only what stands there can tell it. */
function provenNouns(calls: readonly string[]): Set<string> {
  return new Set(
    calls.flatMap((path) => {
      const segments = path.split('/');
      return segments.flatMap((segment, index) =>
        isVariable(segment) && !isForm(segment) ? [singular(segments[index - 1] ?? '').toLowerCase()] : [],
      );
    }),
  );
}
