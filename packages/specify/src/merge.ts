import { countedByVisitor, type Fact, limits, type Observation } from '@sightglass/wire';

/** Candidates for evidence that are kept while merging, before they are spread over visitors and releases. */
const mostCandidates = 24;
/** Releases that one fact names. */
const mostReleases = 100;
const ofVisitors = new RegExp(countedByVisitor);

/**
 * Adds observations up to facts, one for each kind and key. Rows may come in any order and grouping. A row of the same session that is
 * there twice counts once; of two versions of a row, the one that saw more stands.
 */
export function mergeObservations(rows: Iterable<Observation>): Fact[] {
  const things = new Map<string, Map<string, Observation>>();
  for (const row of rows) {
    const id = `${row.kind}\n${row.key}`;
    const bySession = things.get(id) ?? new Map<string, Observation>();
    things.set(id, bySession);
    const known = bySession.get(row.session);
    bySession.set(row.session, known === undefined ? row : fuller(known, row));
  }
  return [...things]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, bySession]) => toFact([...bySession.values()]) ?? []);
}

/** Total, so that it does not matter which came first. */
function fuller(one: Observation, other: Observation): Observation {
  const weight = (row: Observation) => [row.n + row.against, row.last, row.quality] as const;
  const [mine, others] = [weight(one), weight(other)];
  for (const [index, value] of mine.entries()) {
    const against = others[index] ?? 0;
    if (value !== against) return value > against ? one : other;
  }
  return JSON.stringify(one) >= JSON.stringify(other) ? one : other;
}

function toFact(rows: Observation[]): Fact | undefined {
  const [row] = rows;
  if (row === undefined) return undefined;
  const candidates = candidatesOf(rows);
  const visitorsOf = new Map<string, Set<string>>();
  for (const one of rows) {
    for (const label of Object.keys(one.counts)) {
      if (!ofVisitors.test(label)) continue;
      const seenBy = visitorsOf.get(label) ?? new Set();
      visitorsOf.set(label, seenBy.add(personOf(one)));
    }
  }
  return {
    kind: row.kind,
    key: row.key,
    sessions: rows.length,
    visitors: new Set(rows.map(personOf)).size,
    n: rows.reduce((sum, { n }) => sum + n, 0),
    against: rows.reduce((sum, { against }) => sum + against, 0),
    first: rows.reduce((least, { first }) => Math.min(least, first), row.first),
    last: rows.reduce((most, { last }) => Math.max(most, last), row.last),
    releases: [...new Set(rows.map(({ release }) => release))].filter(Boolean).sort().slice(0, mostReleases),
    roles: addUp(rows.flatMap(({ role }) => (role === '' ? [] : [{ [role]: 1 }]))),
    counts: addUp(rows.map(({ counts }) => counts)),
    visitorsOf: sorted([...visitorsOf].map(([label, seenBy]) => [label, seenBy.size])),
    people: [...new Set(candidates.map(personOf))].sort(),
    sample: spread(candidates),
  };
}

/** A session without a visitor is a visitor of its own. */
const personOf = ({ visitor, session }: Observation): string => (visitor === '' ? `session ${session}` : visitor);

export function addUp(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [label, times] of counts.flatMap(Object.entries<number>)) sums.set(label, (sums.get(label) ?? 0) + times);
  return sorted([...sums]);
}

/** From entries, since a label may be called `__proto__`. */
function sorted(entries: [label: string, value: number][]): Record<string, number> {
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The least of all rows by quality and by a hash of the session: fair, and the same in any order. */
function candidatesOf(rows: Observation[]): Observation[] {
  return rows
    .map((row) => ({ row, hash: hashOf(row.session) }))
    .sort((one, other) => other.row.quality - one.row.quality || one.hash - other.hash || byText(one.row, other.row))
    .slice(0, mostCandidates)
    .map(({ row }) => row);
}

/** Evidence: of the candidates first one for each visitor and release, then a second. */
function spread(candidates: Observation[]): Fact['sample'] {
  const turns = new Map<string, number>();
  return candidates
    .map((row, index) => {
      const whose = `${personOf(row)}\n${row.release}`;
      const turn = turns.get(whose) ?? 0;
      turns.set(whose, turn + 1);
      return { turn, index, row };
    })
    .sort((one, other) => one.turn - other.turn || one.index - other.index)
    .slice(0, limits.maxEvidence)
    .map(({ row: { session, at, release, note } }) => ({ session, at, release, note }));
}

const byText = (one: Observation, other: Observation): number => (one.session < other.session ? -1 : 1);

/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
