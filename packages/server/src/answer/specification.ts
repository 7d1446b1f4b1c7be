import { basisFacts, type KeptFacts, observedFacts, sharedVisitors } from '@sightglass/measure';
import { diffSpecifications, specify } from '@sightglass/specify';
import type { Catalog, Columns } from '@sightglass/store';
import { type About, type Project, SightglassError, type Specification } from '@sightglass/wire';
import { exported } from './exported.ts';
import type { Handlers } from './handlers.ts';
import { reviewed } from './reviewed.ts';

type Names = 'getSpecification' | 'diffSpecification' | 'listReviews' | 'reviewStatement' | 'dropReview';

/** The nine points: what sessions show as `measure` adds it up, statements as `specify` reads them, and what people made of these. */
export function answerSpecification(catalog: Catalog, columns: Columns, now: () => number): Pick<Handlers, Names> {
  const kept: KeptFacts = new Map();

  async function projectOf(id: string): Promise<Project> {
    const project = await catalog.projects.find(id);
    if (project === undefined) throw new SightglassError('not_found');
    return project;
  }

  async function specificationOf({ id, name }: Project, about: About): Promise<Specification> {
    const { from, until, environment, release } = about;
    const [basis, facts, reviews] = await Promise.all([
      basisFacts(columns, id, about),
      observedFacts(columns, id, about, kept),
      catalog.reviews.of(id),
    ]);
    const specification = specify(facts, {
      project: { id, name },
      span: { from, until },
      environment: environment || null,
      release: release || null,
      basis,
    });
    return reviewed(specification, reviews);
  }

  return {
    async getSpecification({ params, query, origin }) {
      const specification = await specificationOf(await projectOf(params.project), query);
      return query.format === 'json' ? specification : exported(specification, query.format, origin);
    },
    async diffSpecification({ params, query }) {
      const project = await projectOf(params.project);
      const { from, to, environment, since = 0, until = now() } = query;
      const of = (release: string) => specificationOf(project, { from: since, until, environment, release });
      // One after the other: each reads as much as a whole specification does.
      const before = await of(from);
      const after = await of(to);
      const shared = await sharedVisitors(columns, project.id, { from: since, until, environment }, [from, to]);
      return diffSpecifications(before, after, { sharedVisitors: shared });
    },
    async listReviews({ params }) {
      return { reviews: await catalog.reviews.of(params.project) };
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
