import { type Specification, type Statement, statementKey } from '@sightglass/wire';

/**
 * The specification with the names that members gave wherever the thing is named, so that a renamed entity keeps its fields, a renamed state
 * its transitions, and a renamed role its column. The answer has them at the renamed statement alone, since keys are made of what was inferred.
 */
export function withGivenNames(specification: Specification): Specification {
  const given = new Map<string, string>();
  for (const { statements } of specification.points)
    for (const one of statements)
      if (one.review?.state === 'renamed' && (one.kind === 'entity' || one.kind === 'state' || one.kind === 'role'))
        given.set(one.key, one.name);
  if (given.size === 0) return specification;
  const entity = (name: string): string => given.get(statementKey.entity(name)) ?? name;
  const state = (of: string, name: string): string => given.get(statementKey.state(of, name)) ?? name;
  const role = (name: string): string => given.get(statementKey.role(name)) ?? name;
  const renamed = (one: Statement): Statement => {
    switch (one.kind) {
      case 'field':
        return { ...one, entity: entity(one.entity), ref: one.ref === null ? null : entity(one.ref) };
      case 'state':
        return { ...one, entity: entity(one.entity) };
      case 'transition':
        return {
          ...{ ...one, entity: entity(one.entity), roles: one.roles.map(role) },
          ...{ from: state(one.entity, one.from), to: state(one.entity, one.to) },
        };
      case 'permission':
        return { ...one, role: role(one.role) };
      case 'audience':
        return { ...one, roles: one.roles.map((told) => ({ ...told, name: role(told.name) })) };
      default:
        return one;
    }
  };
  return {
    ...specification,
    points: specification.points.map((point) => ({ ...point, statements: point.statements.map(renamed) })),
  };
}
