import { z } from 'zod';
import { specification } from '../statement.ts';
import { about, endpoint, inProject } from './endpoint.ts';

export const getSpecification = endpoint({
  name: 'getSpecification',
  summary: 'The specification in nine points. `markdown` answers as text/markdown',
  path: '/api/v1/projects/:project/spec',
  access: 'viewer',
  params: inProject,
  query: about.extend({ format: z.enum(['json', 'markdown']).default('json') }),
  answer: specification,
});
