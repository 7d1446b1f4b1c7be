/** Cents as people read them: 100000 is `1,000.00 EUR`. */
export const euros = (cents: number): string =>
  `${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} EUR`;
