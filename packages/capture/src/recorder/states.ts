import { type Cleaner, masked } from './clean.ts';
import { playingOf } from './gestures.ts';
import { isShown } from './kids.ts';
import { isClosed, isOpen, type Mode, typedInto } from './mode.ts';
import type { RecorderParts } from './recorder.ts';
import type { Shape } from './shapes.ts';
import type { Sheets } from './sheets.ts';

/** What an element has that no attribute says, by the names of `docs/formats/segment.md`. */
export interface States {
  /** Puts all that an element has onto its token. */
  put(element: Element, tag: string, mode: Mode, onto: unknown[]): void;
  /**
   * One of them; null where it has none now, undefined where it says nothing.
   *
   * @param mode - Left out: it has just been opened, or closed, and comes after all others.
   */
  read(element: Element, name: string, mode?: Mode): unknown;
  /** Fields and sheets are looked at now and then: scripts set them without a word. */
  poll(changed: (field: Element, name: string) => void): void;
  /** It was written with something in it, and may be scrolled. */
  box(element: Element, tag: string, mode: Mode, shape: Shape): void;
  /**
   * Nothing is known of any any more.
   *
   * @returns what was open, as it was opened one after the other; those that were closed meanwhile at nothing.
   */
  clear(): Iterable<[element: Element, said: unknown]>;
}

type Said = [name: string, value: unknown];

/** So many of a kind are looked at in one go: a page may have fifty thousand fields. */
const mostLooked = 4_000;

/** `hidden`, `image`, `submit`, `button`, `reset`, `file`. */
const untyped = /^(hi|i|su|b|re|f)/;

/** What a field says by one of its properties; of a box that is undecided, whether it is ticked as well. */
const stand = (field: HTMLInputElement, name = 'checked'): unknown =>
  field.indeterminate ? (field.checked ? 'both' : 'mixed') : (field as unknown as Record<string, unknown>)[name];

export function createStates(
  parts: RecorderParts,
  sheets: Sheets,
  clean: Cleaner,
  scrolled: (box: Element) => void,
): States {
  /** By the name of a state: fields that were written, and what was open, with what was said of them. An element may have several. */
  let fields: Record<string, Map<Element, unknown>> = {};

  function field(element: Element, tag: string, mode: Mode): Said | undefined {
    if (tag === 'option') return isClosed(mode) ? undefined : [':selected', (element as HTMLOptionElement).selected];
    const { type } = element as HTMLInputElement;
    if (!typedInto.test(tag) || untyped.test(type)) return undefined;
    if (!/^(checkbox|radio)/.test(type)) return [':value', value(element as HTMLInputElement, mode)];
    return isClosed(mode) ? undefined : [':checked', stand(element as HTMLInputElement)];
  }

  function keep(element: Element, name: string, said: unknown): void {
    fields[name] ??= new Map();
    fields[name].set(element, said);
  }

  const drop = (element: Element, name: string, _?: unknown): unknown => fields[name]?.delete(element);

  function value(element: HTMLInputElement | HTMLTextAreaElement, mode: Mode): string {
    const said = element.value;
    // A copy of a secret field may look like any other.
    const shows = isOpen(mode) && !parts.isSecret(element) && parts.hideTyped(said, 'secret') === said;
    return shows ? said : said && masked;
  }

  /** What a picture's box goes by where nothing else says its size; null before it has come. */
  function natural(
    { naturalWidth, naturalHeight, currentSrc, src }: HTMLImageElement,
    mode: Mode,
  ): (number | string)[] | null {
    if (!naturalWidth) return null;
    // Where it was chosen among several, which one.
    return [naturalWidth, naturalHeight].concat(currentSrc === src ? [] : (clean.shown(currentSrc, mode) as never));
  }

  /** `:open`, or `:on`, its custom states: no other way leads from an element to those. */
  function own(element: Element, name: string): string | null {
    try {
      if (name === ':on') return [...clean.asked].filter((one) => element.matches(one)).join(' ');
      // In this order: a dialog may be a popover that is open and say `open` as well, and what is on the full screen is modal to a style sheet.
      if (element.matches(':is(:popover-open)')) return 'popover';
      if (element.matches(':is(:fullscreen)')) return 'full';
      return element.matches(':modal[open]') ? 'modal' : element.matches('dialog[open]') ? 'dialog' : null;
    } catch {
      // A browser that knows no popovers, or no states, shows none.
      return null;
    }
  }

  return {
    put(element, tag, mode, onto) {
      const say = (name: string, value: unknown): void => {
        if (value) onto.push(name, value);
      };
      const said = field(element, tag, mode);
      if (said) {
        keep(element, ...said);
        if (!isClosed(mode) && tag[0] !== 'o') keep(element, ':on', '');
        // What every field is at first needs no word.
        say(...said);
      }
      if (/^(link|style)$/.test(tag)) say(':css', sheets.css(element));
      if (tag === 'img') say(':natural', natural(element as HTMLImageElement, mode));
      if (/^(video|audio)$/.test(tag))
        say(':media', [(element as HTMLMediaElement).paused, ...playingOf(element as HTMLMediaElement)]);
      const open = own(element, ':open');
      if (open) keep(element, ':open', open);
      say(':open', open);
    },
    box(element, tag, mode, shape) {
      if (tag.includes('-')) (isClosed(mode) ? drop : keep)(element, ':on', '');
      // To be asked for its place costs more than all else that is asked of a box, and thousands are alike.
      shape.flat ??= lines.test(tag) || isFlat(shape, element);
      if (!shape.flat) scrolled(element);
    },
    read(element, name, mode) {
      if (mode == null) drop(element, name);
      if (name === ':css') return sheets.css(element);
      if (name === ':natural') return natural(element as HTMLImageElement, mode as Mode);
      // Of an `o` only `:open` and `:on` begin.
      const [is, said] =
        name[1] === 'o' ? [name, own(element, name)] : (field(element, element.localName, mode as Mode) ?? []);
      // A field of another type says another thing.
      if (is !== name) drop(element, name);
      // A mask is told once, not with every key.
      else if (name !== ':value' || said !== fields[name]?.get(element)) {
        keep(element, name, said);
        return said;
      }
    },
    poll(changed) {
      sheets.poll();
      for (const [name, all] of Object.entries(fields)) {
        let left = Math.min(all.size, mostLooked);
        for (const [element, before] of all) {
          if (!left--) break;
          // Next time those behind it come first.
          all.delete(element);
          if (isShown(element)) all.set(element, before);
          // States of fields have the names of what says them. What is moved while it is open closes without a word.
          const now = name[1] === 'o' ? own(element, name) : stand(element as HTMLInputElement, name.slice(1));
          // Cheap, and true enough: what is masked changes only between empty and not.
          if (before === masked ? !now : now !== before) changed(element, name);
        }
      }
    },
    clear() {
      const { ':open': open = [] } = fields;
      fields = {};
      return open;
    },
  };
}

/**
 * Of a line of text nobody expects to scroll: what one of these was scrolled to before it was written is not told, what it is scrolled to from
 * then on is.
 */
const lines = /^([abip]|button|label|t[dhr])$/;
/** Of a shape: a class says what becomes of that which has no room, and nothing that only one of them has. */
const byClass = /^(?!.*,(id|style)).*,class,/;

/** What it has no room for is `visible` or goes by `clip`. */
const isFlat = ({ odd }: Shape, element: Element): boolean =>
  !odd && byClass.test(`,${element.getAttributeNames()},`) && /^[vc]/.test(getComputedStyle(element).overflow);
