import type { Visitor } from '../visitor.ts';

/** What is done in each journey, by its id in the plan. A journey throws when it does not see what it must. */
export type Journeys = Record<string, (visitor: Visitor) => Promise<void>>;
