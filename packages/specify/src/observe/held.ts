import type { ViewRecord } from '@sightglass/wire';
import type { Observer } from './collect.ts';
import { withOrigins } from './documents.ts';
import { partsOfHeld } from './held-text.ts';
import { whoIsIn } from './who.ts';

/** A screen that stood shorter may not have shown yet what it has. */
const leastMs = 2_000;

/**
 * What pages hold, by who looked at them, as a replay kept it. Each thing is known at its first moment in a session only, so a session
 * speaks of it once.
 *
 * - `held`, key `["admin","button","Approve"]`, label `on:/orders/{integer}`: where it first came, or `passing:/orders/{integer}` where the
 *   session did not look at that screen long enough to count. `text` in the place of `button`: what was called so is not known. Columns and terms stand under their whole list: `["*","columns","Order | State"]`.
 * - `held`, key `["admin","looked","/orders/{integer}"]`: the session looked at the screen for two seconds and more, and a replay of that
XX *
 * Sessions in which several roles were played say nothing of any of them: what one was shown the other need not be shown again.
 */
export const held: Observer = (seen, put) => {
  const things = seen.held ?? [];
  const [first, last] = [things[0], things.at(-1)];
  if (first === undefined || last === undefined) return;
  const who = whoIsIn(seen);
  const views = withOrigins(seen.records);
  const played = new Set(views.map((view) => who.ofView(view)).filter(Boolean));
  const roleOf = (view: ViewRecord) => (played.size > 1 ? '' : who.ofView(view));

  const known = new Set<string>();
  const putLooked = (role: string, route: string, at: number): void => {
    const key = JSON.stringify([role, 'looked', route]);
    if (role === '' || known.has(key)) return;
    known.add(key);
    put('held', key, { at, note: route });
  };
  for (const view of views) {
    const { at, route = '', durationMs = 0 } = view;
    const until = at + durationMs;
    // The recorder was there: something came meanwhile, or before and after.
    const isKept = things.some((one) => one.at >= at && one.at < until) || (first.at < at && last.at > until);
    if (durationMs < leastMs || !isKept) continue;
    for (const role of [roleOf(view), '*']) for (const place of [route, '']) putLooked(role, place, at + leastMs);
  }

  for (const { text, at } of things) {
    const view = views.findLast((one) => one.at <= at) ?? views[0];
    if (view === undefined) continue;
    const { what, names } = partsOfHeld(text);
    const isList = what === 'columns' || what === 'terms';
    if (!isList && played.size !== 1) continue;
    const role = isList ? '*' : who.ofView(view);
    const route = view.route ?? '';
    const isLooked = known.has(JSON.stringify([role, 'looked', route]));
    put('held', JSON.stringify([role, what, names.join(' | ')]), {
      at,
      note: `${what} ${names.join(', ')}`,
      labels: [`${isLooked ? 'on' : 'passing'}:${route}`],
    });
  }
};
