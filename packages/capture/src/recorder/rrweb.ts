import { record } from '@rrweb/record';
import { cleanEvent } from './clean.ts';
import type { CreateRecorder, Piece } from './recorder.ts';

const pieceMs = 5_000;
const watchedPieceMs = 1_000;
/** The first piece holds the page as it was found: without it nobody can begin to look. */
const firstPieceMs = 300;
const maxPieceChars = 256 * 1024;
const maxEvents = 40_000;
const masked = '•••••';

/** rrweb's `maskInputOptions`, by type and by tag: with the tags nothing is forgotten, whatever its type is or becomes. */
const maskEverything = { input: true, textarea: true, select: true, option: true, password: true, text: true };
const written = '[contenteditable=""],[contenteditable="true"],[contenteditable="plaintext-only"]';

/** Records with rrweb. Every field is masked, by a text of one length; what rrweb leaves open is cleaned event by event. */
export const createRrwebRecorder: CreateRecorder = (parts) => {
  let emit: (piece: Piece) => void = () => undefined;
  let events: string[] = [];
  let chars = 0;
  let from = 0;
  let until = 0;
  let anchor = false;
  let waitMs = firstPieceMs;
  let timer: number | undefined;
  let end: (() => void) | undefined;

  function cut(): void {
    window.clearTimeout(timer);
    timer = undefined;
    if (events.length === 0) return;
    const piece = { from, until, anchor, events: `[${events.join(',')}]` };
    events = [];
    chars = 0;
    anchor = false;
    if (waitMs === firstPieceMs) waitMs = pieceMs;
    emit(piece);
  }

  function add(event: { type: number; timestamp: number; data: unknown }): void {
    const text = parts.toJson(cleanEvent(event, parts, nodeOf));
    // A snapshot begins a piece, so that a player that begins here needs nothing of what was before.
    if (event.type === 4 && !anchor) cut();
    if (events.length === 0) from = until = event.timestamp;
    events.push(text);
    chars += text.length;
    from = Math.min(from, event.timestamp);
    until = Math.max(until, event.timestamp);
    anchor ||= event.type === 2;
    if (chars > maxPieceChars || events.length >= maxEvents) cut();
    else timer ??= window.setTimeout(parts.wrap(cut), waitMs);
  }

  return {
    start(to) {
      emit = to;
      end = record({
        emit: parts.wrap(add),
        maskInputOptions: maskEverything,
        maskInputFn: (text: string, element: HTMLElement) => {
          if (parts.isAllowed(element) && !parts.isSecret(element)) return text;
          return text ? masked : '';
        },
        maskTextSelector: `[data-sightglass="mask"],${written}`,
        maskTextFn: (text: string) => text.replace(/\S/g, '•'),
        blockSelector: '[data-sightglass="block"]',
        slimDOMOptions: 'all',
        inlineStylesheet: true,
        recordCanvas: false,
        sampling: { mousemove: 50, mousemoveCallback: 500, scroll: 100, media: 800 },
        // Errors inside rrweb are counted and stay there.
        errorHandler: (error: unknown) => {
          parts.wrap(() => {
            throw error;
          })();
          return true;
        },
      } as unknown as Parameters<typeof record>[0]);
    },
    cut,
    watch(watched) {
      waitMs = watched ? watchedPieceMs : pieceMs;
      if (watched && timer !== undefined) {
        window.clearTimeout(timer);
        timer = window.setTimeout(parts.wrap(cut), waitMs);
      }
    },
    stop() {
      end?.();
      cut();
    },
  };
};

function nodeOf(id: number): Node | null {
  return record.mirror.getNode(id);
}
