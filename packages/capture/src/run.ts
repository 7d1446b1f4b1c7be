import type { Policy, WireRecord } from '@sightglass/wire';
import type { Later, StartLater } from './later/later.ts';
import type { Load } from './load.ts';
import { observeFirst } from './observe/index.ts';
import { isLoaded, whenLoaded } from './observe/loaded.ts';
import type { Attributes, Options, User } from './options.ts';
import { createNotedTexts } from './privacy/noted.ts';
import { routeOf } from './privacy/path.ts';
import { createSaid } from './said.ts';
import type { Guard } from './scene/guard.ts';
import { toJson } from './scene/json.ts';
import { native } from './scene/native.ts';
import { createScene } from './scene/scene.ts';
import { createWaiting } from './scene/waiting.ts';
import { createLast } from './send/last.ts';
import { createRecordQueue } from './send/records.ts';
import { createSender, type Means } from './send/sender.ts';
import { eraseStored } from './session/erase.ts';
import type { PagePolicy } from './session/policy.ts';
import { createSession } from './session/session.ts';
import type { Storage } from './session/storage.ts';
import { leftWord, openTab, seenName } from './session/tab.ts';

/** From where a page may be recorded until it no longer may. */
export interface Run {
  setUser(user: User | null): void;
  setContext(attributes: Attributes): void;
  state(subject: string, to: string): void;
  event(name: string, attributes?: Attributes): void;
  error(error: unknown): void;
  keep(): void;
  stop(how: Ending): void;
}

/** `leave`: what is queued is sent; `drop`: it is not. */
type Ending = 'leave' | 'drop';

interface RunParts {
  /** Its origin is where the intake is. */
  options: Options;
  load: Load;
  guard: Guard;
  /** Of the browser, and of this tab. */
  local: Storage;
  tabStorage: Storage;
  policy: PagePolicy;
}

/** A page that is still loading after this is given the rest all the same. */
const loadAtLatestMs = 3_000;

/** Puts it together for one page: session and tab, sender and queue, scene and observers, and after load whatever is left. */
export function startRun(parts: RunParts): Run {
  const { guard, local, policy, load, tabStorage, options } = parts;
  let stopped: boolean | undefined;
  // What a page says once all was erased brings nothing of it back.
  const kept: Storage = { ...local, set: (...given) => stopped || local.set(...given) };
  const session = createSession(kept, { ...options, shares: () => policy.known });
  const tab = openTab(tabStorage, local);
  const leftBefore = tabStorage.get(seenName);
  const typedBefore = frameElement || leftBefore?.includes(leftWord);
  // Into a page that has long been there somebody may have typed as well.
  const known = createNotedTexts(isLoaded() || typedBefore);
  const scene = createScene({ known, guard, origin: options.origin, say });
  const waiting = createWaiting(guard, scene.after);
  const last = createLast(local, options.key);
  const means: Means = { pack: async (text) => text, keep: () => undefined, remove: () => undefined };
  const sender = createSender({
    ...options,
    fetch: native(window, 'fetch'),
    means,
    last,
    guard,
    after: scene.after,
    gather(replay) {
      if (replay) later?.cut?.();
      queue.cut();
    },
    skewMs: () => session.state.skewMs,
    onAnswer({ watched, skewMs }, lost) {
      session.clockIsOff(skewMs);
      later?.watch(!!watched, lost);
    },
    onRefused: end,
  });
  const queue = createRecordQueue({ options, session, tab, sender });
  const said = createSaid(scene, session, options);
  let later: Later | undefined;
  /** The page was left; it may come back from the back-forward cache. */
  let gone: boolean | undefined;
  let left: boolean | undefined;
  /** The session is new, and that is not said yet. */
  let opens: boolean | undefined;

  function say(record: WireRecord): void {
    if (stopped || !session.alive() || !session.state.sampled) return;
    const text = toJson(record);
    const add = (means?: Later): void => {
      const tell = (part: string): string => (means && !known.isData(part.slice(1)) ? part : '/{token}');
      queue.add(text.replace(/(?<="(\/[^"]*)?)\/[^/#{"]+/g, tell));
    };
    // Which words those were, only the means tell: until then no path is told.
    if (typedBefore) waiting.use(add, add);
    else queue.add(text);
    if (left) queueMicrotask(guard.wrap(handOver));
  }

  function signOfLife(): void {
    const found = session.touch(() => {
      later?.leave();
      queue.cut();
    });
    if (found === 'same') return;
    if (found === 'new') sayOpened();
    observed?.views.restart();
    said.repeat();
    later?.restart();
  }

  /** Not at once: the size of the window has the browser lay the page out, which it is about to do anyway. */
  function openSoon(): void {
    opens = true;
    scene.after(0, open);
  }

  function open(): void {
    if (opens) sayOpened();
    opens = false;
  }

  function sayOpened(): void {
    // A picture of that name would stand in its place.
    const referrer = document.referrer.split?.('/')[2];
    const { replay, startedAt } = session.state;
    scene.say({
      kind: 'session',
      at: startedAt,
      userAgent: navigator.userAgent.slice(0, 512),
      viewport: { width: innerWidth, height: innerHeight },
      screen: { width: screen.width, height: screen.height, pixelRatio: devicePixelRatio },
      language: navigator.language,
      timeZone: timeZone(),
      referrerHost: referrer === location.host ? undefined : referrer,
      entryPath: routeOf(location, known),
      replay,
    });
  }

  function leave(): void {
    open();
    waiting.leave();
    later?.leave();
    if (!left) observed?.views.leave();
    left = true;
    handOver();
  }

  function handOver(): void {
    waiting.leave();
    queue.cut();
    sender.leave();
    if (gone) {
      session.leave();
      tab.leave();
    }
  }

  function stop(how: Ending): void {
    if (stopped) return;
    if (how === 'leave') leave();
    else sender.stop();
    stopped = true;
    later?.stop();
    scene.stop();
    known.clear();
  }

  /** Nothing is left of this visit, or where recording is off that there is to be none. */
  function end(off?: boolean): void {
    stop('drop');
    eraseStored(local, tabStorage, options.key);
    if (off) policy.switchedOff();
  }

  /** Hears what the project wants, and keeps to it. */
  function heed(): void {
    const keepTo = guard.wrap((told: Policy | undefined) => {
      if (!told || stopped) return;
      if (told.off) return end(true);
      session.decide(told);
      if (!session.state.sampled) stop('drop');
      else if (!observed) {
        openSoon();
        watch();
      }
    });
    void policy.ask().then(keepTo);
  }

  function loadLater(): void {
    heed();
    load('later')
      .catch(() => undefined)
      .then(
        guard.wrap((start?: StartLater) => {
          if (stopped) return;
          // What recognises those words reads it now, and a page may have emptied the storage as it began.
          if (leftBefore && !tabStorage.get(seenName)) tabStorage.set(seenName, leftBefore);
          later =
            start &&
            guard.run(start, {
              ...parts,
              scene,
              known,
              session,
              tab,
              sender,
              means,
              blocked: end,
            });
          waiting.arrive(later);
        }),
      );
  }

  function watch(): void {
    scene.listen('pageshow', () => {
      gone = left = false;
    });
    for (const type of ['pointerdown', 'keydown', 'scroll']) scene.listen(type, signOfLife);
    observed = observeFirst(scene, waiting);
    const hiddenOrShown = (): void => {
      // A page that goes is out of sight as well: it has been left then.
      if (document.hidden) gone || leave();
      else {
        left = false;
        signOfLife();
      }
    };
    scene.listen('visibilitychange', hiddenOrShown, 'late');
    scene.listen(
      'pagehide',
      () => {
        gone = true;
        leave();
      },
      'late',
    );
    scene.listen('online', sender.resend);
    last.take().forEach(sender.send);
    whenLoaded(scene, loadLater, scene.now() + loadAtLatestMs);
  }

  let observed: ReturnType<typeof observeFirst> | undefined;
  if (session.touch(() => undefined) === 'new') openSoon();
  if (session.state.sampled) watch();
  // What this browser remembers leaves this session out, and the project may want it by now; or it remembers nothing, and should not send
  // much of what the project does not want. Else it is asked once the page has loaded.
  if (session.undecided() && !(session.state.sampled && policy.heard)) heed();

  return {
    ...said,
    error: (error) => observed?.thrown(error, 'manual', true),
    keep() {
      session.keep();
      later?.keep();
    },
    stop,
  };
}

/** `Intl` reads its tables the first time it is asked, which takes some ten milliseconds. */
function timeZone(): string {
  const page = globalThis as { Temporal?: { Now: { timeZoneId(): string } } };
  return page.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
