import {
  releasesOfSessions,
  releasesSince,
  type SeenTrouble,
  troubledProjects,
  troubleSince,
} from '@sightglass/measure';
import type { Catalog, Columns, KeptFingerprint, MetRelease } from '@sightglass/store';
import { limits } from '@sightglass/wire';
import { belongsTo, inheritedHand, ofKey } from './belonging.ts';
import { createEngineCopy } from './engine-copy.ts';
import { type IssueGrouping, mostFingerprints, type TellIssue } from './face.ts';
import { forgetUnmet } from './forget-unmet.ts';
import { type ReadFingerprint, readFingerprints } from './read-fingerprints.ts';
import type { Symbolicate } from './read-stack.ts';
import { hasRegressed } from './regress.ts';
import { createTurns } from './turns.ts';

export interface GroupingParts {
  catalog: Pick<Catalog, 'beginnings' | 'issues' | 'releases' | 'wipe'>;
  columns: Columns;
  symbolicate: Symbolicate;
  tell: TellIssue;
  now(): number;
  /** When what was put off is asked for again the first time. */
  soonestMs?: number;
  log: { warn(about: object, message: string): void };
}

interface Known {
  /** The last batch of the digest that was looked at. */
  batch: number;
  /** The last one whose releases were noted. */
  releasesTo: number;
  byFingerprint: Map<string, KeptFingerprint>;
  /** New issues that lists do not show yet: whoever looks is told of them then. */
  untold: Set<string>;
}

/** An error that began before this is not news. */
const newsMs = 10 * 60_000;
/** Lists may be behind by this much; a burst of errors is looked at once. */
const restMs = 300;
/** A map that was put off is asked for again after this, and then at twice the time, up to the latter. */
const soonestMs = 1_000;
const latestMs = 60_000;
const dayMs = 24 * 3_600_000;
/** Between two projects whose days are over: each is a question about all that failed there. */
const apartMs = 1_000;

/**
 * Looks at what was stored, gives each new fingerprint its issue, and notices resolved issues that are there again. What it knows it knows
 * from the catalog and the engine: whatever is killed meanwhile is made good at the next look.
 */
export function startGrouping(parts: GroupingParts): IssueGrouping {
  const { catalog, columns, symbolicate, tell, now, soonestMs: firstTryMs = soonestMs } = parts;
  const { issues } = catalog;
  const copy = createEngineCopy(columns, now);
  const projects = new Map<string, Known>();
  /** The day up to which nothing is kept here of a project. */
  const droppedTo = new Map<string, number>();
  const turns = createTurns(restMs, (err, project) => parts.log.warn({ err, project }, 'issues could not be grouped'));
  /** Before the tables are there nothing can be asked: releases whose maps came meanwhile. */
  let early: [project: string, release: string][] | null = [];

  function begin(): void {
    const came = early ?? [];
    early = null;
    turns.want('', async () => {
      for (const project of await troubledProjects(columns)) turns.want(project, () => look(project));
    });
    for (const [project, release] of came) mapsChanged(project, release);
  }

  function mapsChanged(project: string, release: string): void {
    if (early !== null) {
      early.push([project, release]);
      return;
    }
    turns.alsoWant(project, async () => {
      const known = await know(project);
      // Debug ids and scripts that did not change find their maps in other releases too.
      const own = [...known.byFingerprint.values()].filter((row) => row.release === release || !row.mapped);
      await readAndGroup(project, known, own, []);
    });
  }

  /** Which releases were in use when nobody looked. @returns the newest batch of the digest */
  async function noteReleases(project: string): Promise<number> {
    // Nothing that comes in is older.
    const { met, newest } = await releasesSince(columns, project, 0, now() - limits.maxPastMs - dayMs);
    await meet(project, met);
    const began = await catalog.beginnings.of(project);
    const left = await releasesOfSessions(columns, project);
    await meet(
      project,
      left.filter(({ release }) => began(release) === undefined),
    );
    return newest;
  }

  const meet = (project: string, met: readonly MetRelease[]): Promise<void> =>
    catalog.beginnings.meet(project, met, async () =>
      (await issues.decided(project)).flatMap(({ resolvedIn }) => resolvedIn ?? []),
    );

  async function know(project: string): Promise<Known> {
    const there = projects.get(project);
    if (there !== undefined) return there;
    const rows = await issues.fingerprints(project);
    await copy.complete(project, rows);
    const byFingerprint = new Map(rows.map((row) => [row.fingerprint, row]));
    const known = { batch: 0, releasesTo: await noteReleases(project), byFingerprint, untold: new Set<string>() };
    // A kill may have come between a decision and what follows of it.
    await sort(project, known);
    await readReleasesAgain(project, known);
    projects.set(project, known);
    return known;
  }

  /** Maps that came while nobody looked. */
  async function readReleasesAgain(project: string, known: Known): Promise<void> {
    const uploaded = new Set(
      (await catalog.releases.list(project)).flatMap((one) => (one.finishedAt ? [one.release] : [])),
    );
    const unread = [...known.byFingerprint.values()].filter(({ mapped, release }) => !mapped && uploaded.has(release));
    if (unread.length > 0) await readAndGroup(project, known, unread, []);
  }

  const read = (project: string, some: readonly { fingerprint: string }[]): Promise<ReadFingerprint[]> =>
    readFingerprints(
      columns,
      symbolicate,
      project,
      some.map(({ fingerprint }) => fingerprint),
    );

  async function look(project: string): Promise<void> {
    const known = await know(project);
    const { seen, newest } = await troubleSince(columns, project, known.batch);
    const room = mostFingerprints - known.byFingerprint.size;
    const unknown = [...Map.groupBy(seen, ({ fingerprint }) => fingerprint).values()]
      .flatMap(([first]) => (first === undefined || known.byFingerprint.has(first.fingerprint) ? [] : [first]))
      .slice(0, Math.max(0, room));
    if (unknown.length > 0) await readAndGroup(project, known, unknown, seen);
    // After what failed, so that it is of releases that are noted.
    const releases = await releasesSince(columns, project, known.releasesTo, 0);
    await meet(project, releases.met);
    known.releasesTo = releases.newest;
    await noticeRegressions(project, known, seen);
    known.batch = newest;
  }

  /** What could not be read just now is read in a while, less and less often, until it can be; nobody has to come back for that. */
  function readAgainLater(project: string, known: Known, some: readonly ReadFingerprint[], inMs = firstTryMs): void {
    const putOff = some.filter((one) => one.putOff);
    if (putOff.length === 0) return;
    turns.laterWant(
      project,
      async () => {
        const open = putOff.filter(({ fingerprint }) => known.byFingerprint.get(fingerprint)?.mapped === false);
        const again = await read(project, open);
        await group(project, known, again, []);
        readAgainLater(project, known, again, Math.min(inMs * 2, latestMs));
      },
      inMs,
    );
  }

  /** Reads fingerprints, gives them their issues, and comes back for what was put off. */
  async function readAndGroup(
    project: string,
    known: Known,
    some: readonly { fingerprint: string }[],
    seen: readonly SeenTrouble[],
  ): Promise<void> {
    const told = await read(project, some);
    await group(project, known, told, seen);
    readAgainLater(project, known, told);
  }

  /** Gives fingerprints the issues that they belong to, as the rule and what was decided by hand say. */
  async function group(
    project: string,
    known: Known,
    some: readonly ReadFingerprint[],
    seen: readonly SeenTrouble[],
  ): Promise<void> {
    const hands = new Map(await issues.hands(project));
    const firstOf = new Map<string, SeenTrouble>();
    for (const one of seen) {
      const before = firstOf.get(one.fingerprint);
      if (before === undefined || one.first < before.first) firstOf.set(one.fingerprint, one);
    }
    const rows: KeptFingerprint[] = [];
    const wanted = new Map<string, Parameters<typeof issues.put>[1][number]>();
    const from = new Map<string, Set<string>>();
    for (const one of some) {
      const before = known.byFingerprint.get(one.fingerprint);
      const inherited = before && inheritedHand(before, one.key, hands);
      if (inherited !== undefined) {
        hands.set(ofKey(one.key), inherited);
        await issues.setHands(project, [ofKey(one.key)], inherited);
      }
      const { issue, byHand } = belongsTo(one.fingerprint, one.key, hands);
      const { fingerprint, key, message, place, release, mapped } = one;
      rows.push({ fingerprint, issue, key, message, place, release, mapped, byHand });
      if (before !== undefined && before.issue !== issue)
        from.set(issue, (from.get(issue) ?? new Set()).add(before.issue));
      const first = firstOf.get(fingerprint);
      const told = wanted.get(issue);
      if (told === undefined || (first !== undefined && first.first < told.firstAt))
        wanted.set(issue, {
          ...{ id: issue, kind: one.kind, type: one.type, message, source: one.source, place },
          ...{ firstAt: first?.first ?? now(), firstRelease: first?.release ?? release },
        });
    }
    // What was merged by hand keeps the title of the issue that it was merged into, as long as that has one: its words may have been forgotten.
    const kept = await issues.some(project, [...wanted.keys()]);
    const worded = new Set(kept.flatMap(({ id, type, message }) => (type === '' && message === '' ? [] : [id])));
    const titled = [...wanted.values()].filter(
      ({ id }) => !worded.has(id) || rows.some((row) => row.issue === id && (row.key === id || !row.byHand)),
    );
    const added = await issues.put(project, titled);
    for (const id of added) {
      known.untold.add(id);
      await takeOver(project, id, [...(from.get(id) ?? [])]);
    }
    await issues.putFingerprints(project, rows);
    // Before the engine folds by it: whoever asks meanwhile finds by the links where it was.
    await forwardEmptied(project, [...known.byFingerprint.values()], rows, from);
    await copy.put(
      project,
      rows.filter((row) => row.issue !== row.fingerprint || known.byFingerprint.has(row.fingerprint)),
    );
    for (const row of rows) known.byFingerprint.set(row.fingerprint, row);
    for (const [id, told] of wanted)
      if (known.untold.delete(id) && !from.has(id) && told.firstAt > now() - newsMs)
        say(project, id, 'new', titleOf(told));
    if (from.size > 0) for (const id of from.keys()) say(project, id, 'changed', '');
  }

  /** An issue that comes out of others when more is known keeps what was decided about the first of them. */
  async function takeOver(project: string, id: string, before: readonly string[]): Promise<void> {
    const [first] = (await issues.some(project, before)).sort((one, other) => one.firstAt - other.firstAt);
    if (first === undefined) return;
    if (first.state !== 'open') await issues.setStanding(project, id, first);
    if (first.assignee !== null) await issues.assign(project, id, first.assignee);
  }

  /** Links to an issue that has nothing left lead to where it went. */
  async function forwardEmptied(
    project: string,
    before: readonly KeptFingerprint[],
    rows: readonly KeptFingerprint[],
    from: ReadonlyMap<string, ReadonlySet<string>>,
  ): Promise<void> {
    if (from.size === 0) return;
    const moved = new Set(rows.map(({ fingerprint }) => fingerprint));
    const alive = new Set(
      [...before.filter(({ fingerprint }) => !moved.has(fingerprint)), ...rows].map(({ issue }) => issue),
    );
    for (const [issue, sources] of from)
      for (const source of sources) if (!alive.has(source)) await issues.setMerged(project, source, issue);
  }

  async function noticeRegressions(project: string, known: Known, seen: readonly SeenTrouble[]): Promise<void> {
    const resolved = (await issues.decided(project)).filter(({ state }) => state === 'resolved');
    if (resolved.length === 0) return;
    const byIssue = Map.groupBy(seen, ({ fingerprint }) => known.byFingerprint.get(fingerprint)?.issue ?? fingerprint);
    const met = resolved.filter(({ id }) => byIssue.has(id));
    if (met.length === 0) return;
    const began = await catalog.beginnings.of(project);
    for (const issue of met) {
      const again = byIssue
        .get(issue.id)
        ?.find(({ release, last }) => hasRegressed(issue, { release, at: last }, began));
      if (again === undefined) continue;
      await issues.setStanding(project, issue.id, { state: 'regressed', regressedIn: again.release });
      await issues.note(project, issue.id, { by: '', did: 'regressed', about: again.release });
      say(project, issue.id, 'regressed', titleOf(issue));
    }
  }

  function say(project: string, issue: string, became: 'new' | 'regressed' | 'changed', title: string): void {
    tell(project, { type: 'issue', at: now(), issue, became, title, by: '' });
  }

  /** Gives what is known the issues that were decided by hand. */
  async function sort(project: string, known: Known): Promise<void> {
    const hands = await issues.hands(project);
    const moved = [...known.byFingerprint.values()].flatMap((row) => {
      const to = belongsTo(row.fingerprint, row.key, hands);
      return to.issue === row.issue && to.byHand === row.byHand ? [] : [{ ...row, ...to }];
    });
    await issues.putFingerprints(project, moved);
    await copy.put(project, moved);
    for (const row of moved) known.byFingerprint.set(row.fingerprint, row);
  }

  /** @param past - As `forgetUnmet` has it. */
  async function forget(project: string, past: number | null): Promise<void> {
    const known = await know(project);
    const { gone, reread } = await forgetUnmet(parts, project, [...known.byFingerprint.values()], past);
    for (const fingerprint of gone) known.byFingerprint.delete(fingerprint);
    for (const row of reread) known.byFingerprint.set(row.fingerprint, row);
    await copy.put(
      project,
      gone.map((fingerprint) => ({ fingerprint, issue: fingerprint })),
    );
    await copy.complete(project, [...known.byFingerprint.values()]);
  }

  function dropBefore(project: string | null, before: number): void {
    if (project !== null) dropPast(project, before, 0);
    else
      turns.alsoWant('', async () => {
        for (const [at, one] of (await issues.projects()).entries()) dropPast(one, before, at * apartMs);
      });
  }

  function dropPast(project: string, before: number, inMs: number): void {
    // Told every hour; what is kept goes by whole days.
    const day = Math.floor(before / dayMs);
    if ((droppedTo.get(project) ?? 0) >= day) return;
    droppedTo.set(project, day);
    turns.laterWant(
      project,
      async () => {
        try {
          await forget(project, before);
          await catalog.wipe();
        } catch (err) {
          // It can wait for the next hour, as everybody else who asks the engine cannot.
          droppedTo.delete(project);
          parts.log.warn({ err, project }, 'words of old errors could not be deleted: they are with the next ones');
        }
      },
      inMs,
    );
  }

  return {
    begin,
    stored: (project) => turns.want(project, () => look(project)),
    mapsChanged,
    sortAgain: (project) => turns.untilDone(project, async () => sort(project, await know(project))),
    forget: (project) => turns.untilDone(project, () => forget(project, null)),
    dropBefore,
    async leave(project) {
      await turns.leave(project);
      projects.delete(project);
      droppedTo.delete(project);
    },
    settled: turns.settled,
    stop: turns.stop,
  };
}

const titleOf = ({ type, message }: { type: string; message: string }): string => `${type}: ${message}`.slice(0, 200);
