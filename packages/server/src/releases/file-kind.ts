import type { KeptReleaseFile, TakenBlob } from '@sightglass/store';
import type { ReleaseFileKind } from '@sightglass/wire';

/** Why the content cannot be what the name says; `undefined` where it can. Maps are read in full later, in a process of their own. */
export function contradiction(kind: ReleaseFileKind, { head, bytes }: TakenBlob): string | undefined {
  if (bytes === 0) return 'It is empty';
  const begins = head.replace(/^\uFEFF/, '').trimStart();
  if (kind === 'script' && /^<(!doctype|html|\?xml)/i.test(begins)) return 'It is a page, not a script';
  if (kind === 'map' && !/^(\)\]\}'?[^\n]*\n)?\s*\{/.test(begins))
    return 'It is no source map: it holds no JSON object';
  return undefined;
}

const debugIdPattern = '[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}';
const inScript = new RegExp(`//[#@] ?debugId=(${debugIdPattern})`, 'gi');
const inMap = new RegExp(`"(?:debugId|debug_id)"\\s*:\\s*"(${debugIdPattern})"`, 'i');

/** What script and map say of each other, as bundlers write it at their ends. */
export function partnersOf(
  kind: ReleaseFileKind,
  { head, tail, hasInlineMap }: TakenBlob,
): Pick<KeptReleaseFile, 'debugId' | 'mapAddress'> {
  if (kind === 'map') return { debugId: canonical((inMap.exec(head) ?? inMap.exec(tail))?.[1]), mapAddress: null };
  if (kind !== 'script') return { debugId: null, mapAddress: null };
  const [debugId] = [...tail.matchAll(inScript)].slice(-1);
  return { debugId: canonical(debugId?.[1]), mapAddress: mapAddressOf(tail, hasInlineMap) };
}

/** Some write it without dashes, some in capitals. */
function canonical(id: string | undefined): string | null {
  const digits = id?.toLowerCase().replaceAll('-', '');
  return digits?.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') ?? null;
}

function mapAddressOf(tail: string, hasInlineMap: boolean): string | null {
  const address = /\/\/[#@] ?sourceMappingURL=(\S+)\s*(\/\/[#@].*\s*)?$/.exec(tail)?.[1];
  if (address !== undefined) return address.startsWith('data:') ? 'data:' : address.slice(0, 2_048);
  // A map within is one long line at the end, whose beginning lies before the tail.
  const isOneLine = /^[\w+/=%.,:;-]+\s*(\/\/[#@] ?debugId=\S+\s*)?$/.test(tail);
  return hasInlineMap && isOneLine ? 'data:' : null;
}
