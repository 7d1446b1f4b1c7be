import type { Frustration } from '@sightglass/wire';
import type { ActionDraft } from '../scene/caught.ts';
import type { Scene } from '../scene/scene.ts';
import type { Later } from './later.ts';

const rageMs = 1_000;
const ragePx = 30;
const deadMs = 2_000;
/** Then and after this: by a clock that was set back there may be a month to wait, which is longer than a timer can. */
const againMs = 500;
/** Controls that are clicked many times on purpose, or that answer a click by taking the caret. */
const field = /[^k]box|spin|slider|video|audio/;

export type Frustrations = Pick<Later, 'clicked'>;

interface Click {
  action: ActionDraft;
  at: number;
  x: number;
  y: number;
}

/** Tells which clicks frustrated: many at one spot, answered by nothing, or followed by an error. The click is said again then. */
export function createFrustrations(scene: Scene): Frustrations {
  let burst: Click[] = [];
  let recent: ActionDraft[] = [];
  /** Clicks on controls, the oldest first, with the count of signs before each. */
  let unanswered: { at: number; before: number; tell(): void }[] = [];

  function frustrated(action: ActionDraft, how: Frustration): void {
    if (action.frustrations.includes(how)) return;
    action.frustrations = [...action.frustrations, how];
    action.version++;
    scene.say({ ...action });
  }

  function watchForRage(action: ActionDraft, event: MouseEvent): void {
    const at = scene.now();
    const { clientX: x, clientY: y } = event;
    const near = (other: { at: number; x: number; y: number }): boolean =>
      at - other.at < rageMs && Math.hypot(x - other.x, y - other.y) <= ragePx;
    burst = [...burst.filter(near), { action, x, at, y }];
    // Three clicks also select a paragraph.
    if (burst[2] && !isSelected()) frustrated((burst[0] as Click).action, 'rage');
  }

  /** One timer for all: most are answered before they are asked. */
  function judge(): void {
    const now = scene.now();
    unanswered = unanswered.filter(
      ({ tell, before, at }) => scene.moment.signs === before && (now - at < deadMs || tell()),
    );
    if (unanswered[0]) scene.after(againMs, judge);
  }

  function watchForDeath(action: ActionDraft, element: Element, before: number): void {
    const { view } = scene.moment;
    const focused = document.activeElement;
    const tell = (): void => {
      const answered =
        scene.moment.view !== view || document.hidden || document.activeElement !== focused || isSelected();
      if (!answered && element.isConnected) frustrated(action, 'dead');
    };
    if (unanswered.push({ at: scene.now(), before, tell }) === 1) scene.after(deadMs, judge);
  }

  scene.hear((record) => {
    if (record.kind !== 'error' || !/^(rej|unc|con)/.test(record.source)) return;
    // The error knows which action it is owed to; by now there may have been another.
    const owed = recent.find(({ id }) => id === record.action);
    if (owed) frustrated(owed, 'error');
  });
  for (const type of ['scroll', 'toggle', 'change', 'copy', 'play', 'pause'])
    scene.listen(type, () => scene.moment.signs++);
  // Not captured: of the window itself, and of no field in it.
  scene.listen('blur', () => scene.moment.signs++, 'late');

  return {
    clicked(action, event, element, interactive, before) {
      recent = [action, ...recent].slice(0, 10);
      if (field.test(action.role)) return;
      // What a second click selects answers both. We look then, since to listen is to be told of each key, which moves the caret.
      if (event.detail > 1 && isSelected()) scene.moment.signs++;
      watchForRage(action, event);
      const leaves = element.closest('a[download],a[target],a[href^="mailto:"],a[href^="tel:"]');
      if (interactive && !leaves) watchForDeath(action, element, before);
    },
  };
}

/** Of the page's own text; within a field nothing of the page is selected. */
function isSelected(): boolean {
  return getSelection()?.isCollapsed === false;
}
