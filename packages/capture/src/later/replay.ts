import { scrubLabel, templatePath } from '@sightglass/privacy';
import type { KnownTexts } from '../privacy/known.ts';
import { placeOf } from '../privacy/path.ts';
import { rememberTyped } from '../privacy/remember-typed.ts';
import type { Recorder } from '../recorder/recorder.ts';
import type { Scene } from '../scene/scene.ts';
import type { Sender } from '../send/sender.ts';
import type { Session } from '../session/session.ts';
import type { Tab } from '../session/tab.ts';
import type { Secrets } from './secrets.ts';
import { createSegments } from './segments.ts';
import type { CreateWanted } from './wanted.ts';

/** The recording of this page, once the page has loaded and is idle, when its session is in the replay sample. */
export interface Replay {
  /** Begins anew in a new session. */
  restart(): void;
  cut(): void;
  /** @param lost - Some of it never arrives. */
  watch(watched: boolean, lost?: number): void;
  stop(): void;
}

interface ReplayParts {
  scene: Scene;
  secrets: Secrets;
  session: Session;
  tab: Tab;
  sender: Sender;
  /** Undefined where this session is not replayed. */
  loadRecorder: () => Promise<CreateWanted | undefined>;
}

export function startReplay({ scene, secrets, session, tab, sender, loadRecorder }: ReplayParts): Replay {
  let create: CreateWanted | undefined;
  let recorder: Recorder | undefined;
  let watched = false;
  let stopped: boolean | undefined;

  async function begin(): Promise<void> {
    if (!session.state.replay || stopped) return;
    // Not wanted, blocked, or the file is gone: the session goes without a replay.
    create ??= await loadRecorder().catch(() => undefined);
    scene.guard.run(record);
  }

  function record(): void {
    if (!create || recorder || stopped || !session.alive()) return;
    const send = createSegments(session.state.id, tab, sender);
    const { known, listen } = scene;
    recorder = create({
      isSecret: secrets.isSecret,
      scrubUrl: (url) => scrubUrl(url, known),
      scrubTitle: (title) => scrubLabel(title, known, 300),
      hideTyped: known.hideTyped,
      nameOf: (element, name) => nameOf(element, name, known),
      typed: (field, now) => rememberTyped(known, field, now ? secrets.isSecret(field) : undefined),
      brought: ({ dataTransfer, clipboardData }: ClipboardEvent & DragEvent) =>
        known.typed((clipboardData ?? dataTransfer)?.getData('text') ?? ''),
      listen,
      wrap: scene.guard.wrap,
    });
    recorder.start((piece) => {
      if (session.alive() && !stopped) send(piece);
    });
    if (watched) recorder.watch(true);
  }

  function end(): void {
    const ended = recorder;
    recorder = undefined;
    if (ended) scene.guard.run(ended.stop);
  }

  void begin();

  return {
    restart() {
      end();
      void begin();
    },
    cut: () => recorder?.cut(),
    watch(now, lost) {
      if (lost) recorder?.lost();
      if (now === watched) return;
      watched = now;
      recorder?.watch(now);
    },
    stop() {
      end();
      stopped = true;
    },
  };
}

/**
 * What a style sheet goes by stays, and so does what the browser knows, since somebody may have typed `summary`. Of an attribute that a text has made
 * nothing is the value.
 */
function nameOf(element: Element, name: string, known: KnownTexts): string {
  const isKnown = name in element || (element.getAttribute(name) ?? !/Unk/.test(element.constructor.name));
  // A word that stands by itself would count as one of a style. A mask is no sign of ASCII.
  return isKnown || (known.hideTyped(`=${name}`, 'odd')[1] as string) < '~' ? name : 'x';
}

/**
 * An address as a replay may hold it: no query, no ids, nothing that was typed; addresses that hold their own data hold none. It stays as it is
 * written, since style sheets go by how one begins (`a[href^="http"]`): without a host, and of whom one writes to or calls by it the kind.
 */
function scrubUrl(url: string, known: KnownTexts): string {
  // A page that was reached by what was typed on the one before names it in its links.
  const { hideTyped } = known;
  // Links of a page are mostly such paths, and to take an address apart costs more than all else that is done to a link.
  if (!/^(\w+:|\/\/)/.test(url))
    return hideTyped(url[0] === '#' ? `#${templatePath(url.slice(1), known)}` : templatePath(url, known, true));
  const place = placeOf(url, known, true);
  if (!place) return hideTyped(/^[a-z]+:/.exec(url)?.[0] ?? 'about:blank');
  // Under its own name a shop has its pictures, and that is what people look for there.
  return `${/^\w*:?/.exec(url)}//${place.host ? hideTyped(place.host) : location.host}${hideTyped(place.path)}`;
}
