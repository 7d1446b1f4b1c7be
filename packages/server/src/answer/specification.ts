import { basisFacts, observedFacts } from '@sightglass/measure';
import { specify, toMarkdown } from '@sightglass/specify';
import type { Catalog, Columns } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import { type Handlers, Media } from './handlers.ts';

/** The nine points: what sessions show as `measure` adds it up, statements as `specify` reads them. */
export function answerSpecification(catalog: Catalog, columns: Columns): Pick<Handlers, 'getSpecification'> {
  return {
    async getSpecification({ params, query, origin }) {
      const project = await catalog.projects.find(params.project);
      if (project === undefined) throw new SightglassError('not_found');
      const { from, until, environment, release, format } = query;
      const [basis, facts] = await Promise.all([
        basisFacts(columns, project.id, query),
        observedFacts(columns, project.id, query),
      ]);
      const specification = specify(facts, {
        project: { id: project.id, name: project.name },
        span: { from, until },
        environment: environment || null,
        release: release || null,
        basis,
      });
      if (format === 'json') return specification;
      return new Media('text/markdown; charset=utf-8', toMarkdown(specification, { origin }));
    },
  };
}
