import { z } from 'zod';

/** The nine points, always in this order and under these names. */
export const points = [
  {
    point: 1,
    slug: 'purpose',
    title: 'Purpose and people',
    shownBy: 'Titles, top journeys and roles of at least two visitors.',
  },
  { point: 2, slug: 'screens', title: 'Screens and routes', shownBy: 'A view of a screen.' },
  { point: 3, slug: 'entities', title: 'Entities and fields', shownBy: 'Calls whose answers carry objects.' },
  { point: 4, slug: 'states', title: 'States and transitions', shownBy: 'An object seen in two states.' },
  { point: 5, slug: 'rules', title: 'Validation rules', shownBy: 'A form with constraints, or a refusal.' },
  {
    point: 6,
    slug: 'roles',
    title: 'Roles and permissions',
    shownBy: 'A role set with `setUser`, and calls allowed or refused to it.',
  },
  { point: 7, slug: 'calls', title: 'Calls', shownBy: 'A fetch or XHR of the application.' },
  { point: 8, slug: 'errors', title: 'Error catalogue', shownBy: 'An answer of 400 and above, or a thrown error.' },
  { point: 9, slug: 'constants', title: 'Constants and limits', shownBy: 'Limits that refuse, page sizes, timers.' },
] as const;
export type PointNumber = (typeof points)[number]['point'];

export const pointNumber = z.number().int().min(1).max(9);
