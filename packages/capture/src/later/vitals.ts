import type { VitalName } from '@sightglass/wire';
import { newId } from '../scene/id.ts';
import { native } from '../scene/native.ts';
import type { Scene } from '../scene/scene.ts';
import { observeEntries } from './entries.ts';
import { observeInteractions } from './interactions.ts';
import { observeShifts } from './layout-shifts.ts';
import { type LargestPaint, type Navigation, type Owed, ofCls, ofInp, ofLcp, partsOfTtfb } from './vital-causes.ts';

/** Up to the first it is good, above the second it is poor: https://web.dev/articles/defining-core-web-vitals-thresholds */
const bounds: Record<VitalName, [number, number]> = {
  TTFB: [800, 1_800],
  FCP: [1_800, 3_000],
  LCP: [2_500, 4_000],
  CLS: [0.1, 0.25],
  INP: [200, 500],
};

type Tell = (value: number, owed?: Owed) => void;

/** A page that is never left may lead to screens without end. */
const maxScreens = 200;

/**
 * Web Vitals as Google's own library counts them (a test compares the two), each with the element and the parts that it is owed to.
 *
 * @returns what tells those that go on as long as the page is seen: it goes out of sight.
 */
export function observeVitals(scene: Scene): () => void {
  const navigation = performance.getEntriesByType('navigation')[0] as Navigation | undefined;
  const activated = navigation?.activationStart ?? 0;
  let hiddenAt = firstHidden(activated);
  let how = activated ? 'prerender' : howOpened(navigation);
  let painted: boolean | undefined;
  let largest = 0;
  let owed: Owed | undefined;
  /** Where the visitor was, the last first: what is told as a page is left, or after a click that leads on, is mostly owed to an earlier screen. */
  const screens = [{ ...scene.here(), at: 0 }];
  scene.hear(({ kind }) => kind === 'view' && screens.unshift(scene.here()) > maxScreens && screens.pop());

  /** One figure of this page; again only where it has changed. */
  function metric(name: VitalName): Tell {
    const id = newId();
    const opened = how;
    const [good, poor] = bounds[name];
    let before: number | undefined;
    return (value, { parts, path, startTime } = {}) => {
      if (value === before) return;
      before = value;
      scene.say({
        kind: 'vital',
        // None where nothing says when. A click and the screen that it led to may have begun in the same millisecond.
        ...screens.find(({ at }) => at < scene.at(startTime as number)),
        at: scene.now(),
        id,
        name,
        value: Math.max(0, value),
        rating: value > poor ? 'poor' : value > good ? 'needs-improvement' : 'good',
        navigation: opened,
        target: path && scene.known.hide(path),
        parts,
      });
    };
  }

  let cls = metric('CLS');
  let inp = metric('INP');
  const lcp = metric('LCP');
  const fcp = metric('FCP');
  if (navigation?.responseStart)
    metric('TTFB')(navigation.responseStart - activated, { parts: partsOfTtfb(navigation) });
  observeEntries(scene, 'paint', ({ startTime, name }) => {
    if (name !== 'first-contentful-paint' || startTime >= hiddenAt || painted) return;
    painted = true;
    fcp(startTime - activated);
  });
  const shifts = observeShifts(scene);
  const interactions = observeInteractions(scene);
  const takeLargest = observeEntries<LargestPaint>(scene, 'largest-contentful-paint', (entry) => {
    if (entry.startTime >= hiddenAt) return;
    largest = Math.max(0, entry.startTime - activated);
    // While its element is there: what a click leads to mostly takes its place.
    owed = ofLcp(largest, entry, navigation);
  });

  /** What comes after somebody has done something is no part of how the page came. */
  let isWhole: boolean | undefined;
  function finishLargest(): void {
    if (isWhole) return;
    takeLargest?.();
    isWhole = true;
    if (owed) lcp(largest, owed);
  }

  for (const type of ['keydown', 'click'])
    scene.listen(type, ({ isTrusted }) => {
      // Once the page has answered.
      if (isTrusted && !isWhole) scene.after(100, finishLargest);
    });
  scene.listen<PageTransitionEvent>('pageshow', ({ timeStamp, persisted }) => {
    if (!persisted) return;
    // To whoever comes back it is another visit.
    how = 'back-forward-cache';
    shifts?.restart();
    interactions?.restart();
    cls = metric('CLS');
    inp = metric('INP');
    metric('TTFB')(0);
    const frame = native(window, 'requestAnimationFrame').bind(window);
    frame(() =>
      frame(
        scene.guard.wrap(() => {
          painted = true;
          for (const name of ['FCP', 'LCP'] as const) metric(name)(performance.now() - timeStamp);
        }),
      ),
    );
  });

  return () => {
    // Not told by an event: of those that tell a page's end, browsers call whoever listened first, first.
    hiddenAt = Math.min(hiddenAt, performance.now());
    finishLargest();
    const worst = shifts?.worst();
    if (worst && painted) cls(worst.value, ofCls(worst.largest));
    const slow = interactions?.slow();
    if (slow) inp(slow.duration, ofInp(slow));
  };
}

function howOpened(navigation: Navigation | undefined): string {
  return (document as { wasDiscarded?: boolean }).wasDiscarded
    ? 'restore'
    : (navigation?.type.replace('_', '-') ?? 'navigate');
}

/** When the page was first out of sight: what is shown afterwards nobody waited for. */
function firstHidden(activated: number): number {
  const seen = performance
    .getEntriesByType('visibility-state')
    .find(({ name, startTime }) => name === 'hidden' && startTime >= activated);
  return seen?.startTime ?? (document.hidden ? 0 : Number.POSITIVE_INFINITY);
}
