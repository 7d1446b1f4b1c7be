export interface OwnPartFields {
  weightGrams: number | null;
}

/** What this release says of a part beside its price and stock. */
export const ownPartFacts = (part: OwnPartFields): [label: string, value: string][] => [
  ['Weight', part.weightGrams === null ? 'not known' : `${part.weightGrams} g`],
];
