import type { Observer } from './collect.ts';
import { whoIsIn } from './who.ts';

/**
 * Roles that attributes name.
 *
 * - `role`, key the name as it was told: `admin`. Labels: `from:user` (`setUser`), `from:context`, `from:answer` (about the signed-in
 *   person), `from:session` (only the session as a whole carries it).
 */
export const roles: Observer = (seen, put) => {
  const { told } = whoIsIn(seen);
  for (const { at, role, from } of told) {
    if (role !== '') put('role', role, { at, quality: 2, note: `signed in as ${role}`, labels: [`from:${from}`] });
  }
  const [first] = seen.records;
  if (told.length === 0 && seen.role !== '' && first !== undefined)
    put('role', seen.role, { at: first.at, note: `signed in as ${seen.role}`, labels: ['from:session'] });
};
