import { basisFacts, type KeptFacts, observedFacts, sharedVisitors } from '@sightglass/measure';
import { diffSpecifications } from '@sightglass/specify';
import type { Catalog, Columns } from '@sightglass/store';
import { type About, type Project, SightglassError, type Specification } from '@sightglass/wire';
import type { ReleaseCode } from '../releases/index.ts';
import { type CodeBeside, findCode } from './code-beside.ts';
import { exported } from './exported.ts';
import type { Handlers } from './handlers.ts';
import { createInference } from './infer.ts';
import { listedReviews, reviewed } from './reviewed.ts';

type Names = 'getSpecification' | 'diffSpecification' | 'listReviews' | 'reviewStatement' | 'dropReview';

/** The nine points: what sessions show as `measure` adds it up, what the release's code says, and what people made of the statements. */
export function answerSpecification(
  catalog: Catalog,
  columns: Columns,
  now: () => number,
  codeOf: ReleaseCode['codeOf'] = async () => ({ state: 'none' }),
): Pick<Handlers, Names> {
  const kept: KeptFacts = new Map();
  const infer = createInference();

  async function projectOf(id: string): Promise<Project> {
    const project = await catalog.projects.find(id);
    if (project === undefined) throw new SightglassError('not_found');
    return project;
  }

  /** With what people made of it. */
  async function specificationOf(...[project, about, code]: Parameters<typeof inferredOf>): Promise<Specification> {
    const [inferred, reviews] = await Promise.all([inferredOf(project, about, code), catalog.reviews.of(project.id)]);
    return reviewed(inferred, reviews);
  }

  /** @param code - Of the release that the answer is about, as far as it is to stand beside the sessions. */
  async function inferredOf(
    { id, name }: Project,
    about: About,
    code: (basis: Specification['basis']) => Promise<CodeBeside>,
  ): Promise<Specification> {
    const { from, until, environment, release } = about;
    const [basis, { facts, leftOut }] = await Promise.all([
      basisFacts(columns, id, about),
      observedFacts(columns, id, about, kept),
    ]);
    const told = {
      project: { id, name },
      span: { from, until },
      environment: environment || null,
      release: release || null,
      basis,
      leftOut,
    };
    const beside = await code(basis);
    const specification = await infer(facts, told, beside);
    if (beside?.state !== 'read' || release !== '' || basis.releases.length < 2) return specification;
    // Whether sessions keep to a release's code is asked of that release's sessions.
    const own = { ...about, release: beside.release };
    const [ownBasis, ownFacts] = await Promise.all([
      basisFacts(columns, id, own),
      observedFacts(columns, id, own, kept),
    ]);
    const { code: found } = await infer(ownFacts.facts, { ...told, release: own.release, basis: ownBasis }, beside);
    return { ...specification, ...(found && { code: found }) };
  }

  return {
    async getSpecification({ params, query, origin }) {
      const project = await projectOf(params.project);
      const isFile = query.format !== 'json';
      const specification = await specificationOf(project, query, async (basis) =>
        // A file is read once, and by machines: it waits for what a screen asks for again.
        findCode(catalog, codeOf, project.id, query.release, basis.releases, isFile),
      );
      return query.format === 'json' ? specification : exported(specification, query.format, origin, query.ground);
    },
    async diffSpecification({ params, query }) {
      const project = await projectOf(params.project);
      const { from, to, environment, since = 0, until = now() } = query;
      const codes = await Promise.all(
        [from, to].map((release) => findCode(catalog, codeOf, project.id, release, [], true)),
      );
      // What only one of the two was read for is no difference between them.
      const isRead = codes.every((code) => code?.state === 'read');
      const of = (release: string, code: CodeBeside) =>
        specificationOf(project, { from: since, until, environment, release }, async () => (isRead ? code : undefined));
      const about = { from: since, until, environment };
      const both = async () => {
        // One after the other: each reads as much as a whole specification does.
        const before = await of(from, codes[0]);
        return [before, await of(to, codes[1])] as const;
      };
      const [[before, after], shared] = await Promise.all([
        both(),
        sharedVisitors(columns, project.id, about, [from, to]),
      ]);
      return diffSpecifications(before, after, { sharedVisitors: shared });
    },
    async listReviews({ params, query }) {
      const project = await projectOf(params.project);
      const said = await catalog.reviews.of(project.id);
      if (said.length === 0) return { reviews: [] };
      const code = (basis: Specification['basis']) =>
        findCode(catalog, codeOf, project.id, query.release, basis.releases, false);
      return { reviews: listedReviews(await inferredOf(project, query, code), said) };
    },
    async reviewStatement({ params, query, body, caller }) {
      return catalog.reviews.put(params.project, query.key, body, caller?.name ?? '');
    },
    async dropReview({ params, query }) {
      await catalog.reviews.drop(params.project, query.key);
      return { done: true };
    },
  };
}
