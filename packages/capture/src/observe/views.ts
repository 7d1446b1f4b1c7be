import { scrubLabel } from '@sightglass/privacy';
import type { ViewRecord } from '@sightglass/wire';
import { isHidden } from '../privacy/hidden.ts';
import { routeOf } from '../privacy/path.ts';
import { newId } from '../scene/id.ts';
import { native } from '../scene/native.ts';
import type { Draft, Scene } from '../scene/scene.ts';
import type { Waiting } from '../scene/waiting.ts';
import { whenLoaded } from './loaded.ts';
import { apply, over } from './over.ts';

const titleSettlesMs = 300;

export interface Views {
  /** Begins the same screen again, in a new session. */
  restart(): void;
  /** Says what is known of the view so far: the page may be about to go. */
  leave(): void;
}

type Cause = ViewRecord['cause'];

/**
 * Views: one for each path (or hash route) that is reached. A change of the query alone is the same view. Each is said when it begins,
 * again when its title has settled or it has loaded, and when it ends.
 */
export function observeViews(scene: Scene, waiting: Waiting): Views {
  const { known, moment } = scene;
  // Of a page that was prepared in the background the visit begins when somebody sees it.
  const shownMs = scene.guard.run(navigation)?.activationStart ?? 0;
  let current: Extract<Draft, { kind: 'view' }> & { at: number };
  let key: string;
  /** How many the history has. */
  let places = history.length;
  let cancelTitle: (() => void) | undefined;

  function begin(cause: Cause): void {
    const from = moment.route;
    moment.view = newId();
    moment.route = routeOf(location, known);
    moment.signs++;
    key = keyOf();
    // The same screen in a new session did not load then.
    current = {
      kind: 'view',
      at: current ? scene.now() : scene.at(shownMs),
      view: moment.view,
      version: 0,
      path: moment.route,
      title: titleOf(),
      cause,
      from,
      loadMs: current ? undefined : null,
    };
    say();
  }

  function say(ends?: true): void {
    scene.say({ ...current, durationMs: ends && Math.max(0, scene.now() - current.at) });
    current.version++;
  }

  function leave(): void {
    current.title = titleOf();
    say(true);
  }

  function moved(cause: Cause): void {
    moment.signs++;
    // A link to another hash is told as a way back by those who have no Navigation API: only it adds a place.
    const before = places;
    places = history.length;
    if (keyOf() === key) return;
    // The title already belongs to the next screen, or soon will: what was said last stands.
    say(true);
    begin((cause === 'pop' && before >= places) || key.split('#')[0] !== location.pathname ? cause : 'hash');
  }

  function titleMayHaveChanged(): void {
    cancelTitle?.();
    cancelTitle = scene.after(titleSettlesMs, () => {
      const title = titleOf();
      if (title === current.title) return;
      current.title = title;
      say();
    });
  }

  function titleOf(): string {
    // A form that is called so stands in its place.
    const title = `${document.title}`;
    return isHidden(document.querySelector('title') ?? document.documentElement) ? '' : scrubLabel(title, known, 300);
  }

  begin('load');
  waiting.use(titleMayHaveChanged);
  listenForMoves(scene, moved);
  scene.listen<PageTransitionEvent>('pageshow', ({ persisted }) => {
    if (persisted) begin('bfcache');
  });
  whenLoaded(scene, () => {
    const entry = navigation();
    if (current.loadMs !== null || !entry) return;
    current.loadMs = Math.max(0, Math.round(entry.loadEventEnd - shownMs));
    current.title = titleOf();
    say();
  });
  scene.guard.run(() => {
    const observer = new (native(window, 'MutationObserver'))(scene.guard.wrap(titleMayHaveChanged));
    const all = { subtree: true, characterData: true, childList: true };
    observer.observe(document.head ?? document.documentElement, all);
    scene.onStop(() => observer.disconnect());
  });

  return { restart: () => begin('load'), leave };
}

type Navigation = PerformanceNavigationTiming & { activationStart?: number };

const navigation = (): Navigation | undefined => performance.getEntriesByType('navigation')[0] as Navigation;

/** Where the page is, as far as it makes a view: path, and hash when it is a route. Never leaves the page. */
function keyOf(): string {
  return location.pathname + (location.hash.match(/^#!?\/[^?]*/)?.[0] ?? '');
}

/** The Navigation API where there is one; else history's two methods are wrapped. */
function listenForMoves(scene: Scene, moved: (cause: Cause) => void): void {
  const navigation = (window as { navigation?: EventTarget & { currentEntry?: object } }).navigation;
  // Where there is none, that is an element whose id is "navigation".
  if (navigation?.currentEntry) {
    const heard = ({ navigationType }: Event & { navigationType?: 'push' | 'replace' | 'traverse' }): void =>
      moved(navigationType === 'traverse' ? 'pop' : (navigationType as 'push')); // none where no other place was reached
    scene.listen('currententrychange', heard, undefined, navigation);
    return;
  }
  scene.listen('popstate', () => moved('pop'));
  for (const cause of ['replace', 'push'] as const) {
    const name = `${cause}State` as const;
    // Where the browser has it, so that what others put there later is still called; or where somebody has put theirs over it.
    over(scene, Object.hasOwn(history, name) ? history : History.prototype, name, (original, self, args) => {
      try {
        return apply(original, self, args);
      } finally {
        scene.guard.run(moved, cause);
      }
    });
  }
}
