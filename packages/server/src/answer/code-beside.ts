import { type AboutSpecification, type Steps, specifyInSteps, specifyWithCodeInSteps } from '@sightglass/specify';
import type { Catalog } from '@sightglass/store';
import type { Fact, Specification } from '@sightglass/wire';
import type { CodeOfRelease, ReleaseCode } from '../releases/index.ts';

/** The code of a release as far as it is known; `undefined`: none was uploaded. */
export type CodeBeside = (Exclude<CodeOfRelease, { state: 'none' }> & { release: string }) | undefined;

/** Files that are named as not read in full. */
const mostNamed = 20;
/** Who waits for code to be read does so no longer: a door is not held open for minutes. */
const mostWaitMs = 25_000;

/**
 * The code of the release that is asked about; of several releases that of the newest whose code was uploaded.
 *
 * @param release - Empty: whatever sessions showed.
 * @param seen - Releases that the sessions are of; empty: any.
 * @param waits - Whether to wait until it is read, as long as that is bearable.
 */
export async function findCode(
  catalog: Pick<Catalog, 'releases'>,
  codeOf: ReleaseCode['codeOf'],
  project: string,
  release: string,
  seen: readonly string[],
  waits: boolean,
): Promise<CodeBeside> {
  const name = release || (await newest(catalog, project, seen));
  if (name === undefined) return undefined;
  const code = await codeOf(project, name);
  const known = waits && code.state === 'reading' ? await withinWait(code) : code;
  return known.state === 'none' ? undefined : { ...known, release: name };
}

async function newest(
  catalog: Pick<Catalog, 'releases'>,
  project: string,
  seen: readonly string[],
): Promise<string | undefined> {
  const uploaded = (await catalog.releases.list(project)).filter(({ finishedAt }) => finishedAt !== null);
  const told = uploaded.filter(({ release }) => seen.length === 0 || seen.includes(release));
  return told[0]?.release;
}

async function withinWait(reading: CodeOfRelease & { state: 'reading' }): Promise<CodeOfRelease> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CodeOfRelease>((resolve) => {
    timer = setTimeout(() => resolve(reading), mostWaitMs).unref();
  });
  return Promise.race([reading.done, late]).finally(() => clearTimeout(timer));
}

/** The specification from sessions, and from code where it is read; where it is not, it says so. */
export function* besideCode(facts: readonly Fact[], about: AboutSpecification, code: CodeBeside): Steps<Specification> {
  if (code?.state === 'read') {
    const { points } = code.inspection.specification;
    const whyNot = new Map(points.map(({ point, reason }) => [point, reason]));
    const statements = points.flatMap((point) => point.statements);
    const specification = yield* specifyWithCodeInSteps(facts, about, statements, code.release, whyNot);
    const notWhole = code.inspection.problems.slice(0, mostNamed).map(({ file, message }) => ({ file, message }));
    return notWhole.length === 0 ? specification : { ...specification, code: { ...specification.code, notWhole } };
  }
  const specification = yield* specifyInSteps(facts, about);
  if (code === undefined) return specification;
  const { release, state } = code;
  const reason = code.state === 'refused' ? code.reason : null;
  const share = code.state === 'reading' ? { share: code.share } : {};
  return { ...specification, code: { release, state, reason, ...share, findings: [] } };
}
