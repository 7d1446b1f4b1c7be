import { z } from 'zod';
import { epochMs } from '../ids.ts';
import { specificationDiff } from '../specification-diff.ts';
import { review, reviewStates, specification, statement } from '../statement/index.ts';
import { about, endpoint, inProject } from './endpoint.ts';

/** `json-schema`: of entities. `mermaid`: screens and states as diagrams. `xstate`: a module of machines. `playwright`: a module of tests. */
export const specificationFormats = [
  'json',
  'markdown',
  'openapi',
  'json-schema',
  'mermaid',
  'xstate',
  'playwright',
] as const;
export type SpecificationFormat = (typeof specificationFormats)[number];

export const getSpecification = endpoint({
  name: 'getSpecification',
  summary: 'The specification in nine points; in a format other than `json`, the file of that format',
  path: '/api/v1/projects/:project/spec',
  access: 'viewer',
  params: inProject,
  query: about.extend({
    // By its name in one word too, under which it was first known.
    format: z
      .enum([...specificationFormats, 'jsonschema'])
      .default('json')
      .transform((format) => (format === 'jsonschema' ? 'json-schema' : format)),
    /** Of `markdown`: `none` leaves out counts and evidence, so that two writings differ where the application does. */
    ground: z.enum(['full', 'none']).default('full'),
  }),
  answer: specification,
  files: ['text/markdown', 'application/vnd.oai.openapi+json', 'application/schema+json', 'text/plain'],
});

/** A statement's key; it holds slashes and spaces, so it stands in the query. */
const ofStatement = z.object({ key: z.string().min(1).max(2_048) });
export const statementReview = review.omit({ inferred: true, changed: true }).extend({ key: z.string() });
export type StatementReview = z.infer<typeof statementReview>;

export const listedReview = statementReview.extend({
  /** The sentence that was inferred when that was said; absent where it was not kept. */
  before: z.string().optional(),
  /** The statement as it is inferred now, with its evidence, and what of it is otherwise than before: what was said may no longer be so. */
  since: z.object({ changed: z.array(z.string()).min(1), statement }).optional(),
});
export type ListedReview = z.infer<typeof listedReview>;

export const listReviews = endpoint({
  name: 'listReviews',
  summary:
    'What people made of statements, hidden ones included, and what is inferred otherwise since; newest first, at most 5,000',
  path: '/api/v1/projects/:project/spec/reviews',
  access: 'viewer',
  params: inProject,
  query: about,
  answer: z.object({ reviews: z.array(listedReview) }),
});
export const reviewStatement = endpoint({
  name: 'reviewStatement',
  summary: 'Confirm a statement, correct its sentence, rename what it speaks of, or hide it; the last word counts',
  method: 'PUT',
  path: '/api/v1/projects/:project/spec/review',
  access: 'member',
  params: inProject,
  query: ofStatement,
  body: z
    .object({
      state: z.enum(reviewStates),
      text: z.string().trim().min(1).max(500).optional(),
      /** The statement as it was inferred, so that it can be told when something else is inferred later. */
      inferred: statement.optional(),
    })
    .refine(({ state, text }) => (text !== undefined) === (state === 'corrected' || state === 'renamed'), {
      path: ['text'],
      message: 'a correction and a name need a text, the others take none',
    }),
  answer: statementReview,
});
export const dropReview = endpoint({
  name: 'dropReview',
  summary: 'Take back what people made of a statement: it reads as inferred again',
  method: 'DELETE',
  path: '/api/v1/projects/:project/spec/review',
  access: 'member',
  params: inProject,
  query: ofStatement,
  answer: z.object({ done: z.literal(true) }),
});

export const diffSpecification = endpoint({
  name: 'diffSpecification',
  summary: 'What changed from one release to another: breaking changes first',
  path: '/api/v1/projects/:project/spec/diff',
  access: 'viewer',
  params: inProject,
  query: z.object({
    /** Releases. */
    from: z.string().min(1).max(256),
    to: z.string().min(1).max(256),
    environment: z.string().max(256).default(''),
    /** Sessions that began in this span; everything that is kept, unless said. */
    since: z.coerce.number().pipe(epochMs).optional(),
    until: z.coerce.number().pipe(epochMs).optional(),
  }),
  answer: specificationDiff,
});
