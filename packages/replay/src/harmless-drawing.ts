import { drawingUse } from '@sightglass/wire';

export interface HarmlessDrawing {
  drawing: string;
  /** Where false it is a picture alone; a part that is cut out of it may be more. */
  isWhole: boolean;
}

const kept = /^data:image\/svg\+xml;base64,([\w+/]+=*)$/;

/** @returns the file, where it may be shown. */
export function harmlessDrawing(data: string): HarmlessDrawing | undefined {
  const [, base64] = kept.exec(data) ?? [];
  if (base64 === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    // In another encoding its words would not be seen.
    const drawing = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const use = drawingUse(drawing);
    return use === null ? undefined : { drawing, isWhole: use === 'part' };
  } catch {
    return undefined;
  }
}
