import { type CodeReading, type ReleaseSummary, releaseFileKindOf } from '@sightglass/wire';
import { type Tone, writeExactly } from '../../../ui/index.ts';
import type { Chosen, Failing, Upload } from './upload-run.ts';

/** How many scripts have a map; what is missing is told. */
/** @returns `title`: all of it, in one sentence or more; `why`: what is to be done about, by map. */
export function sayMaps({ scripts, mapped, strayMaps, unfitMaps, waiting }: ReleaseSummary): {
  tone: Tone;
  text: string;
  title: string;
  why: string[];
} {
  const stray =
    strayMaps === 0
      ? ''
      : strayMaps === 1
        ? ' 1 map belongs to no script: it is of another build.'
        : ` ${writeExactly(strayMaps)} maps belong to no script: they are of another build.`;
  const why = [
    ...unfitMaps.map(({ script, map, why }) => `${map} is not used for ${script}. ${why}`),
    ...(strayMaps === 0 ? [] : [stray.trim()]),
  ];
  if (scripts === 0)
    return {
      tone: 'warning',
      text: 'no script',
      title: `${writeExactly(waiting)} files wait for the end of their upload.`,
      why: [],
    };
  if (mapped === scripts)
    return {
      tone: strayMaps > 0 ? 'warning' : 'good',
      text: `${writeExactly(mapped)} of ${writeExactly(scripts)}`,
      title: `Every script has its map.${stray}`,
      why,
    };
  const missing = `${writeExactly(scripts - mapped)} of ${writeExactly(scripts)} scripts have no map: their errors stay minified.`;
  return { tone: 'warning', text: `${writeExactly(mapped)} of ${writeExactly(scripts)}`, title: missing + stray, why };
}

/** What of an upload is of no use, and why, a sentence or two each. */
export function troublesOf(release: ReleaseSummary): string[] {
  const { state, reason, problems } = release.code;
  const unread = state === 'refused' && reason ? [`Its code could not be read. ${reason}`] : [];
  return [...sayMaps(release).why, ...unread, ...problems.map(({ file, message }) => `${file}: ${message}`)];
}

export function sayCode({ state, reason, share = 0, statements, libraries, problems }: CodeReading): {
  text: string;
  title: string;
} {
  if (state === 'reading')
    return {
      text: `being read, ${Math.floor(share * 100)} % …`,
      title: 'This takes some seconds for each megabyte.',
    };
  if (state === 'refused') return { text: 'could not be read', title: reason ?? '' };
  if (state === 'none') return { text: 'not read yet', title: 'It is read when somebody looks at its specification.' };
  const told = `${writeExactly(statements ?? 0)} ${statements === 1 ? 'statement' : 'statements'}, ${writeExactly(libraries ?? 0)} ${libraries === 1 ? 'library' : 'libraries'}`;
  if (problems.length > 0) {
    const files = problems.length === 1 ? '1 file' : `${writeExactly(problems.length)} files`;
    const why = problems.map(({ file, message }) => `${file}: ${message}`).join('\n');
    // What does not fit is cut at the end.
    return { text: `${files} not in full; ${told}`, title: why };
  }
  return { text: told, title: told };
}

/** What became of an upload. */
export function saySent({ files, there }: { files: number; there: number }, release: string, leftOut: number): string {
  const again = there === 0 ? '' : there === files ? ', as before' : `, ${writeExactly(there)} of them as before`;
  const used =
    files === 1
      ? `1 file of ${release} is in use${again}.`
      : `${writeExactly(files)} files of ${release} are in use${again}.`;
  const others = leftOut === 1 ? '1 other was' : `${writeExactly(leftOut)} others were`;
  return leftOut === 0 ? used : `${used} ${others} left out: styles, pictures and the like are not read.`;
}

/** Why an upload came to no end, and what is there of it: nothing of which is used. */
export function sayEnd({ phase, files, failure }: Pick<Upload, 'phase' | 'files' | 'failure'>): Failing {
  const read = files.filter(({ state }) => state === 'read').length;
  const refused = files.filter(({ state }) => state === 'refused').length;
  if (phase === 'held')
    return {
      title: `${writeExactly(refused)} of ${writeExactly(files.length)} files ${refused === 1 ? 'was' : 'were'} refused`,
      help: 'Nothing of this upload is used yet: half an upload never is.',
    };
  const arrived =
    read === 0
      ? 'Nothing of this upload is used.'
      : `Nothing of this upload is used. ${read === 1 ? '1 file has arrived; it waits' : `${writeExactly(read)} files have arrived; they wait`} for a day and ${read === 1 ? 'is' : 'are'} not sent again when you go on.`;
  return { title: failure?.title ?? 'Cancelled', help: failure ? `${failure.help} ${arrived}` : arrived };
}

/**
 * Names below the folder that was dropped or chosen: `dist/assets/app.js` is `assets/app.js` where all lie in `dist`. What is no script,
 * map, page or manifest is left out.
 */
export function usefulOf(chosen: readonly Chosen[]): { files: Chosen[]; leftOut: number } {
  const roots = new Set(chosen.map(({ path }) => path.split('/')[0]));
  const isOneFolder = roots.size === 1 && chosen.every(({ path }) => path.includes('/'));
  const named = chosen.map(({ path, file }) => ({
    path: isOneFolder ? path.slice(path.indexOf('/') + 1) : path,
    file,
  }));
  const files = named.filter(({ path }) => releaseFileKindOf(path) !== undefined && !path.includes('node_modules/'));
  // By name, as one looks for them; folders tell theirs in any order.
  return { files: files.toSorted(byPath), leftOut: chosen.length - files.length };
}

const collator = new Intl.Collator('en', { numeric: true });
const byPath = (one: Chosen, other: Chosen): number => collator.compare(one.path, other.path);
