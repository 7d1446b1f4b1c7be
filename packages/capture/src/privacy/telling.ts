/** Words such as `draft` are states and kinds, shared with the product's own texts; sentences and names are data. */
export function isTelling(answered: string): boolean {
  return answered.length > 3 && answered.length < 200 && /[\s\d@]/.test(answered) && /\p{L}/u.test(answered);
}
