import { drawingUse } from '@sightglass/wire';

const kept = /^data:image\/svg\+xml;base64,([\w+/]+=*)$/;

/** @returns the file, where parts of it may be shown by `use`. */
export function harmlessDrawing(data: string): Uint8Array<ArrayBuffer> | undefined {
  const [, base64] = kept.exec(data) ?? [];
  if (base64 === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    // In another encoding its words would not be seen.
    const drawing = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return drawingUse(drawing) === 'part' ? bytes : undefined;
  } catch {
    return undefined;
  }
}
