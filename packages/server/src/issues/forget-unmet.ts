import { type LeftTrouble, releasesLeft, troubleLeft } from '@sightglass/measure';
import type { Catalog, Columns, KeptFingerprint, KeptIssue } from '@sightglass/store';
import { belongsTo } from './belonging.ts';
import type { Wording } from './read-fingerprints.ts';

export interface ForgetParts {
  catalog: Pick<Catalog, 'issues' | 'releases'>;
  columns: Columns;
}

/** A fingerprint that is left, with the words of a record that is left. */
type Left = KeptFingerprint & { wording: Wording } & Pick<LeftTrouble, 'first' | 'firstRelease'>;

/**
 * Takes out of the catalog what it wrote down of errors and calls of which the engine holds none any more: issues that nothing is left of, and
 * the words, releases and times of those that others met too, which are read again from what is left. An issue about which something was
 * decided stays as that decision, without a word. Goes by what the engine holds and not by whom was erased, so that it may be repeated
 * whoever was killed meanwhile.
 *
 * @param kept - All fingerprints that the catalog knows of the project.
 * @param past - What was recorded before this time went for its age: releases stay, by which it goes what has regressed, and so do lines of a log
 *   that were written since. null: somebody was erased, whom these may name.
 * @returns those that are gone, and those that were read again
 */
export async function forgetUnmet(
  { catalog: { issues, releases }, columns }: ForgetParts,
  project: string,
  kept: readonly KeptFingerprint[],
  past: number | null,
): Promise<{ gone: string[]; reread: KeptFingerprint[] }> {
  const before = await issues.all(project);
  if (kept.length === 0 && before.length === 0) return { gone: [], reread: [] };
  const left = await readLeft(columns, project, kept);
  const isLeft = new Set(left.map(({ fingerprint }) => fingerprint));
  const gone = kept.flatMap(({ fingerprint }) => (isLeft.has(fingerprint) ? [] : [fingerprint]));
  const known = new Map(kept.map((row) => [row.fingerprint, row]));
  const reread = left
    .map(({ wording, first: _, firstRelease: __, ...row }): KeptFingerprint => ({ ...row, message: wording.message }))
    .filter(({ fingerprint, message, release }) => {
      const was = known.get(fingerprint);
      return was?.message !== message || was.release !== release;
    });

  const isNamed =
    past === null ? await findNamed(columns, project, kept, before, await releases.list(project)) : () => true;
  const oldest = left.reduce((least, { first }) => Math.min(least, first), Number.POSITIVE_INFINITY);
  const titles = new Set(left.map(({ wording }) => titleOf(wording)));
  // After the engine, which takes its time: what is decided meanwhile stays, also what is not sorted by it yet.
  await issues.forget(project, (all, hands) => {
    const of = Map.groupBy(left, ({ fingerprint, key }) => belongsTo(fingerprint, key, hands).issue);
    // Who is merged just now may be a part of nothing yet.
    const stays = findStaying(all, new Set([...hands.values(), ...of.keys(), ...left.map(({ issue }) => issue)]));
    const reworded = all.flatMap((issue) => {
      if (!stays.has(issue.id)) return [];
      // What is a part of another one is told by that one's records.
      const told = of.get(issue.id) ?? (issue.mergedInto === null ? [] : of.get(issue.mergedInto)) ?? [];
      const anew = withoutGone(issue, told, of.has(issue.id), oldest, isNamed);
      return isSame(issue, anew) ? [] : [anew];
    });
    return {
      ...{ fingerprints: gone, reread, reworded },
      issues: all.flatMap(({ id }) => (stays.has(id) ? [] : [id])),
      isGone({ at, did, about }) {
        if (did === 'merged') return !titles.has(about) && (past === null || at < past);
        return (did === 'regressed' || did === 'resolved') && !isNamed(about);
      },
    };
  });
  return { gone, reread };
}

async function readLeft(columns: Columns, project: string, kept: readonly KeptFingerprint[]): Promise<Left[]> {
  const met = new Map((await troubleLeft(columns, project)).map((one) => [one.fingerprint, one]));
  return kept.flatMap((row) => {
    const one = met.get(row.fingerprint);
    if (one === undefined) return [];
    const { release, first, firstRelease, kind, type, message, source } = one;
    return [{ ...row, release, first, firstRelease, wording: { kind, type, message, source } }];
  });
}

/** Whether a release may be named: it was uploaded, a session of it is left, or it was never read from a record (a member may name one to come). */
async function findNamed(
  columns: Columns,
  project: string,
  kept: readonly KeptFingerprint[],
  all: readonly KeptIssue[],
  uploaded: readonly { release: string }[],
): Promise<(release: string) => boolean> {
  const read = new Set(kept.map(({ release }) => release));
  for (const { firstRelease, regressedIn } of all) read.add(firstRelease).add(regressedIn ?? '');
  for (const { release } of uploaded) read.delete(release);
  const left = await releasesLeft(columns, project, [...read]);
  return (release) => !read.has(release) || left.has(release) || release === '';
}

/** @param named - Those that something is left of or was sorted into by hand. @returns with them those about which something else was decided, and those that are a part of such a one */
function findStaying(all: readonly KeptIssue[], named: ReadonlySet<string>): ReadonlySet<string> {
  const stays = new Set<string>();
  for (const { id, state, assignee } of all) if (named.has(id) || state !== 'open' || assignee !== null) stays.add(id);
  // Parts of parts: each turn finds one step more.
  for (let size = -1; size !== stays.size; ) {
    size = stays.size;
    for (const { id, mergedInto } of all) if (mergedInto !== null && stays.has(mergedInto)) stays.add(id);
  }
  return stays;
}

/** @param oldest - The first time that anything was met of all that is left: what is told to be older fell out of the time that is kept. */
function withoutGone(
  issue: KeptIssue,
  told: readonly Left[],
  isMet: boolean,
  oldest: number,
  isNamed: (release: string) => boolean,
): KeptIssue {
  const anew = { ...issue };
  const { type, message, place } = issue;
  if (!told.some((one) => one.wording.type === type && one.wording.message === message && one.place === place)) {
    const [example] = isMet ? [...told].sort((one, other) => ownFirst(issue, one) - ownFirst(issue, other)) : [];
    const wording = example?.wording ?? { type: '', message: '', source: '' };
    Object.assign(anew, { ...wording, kind: issue.kind, place: example?.place ?? '' });
  }
  const [first] = [...told].sort((one, other) => one.first - other.first);
  if (isMet && first !== undefined && issue.firstAt >= oldest && issue.firstAt < first.first)
    Object.assign(anew, { firstAt: first.first, firstRelease: first.firstRelease });
  if (!isNamed(anew.firstRelease)) anew.firstRelease = isMet ? (first?.firstRelease ?? '') : '';
  if (!isNamed(issue.resolvedIn ?? '')) anew.resolvedIn = null;
  if (!isNamed(issue.regressedIn ?? '')) anew.regressedIn = null;
  return anew;
}

/** What was merged by hand does not give an issue its title while anything else does. */
const ownFirst = ({ id }: KeptIssue, { key, byHand }: Left): number => (key === id ? 0 : byHand ? 2 : 1);
const titleOf = ({ type, message }: { type: string; message: string }): string => `${type}: ${message}`.slice(0, 200);
const isSame = (one: KeptIssue, other: KeptIssue): boolean => JSON.stringify(one) === JSON.stringify(other);
