import type { Picture } from './model.ts';

const address = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/=]+)$/;

/** A picture that was drawn, as rrweb tells drawing. The player decodes the bytes; nothing is fetched. */
export function pictureCommands({ width, height, source }: Picture): { type: 0; commands: object[] } {
  const [, type = '', base64 = ''] = address.exec(source) ?? [];
  const blob = { rr_type: 'Blob', data: [{ rr_type: 'ArrayBuffer', base64 }], type };
  return {
    type: 0,
    commands: [
      { property: 'clearRect', args: [0, 0, width, height] },
      { property: 'drawImage', args: [{ rr_type: 'ImageBitmap', args: [blob] }, 0, 0, width, height] },
    ],
  };
}

/** The picture in a recorded event, as an address that says it itself; null where there is none of a kind that we draw. */
export function pictureIn(data: unknown): Picture | null {
  const { commands } = (data ?? {}) as { commands?: { property?: unknown; args?: unknown[] }[] };
  const drawn = Array.isArray(commands) ? commands.find((command) => command?.property === 'drawImage') : undefined;
  const [bitmap, , , width, height] = Array.isArray(drawn?.args) ? drawn.args : [];
  const blob = (bitmap as { args?: { type?: unknown; data?: { base64?: unknown }[] }[] } | null | undefined)?.args?.[0];
  const source = `data:${blob?.type};base64,${blob?.data?.[0]?.base64}`;
  if (!address.test(source) || typeof width !== 'number' || typeof height !== 'number') return null;
  return { width, height, source };
}

export function isPicture(source: unknown): source is string {
  return typeof source === 'string' && address.test(source);
}
