/**
 * The same of the same thing is found out once, however many points ask for it: it is kept as long as the thing is. Whoever is given it
 * changes nothing of it.
 */
export function kept<Of extends object, Found>(find: (of: Of) => Found): (of: Of) => Found {
  const known = new WeakMap<Of, { found: Found }>();
  return (of) => {
    const one = known.get(of) ?? { found: find(of) };
    known.set(of, one);
    return one.found;
  };
}
