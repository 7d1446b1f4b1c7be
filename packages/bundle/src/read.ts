import { parseSync } from 'oxc-parser';
import type { BundleFile, Owner, ReadFile, Region } from './face.ts';
import { linesOf } from './lines.ts';

const unknown: Owner = { kind: 'unknown' };

/**
 * Reads the scripts of one release: parses each, tells places, and says which stretch is whose code.
 * Bad input is told in `problems` of the file; nothing throws.
 */
export function readBundle(files: readonly BundleFile[]): ReadFile[] {
  return files.map(readOne);
}

function readOne(file: BundleFile): ReadFile {
  const lines = linesOf(file.text);
  const parsed = parseSync(file.path, file.text, { lang: 'js', sourceType: 'unambiguous' });
  const fault = parsed.errors[0];
  const regions: Region[] = [{ start: 0, end: file.text.length, owner: unknown }];
  return {
    file,
    ast: parsed.program,
    placeOf: (offset) => ({ file: file.path, ...lines.at(offset), offset }),
    sourceOf: () => undefined,
    regions,
    ownerAt: (offset) => ownerAt(regions, offset),
    problems: fault ? [{ code: 'bad_script', file: file.path, message: fault.message }] : [],
  };
}

function ownerAt(regions: readonly Region[], offset: number): Owner {
  let low = 0;
  let high = regions.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((regions[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const region = regions[low];
  return region && offset >= region.start && offset < region.end ? region.owner : unknown;
}
