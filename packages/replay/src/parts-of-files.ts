import { drawingIn } from '@sightglass/segment';
import type { ReplayEvent } from '@sightglass/wire';

/**
 * Parts of drawings in other files (`<use href="icons.svg#star">`), where the file was kept. Browsers take no `data:` there, so each has an
 * address of the stage's own, and the browser shows its part as it did: in the colours of what it stands in, and by the file's own styles.
 */
export interface PartsOfFiles {
  built(node: Node): void;
  /** Notes what an event brings or may change; true for one that is for nobody else. */
  take(event: ReplayEvent): boolean;
  /** Shows what was taken. */
  settle(): void;
  /** Lets go of what is shown. */
  stop(): void;
}

/**
 * What asks for anything, or may. The stage's policy would keep it from that, and no script runs in such a file; but nothing of it is needed for
 * a drawing either.
 */
const asks =
  /\0|\\|<!(?!DOCTYPE[^<>[\]]*>)|<\?|1999\/xhtml|<(?:[^\s<>/:]*:)?(?:script|foreignObject|image|feImage|iframe|object|embed|a)\b|\son\w+\s*=|@import|image-set\(|\battributeName\s*=\s*["']?[^"'>]*(?:href|src|style|\bon)|(?:url|src)\((?!\s*["']?#)|\b(?:href|src|base)\s*=(?!\s*["']#)/i;

/** What no browser shows, or reads as what it holds; how a file begins, which says nothing of it. */
const aside = /^\ufeff?<\?xml\s[^<>]*\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>/g;
const letter = /&(?:#x([\da-f]+)|#(\d+)|quot|apos);/gi;

const lettered = (text: string): string =>
  text.replace(letter, (_, hex?: string, digits?: string) =>
    // Which of the quotes it is says nothing.
    hex || digits ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(digits)) : "'",
  );

/** As it is read: in one piece, and each letter as itself. */
const read = (drawing: string): string => lettered(drawing.replace(aside, (_, text = '') => text));

const tags = /<(\/?)([^\s<>/]+)((?:[^<>"'/]|"[^"]*"|'[^']*')*)(\/?)>/g;
const attributes = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** What one part may show of others, and these of others. */
const mostShown = 1_000;

/** Chromium builds a part that shows itself without end, and one that doubles twenty times a million times: nothing else would be shown. */
function isEndless(drawing: string): boolean {
  const shows = new Map<string, string[]>();
  const holders: string[] = [];
  for (const [, end, name, said = '', alone] of drawing.replace(aside, '').matchAll(tags)) {
    if (end) holders.pop();
    else {
      const about = new Map([...said.matchAll(attributes)].map(([, key, a, b]) => [key, lettered(a ?? b ?? '')]));
      holders.push(about.get('id') ?? '');
      const shown = [...about].find(([key]) => /^(.*:)?href$/.test(key ?? ''))?.[1];
      if (shown && /(^|:)use$/.test(name ?? ''))
        for (const holder of new Set(holders)) {
          const within = shows.get(holder) ?? [];
          within.push(shown.slice(1));
          shows.set(holder, within);
        }
      if (alone) holders.pop();
    }
  }
  const counts = new Map<string, number>();
  const count = (part: string): number => {
    const known = counts.get(part);
    if (known !== undefined) return known;
    counts.set(part, Number.POSITIVE_INFINITY);
    const all = (shows.get(part) ?? []).reduce((sum, shown) => sum + 1 + count(shown), 0);
    counts.set(part, all);
    return all;
  };
  shows.delete('');
  return [...shows.keys()].some((part) => count(part) > mostShown);
}

const kept = /^data:image\/svg\+xml;base64,([\w+/]+=*)$/;

/** @returns the file, where a drawing is all that it is. */
export function harmlessDrawing(data: string): Uint8Array<ArrayBuffer> | undefined {
  const [, base64] = kept.exec(data) ?? [];
  if (base64 === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    // In another encoding its words would not be seen.
    const drawing = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return asks.test(read(drawing)) || isEndless(drawing) ? undefined : bytes;
  } catch {
    return undefined;
  }
}

export function createPartsOfFiles(): PartsOfFiles {
  const users = new Set<Element>();
  /** By their address in the recording. Most are pictures, and nobody asks for a part of them. */
  const drawings = new Map<string, string>();
  /** Of drawings of which a part was asked for; undefined: it is not to be shown. */
  const addresses = new Map<string, string | undefined>();
  let isChanged = false;

  function addressOf(drawing: string): string | undefined {
    if (!addresses.has(drawing)) {
      const bytes = harmlessDrawing(drawing);
      const made = bytes && URL.createObjectURL(new Blob([bytes], { type: 'image/svg+xml;charset=utf-8' }));
      addresses.set(drawing, made);
    }
    return addresses.get(drawing);
  }

  function show(user: Element): void {
    const told = user.getAttribute('sg_href') ?? '';
    const end = told.lastIndexOf('#');
    // Before 29 November 2026 a single sign parted them.
    const drawing = drawings.get(told.slice(0, Math.max(end, 0)).replace(/#$/, ''));
    const address = drawing && addressOf(drawing);
    const shown = user.getAttribute('href');
    const wanted = address && address + told.slice(end);
    // Whatever is set is built anew, and a page may show hundreds.
    if (wanted === shown) return;
    if (wanted) user.setAttribute('href', wanted);
    else if (shown?.startsWith('blob:')) user.removeAttribute('href');
  }

  return {
    built(node) {
      if (node.nodeName !== 'use') return;
      users.add(node as Element);
      isChanged = true;
    },
    take(event) {
      const drawing = drawingIn(event);
      if (drawing) drawings.set(drawing.address, drawing.data);
      isChanged ||= users.size > 0;
      return drawing !== undefined;
    },
    settle() {
      if (!isChanged) return;
      isChanged = false;
      for (const user of users) {
        if (user.isConnected) show(user);
        else users.delete(user);
      }
    },
    stop() {
      for (const address of addresses.values()) if (address) URL.revokeObjectURL(address);
      addresses.clear();
    },
  };
}
