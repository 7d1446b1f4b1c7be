export interface OwnPartFields {
  packSize: number;
}

/** What this release says of a part beside its price and stock. */
export const ownPartFacts = (part: OwnPartFields): [label: string, value: string][] => [
  ['Pack size', `${part.packSize}`],
];
