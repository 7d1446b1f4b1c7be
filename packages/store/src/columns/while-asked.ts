import type { Columns } from './columns.ts';

const whole = new WeakMap<Columns, Columns>();

/**
 * The same columns for one asker: once they have gone, what they still ask is given up and the engine stops working on it. Every question then
 * rejects with the signal's reason.
 */
export function whileAsked(columns: Columns, signal: AbortSignal): Columns {
  return asAsker(columns, (sql, parameters, options) => columns.ask(sql, parameters, { signal, ...options }));
}

/** The same columns for one asker, of whom something can be remembered by them. */
export function asAsker(columns: Columns, ask: Columns['ask'] = columns.ask): Columns {
  const asker: Columns = { ...columns, ask };
  whole.set(asker, engineOf(columns));
  return asker;
}

/** What all askers have in common: what is remembered of an engine is remembered for this. */
export function engineOf(columns: Columns): Columns {
  return whole.get(columns) ?? columns;
}
