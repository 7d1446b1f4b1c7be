import type { EpochMs, WireRecord } from '@sightglass/wire';
import type { KnownTexts } from '../privacy/known.ts';
import type { Guard } from './guard.ts';
import { native } from './native.ts';
import { now } from './now.ts';

type Without<T, Names extends string> = T extends unknown ? MayLack<Omit<T, Names>> : never;
/** What may be missing may be undefined: JSON leaves it out. */
type MayLack<T> = { [Key in keyof T]: object extends Pick<T, Key> ? T[Key] | undefined : T[Key] };
/** A record as an observer says it; when, in which view and on which route is filled in where it is missing. */
export type Draft = Without<WireRecord, 'at' | 'view' | 'route'> & MayLack<Partial<Here>>;

/** When and where something was caught, for what is said of it later. */
export interface Here {
  at: EpochMs;
  view: string;
  route: string;
}

/** When and where something happened, and the action that it is owed to. */
export type When = MayLack<Partial<Here>> & { action?: string | undefined };

/** Where the visitor is right now. Observers read it, and those who know write it. */
export interface Moment {
  view?: string;
  route?: string;
  /** What the person did last; calls and errors soon after are owed to it. */
  action?: { id: string; at: EpochMs };
  /** Counts everything that shows that the page answered: changes, calls, moves, selections. */
  signs: number;
  /** Addresses that the page's policy forbade to call, in this page's memory only. */
  forbidden: Set<string>;
}

/** What follows an action within this span is owed to it. */
const actionSpanMs = 1_000;

/**
 * What every observer is given: a way to say records, and ways to listen that end with the scene and never throw into the page.
 */
export interface Scene {
  moment: Moment;
  known: KnownTexts;
  guard: Guard;
  say(draft: Draft): void;
  /** Hears every record that is said, after it was. */
  hear(listener: (record: Draft) => void): void;
  now(): EpochMs;
  here(): MayLack<Partial<Here>> & { at: EpochMs };
  /** The action to which something is owed that begins now: the last one, when it is not older than a second. */
  owed(): Pick<When, 'action'>;
  /** When something was, by the page's performance clock. */
  at(performanceMs: number): EpochMs;
  /**
   * Of all who listen on the window the browser calls one, which calls the others. Again with the same handler: all are heard where
   * `document.open` has taken the listeners away.
   *
   * @param late - After everybody else who listens there, instead of before.
   * @param target - The window, if left out.
   * @returns what ends it.
   */
  listen<E extends Event>(type: string, handler: (event: E) => void, late?: 'late', target?: EventTarget): () => void;
  /** Calls once after `ms`; the answer cancels. */
  after(ms: number, task: () => void): () => void;
  onStop(undo: () => void): void;
  /** Whether an address is our own intake: never watched. */
  isOurs(url: string): boolean;
  stop(): void;
}

interface SceneParts {
  known: KnownTexts;
  guard: Guard;
  origin: string;
  say(record: WireRecord): void;
}

/** Who is called, and what has the browser call them. */
type Hub = [handlers: Set<EventListener>, begin: () => void];

export function createScene({ say, known, guard, origin }: SceneParts): Scene {
  const moment: Moment = { signs: 0, forbidden: new Set() };
  const listeners: ((record: Draft) => void)[] = [];
  const undos = new Set<() => void>();
  const heard: Record<string, Hub> = {};
  // One for all: by what another SDK puts over it later a listener that stands already would be another one, and hear all twice.
  const add = native(EventTarget.prototype, 'addEventListener');

  function createHub(target: EventTarget, type: string, capture: boolean): Hub {
    const handlers = new Set<EventListener>();
    const call = guard.wrap((event: Event) => {
      for (const one of handlers) guard.run(one, event);
    });
    undos.add(() => target.removeEventListener(type, call, capture));
    return [handlers, () => add.call(target, type, call, capture)];
  }

  const here: Scene['here'] = () => ({ at: now(), view: moment.view, route: moment.route });

  return {
    moment,
    known,
    guard,
    now,
    say(draft) {
      // `Draft` is a record without its common fields, which are put back here.
      say({ ...here(), ...draft } as WireRecord);
      for (const listener of listeners) guard.run(listener, draft);
    },
    hear: (listener) => listeners.push(listener),
    here,
    // Where there was none, no span holds.
    owed: () => ({ action: now() - (moment.action?.at as number) <= actionSpanMs ? moment.action?.id : undefined }),
    at: (performanceMs) => Math.max(0, Math.round(now() - performance.now() + performanceMs)),
    listen(type, handler, late, target = window) {
      // For the browser to call us costs more than what most of us do.
      const kind = type + late;
      heard[kind] ??= createHub(target, type, !late);
      const [handlers, begin] = heard[kind];
      const before = handlers.size;
      handlers.add(handler as EventListener);
      if (!before) begin();
      else if (before === handlers.size) for (const [, again] of Object.values(heard)) again();
      return () => handlers.delete(handler as EventListener);
    },
    after(ms, task) {
      const cancel = (): void => {
        native(window, 'clearTimeout')(timer);
        undos.delete(cancel);
      };
      const timer = native(window, 'setTimeout')(
        guard.wrap(() => {
          cancel();
          task();
        }),
        ms,
      );
      undos.add(cancel);
      return cancel;
    },
    onStop: (undo) => undos.add(undo),
    isOurs: (url) => url.startsWith(`${origin}/v1/`) || url.startsWith(`${origin}/sdk`),
    stop() {
      for (const undo of undos) guard.run(undo);
    },
  };
}
