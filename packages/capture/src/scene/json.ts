/** As the browser has it: what a page puts over it later may leave out or write otherwise what it likes. */
const { stringify } = JSON;

/** JSON text, also where a page gave lists or all objects a `toJSON` (Prototype 1.6 makes texts of them). */
export const toJson = (value: unknown): string => stringify(value, 'toJSON' in [] ? asItWas : undefined);

/** Is asked after each `toJSON`, and takes what that was called on. */
function asItWas(this: Record<string, unknown>, name: string): unknown {
  return this[name];
}
