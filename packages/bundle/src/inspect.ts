import { type EpochMs, points, type Specification } from '@sightglass/wire';
import { type BundleFile, type BundleProblem, isDocument } from './face.ts';
import type { ThirdPartyIndex } from './index/format.ts';
import { type LeftOut, leftOutOf } from './left-out.ts';
import { readClosely } from './long/index.ts';
import { oneOfEach } from './long/together.ts';
import { statementsOf } from './points/index.ts';
import { readBundle } from './read.ts';
import { reasonOf } from './reasons.ts';
import { type ThirdParty, thirdPartyOf } from './third-party.ts';

export interface InspectAbout {
  /** What the document is called. */
  name: string;
  release: string;
  at: EpochMs;
}

/** All that the code of one release tells, without a session. */
export interface Inspection {
  specification: Specification;
  thirdParty: ThirdParty[];
  leftOut: LeftOut;
  problems: BundleProblem[];
  /** UTF-16 units of the scripts by whose they are. */
  lengths: Record<'product' | 'third-party' | 'unknown', number>;
}

/** How much of the work is naming libraries, about. */
const shareOfNaming = 0.2;

/** Reads a release and says all that it shows: the nine points with their evidence or why there is none, and its libraries. */
export function inspect(
  files: readonly BundleFile[],
  index: ThirdPartyIndex | undefined,
  about: InspectAbout,
  onShare: (share: number) => void = () => {},
): Inspection {
  const read = readBundle(files, index, (share) => onShare(share * shareOfNaming));
  const { facts, problems } = readClosely(read, (share) => onShare(shareOfNaming + share * (1 - shareOfNaming)));
  const statements = oneOfEach(statementsOf(facts, about));
  const leftOut = leftOutOf(read);
  const lengths = { product: 0, 'third-party': 0, unknown: 0 };
  for (const { start, end, owner } of read.flatMap(({ file, regions }) => (isDocument(file.path) ? [] : regions)))
    lengths[owner.kind] += end - start;
  return {
    specification: {
      v: 1,
      project: { id: '', name: about.name },
      span: { from: about.at, until: about.at },
      environment: null,
      release: about.release,
      basis: { sessions: 0, visitors: 0, releases: [about.release] },
      points: points.map(({ point, title }) => {
        const own = statements.filter((statement) => statement.point === point);
        const shown = own.some(({ tier }) => tier !== 'suspected');
        return {
          point,
          title,
          shown,
          reason: shown ? null : reasonOf(point, leftOut, lengths.product > 0),
          statements: own,
          leftOut: 0,
        };
      }),
    },
    thirdParty: thirdPartyOf(read, index),
    leftOut,
    problems: [...read.flatMap((file) => file.problems), ...problems],
    lengths,
  };
}
