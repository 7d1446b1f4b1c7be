import type { ErrorRecord } from '@sightglass/wire';
import type { Options } from '../options.ts';
import type { NotedTexts } from '../privacy/noted.ts';
import type { ActionDraft, CallDraft, Caught } from '../scene/caught.ts';
import type { Scene, When } from '../scene/scene.ts';
import type { Means, Sender } from '../send/sender.ts';
import type { PagePolicy } from '../session/policy.ts';
import type { Session } from '../session/session.ts';
import type { Storage } from '../session/storage.ts';
import type { Tab } from '../session/tab.ts';
import type { LoadRecording } from './wanted.ts';

/**
 * What a page does not need to load first: what understands that which was caught at once (messages, bodies, stacks), and every observer
 * whose facts the browser keeps for us or the page still shows (timings, vitals, reports, forms).
 */
export interface Later {
  /** Sees where in the page it is from what a call has just sent. */
  sent(caught: Caught): void;
  /** Adds to a call what its bodies, its query and the browser's timing tell. */
  /** @returns whether it is left out. The part of an earlier version leaves none. */
  understand(call: CallDraft, caught: Caught): unknown;
  thrown(thing: unknown, source: ErrorRecord['source'], handled: boolean, when: When): void;
  notLoaded(element: Element): void;
  logged(level: ConsoleLevel, args: unknown[], when: When): void;
  /** @param before - How many signs of life the page had given when the click began. */
  clicked(action: ActionDraft, event: MouseEvent, element: Element, interactive: boolean, before: number): void;
  /** Whether an element that is no control may be called by the text in it. Not in the part of an earlier version. */
  readonly tellsText?: boolean;
  /** The same screen and a recording from its start, in a new session. */
  restart(): void;
  /** Says what is still open: the page may be about to go. */
  leave(): void;
  /** Ends the piece of replay that is being recorded. Not in the part of an earlier version, which a page may have for some minutes. */
  cut?(): void;
  /** Someone looks at this project live; and what a replay needs may never have arrived. */
  watch(watched: boolean, lost?: number): void;
  /** The page says that its replay is worth keeping. */
  keep(): void;
  stop(): void;
}

export type ConsoleLevel = 'debug' | 'info' | 'log' | 'warn' | 'error' | 'assert';

export interface LaterParts {
  scene: Scene;
  /** The scene's; it is given the means to recognise what it noted. */
  known: NotedTexts;
  session: Session;
  /** Of the browser, and of this tab. */
  local: Storage;
  tabStorage: Storage;
  tab: Tab;
  sender: Sender;
  /** Given better ones: packing, and keeping for the next visit. */
  means: Means;
  options: Options;
  policy: PagePolicy;
  load: LoadRecording;
  /** Our own requests are against the page's policy: there is nothing left to do here. */
  blocked(): void;
}

export type StartLater = (parts: LaterParts) => Later;
