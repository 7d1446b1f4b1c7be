import { type Specification, statementKey } from '@sightglass/wire';

/** What an entity is called: as a member named it, where one did. Other statements go on to name it as it was inferred. */
export function entityNames(specification: Specification): (entity: string) => string {
  const names = new Map(
    specification.points.flatMap(({ statements }) =>
      statements.flatMap((one) => (one.kind === 'entity' ? [[one.key, one.name] as const] : [])),
    ),
  );
  return (entity) => names.get(statementKey.entity(entity)) ?? entity;
}
