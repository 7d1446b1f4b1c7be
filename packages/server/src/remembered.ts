/** Values by name, in memory, so many at most: what was set longest ago is forgotten first. */
export interface Remembered<Value> {
  get(name: string): Value | undefined;
  /** Whoever sets on every use has the longest unused forgotten first. */
  set(name: string, value: Value): void;
  delete(name: string): void;
}

export function createRemembered<Value>(most: number): Remembered<Value> {
  const values = new Map<string, Value>();
  return {
    get: (name) => values.get(name),
    set(name, value) {
      // Taken out first: a name that is set again would keep its old place.
      values.delete(name);
      values.set(name, value);
      const [longestAgo] = values.keys();
      if (values.size > most && longestAgo !== undefined) values.delete(longestAgo);
    },
    delete: (name) => void values.delete(name),
  };
}
