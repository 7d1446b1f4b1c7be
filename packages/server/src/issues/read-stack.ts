import { isSdk, type ReadFrame } from '@sightglass/intake';
import type { MinifiedFrame, OriginalFrame, PrettyFrame, StackFrame } from '@sightglass/wire';

/** Finds frames in the sources of a release: `symbolicate` of the releases. */
export type Symbolicate = (
  project: string,
  release: string,
  frames: readonly MinifiedFrame[],
) => Promise<OriginalFrame[]>;

/** Libraries that are served as they are published: jsDelivr, unpkg and the like, and development servers. */
const libraryPath = /\/node_modules\/(?:\.[\w/-]+\/deps\/)?((?:@[\w.-]+\/)?[\w.-]+)|^\/npm\/((?:@[\w.-]+\/)?[\w.-]+?)@/;
const libraryHost =
  /(?:^|\.)(?:unpkg\.com|jsdelivr\.net|cdnjs\.cloudflare\.com|esm\.sh|skypack\.dev|googletagmanager\.com|google-analytics\.com)$/;

/** A stack with whatever maps tell of it, frame by frame; with the reason where they tell nothing. */
export async function readStack(
  symbolicate: Symbolicate,
  project: string,
  release: string,
  stack: readonly StackFrame[],
): Promise<PrettyFrame[]> {
  if (stack.length === 0) return [];
  const found = await symbolicate(project, release, stack.map(toMinified));
  return stack.map((raw, at) => toPretty(raw, found[at]));
}

function toMinified({ host, file, line, column, function: name, debugId }: StackFrame): MinifiedFrame {
  return {
    file: host === '' ? file : `https://${host}${file}`,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(name === undefined ? {} : { function: name }),
    ...(debugId === undefined ? {} : { debugId }),
  };
}

function toPretty(raw: StackFrame, found: OriginalFrame | undefined): PrettyFrame {
  const own = ownerOfRaw(raw);
  if (found?.found !== true) return { raw, original: null, why: found?.detail ?? '', ...own };
  const { file, line, column, function: name, lines, owner, package: library = '' } = found;
  const original = { file, line, column, function: name, ...(lines === undefined ? {} : { lines }) };
  return { raw, original, why: '', owner: own.owner === 'sdk' ? 'sdk' : owner, package: library };
}

/** Whose a frame is as far as its address says. */
function ownerOfRaw(raw: StackFrame): Pick<PrettyFrame, 'owner' | 'package'> {
  if (isSdk(raw)) return { owner: 'sdk', package: '' };
  if (!raw.file.includes('/')) return { owner: 'browser', package: '' };
  const [, inModules, served] = libraryPath.exec(raw.file) ?? [];
  const library = inModules ?? served;
  if (library !== undefined) return { owner: 'third-party', package: library };
  return { owner: libraryHost.test(raw.host) ? 'third-party' : 'unknown', package: '' };
}

/** What the grouping rule wants to know of frames: those of the SDK and of the browser are nobody's. */
export function toRead(frames: readonly PrettyFrame[]): (ReadFrame | undefined)[] {
  return frames
    .filter(({ owner }) => owner !== 'sdk' && owner !== 'browser')
    .map(({ original, owner }) => {
      if (original === null || owner === 'sdk' || owner === 'browser') return undefined;
      const { file, function: name, line, lines } = original;
      return { file, function: name, owner, text: lines?.text[line - lines.first] ?? '' };
    });
}
