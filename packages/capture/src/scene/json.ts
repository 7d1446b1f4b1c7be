/** As the browser has it: what a page puts over it later may leave out or write otherwise what it likes. */
const { stringify } = JSON;

/** JSON text, also where a page gave lists or all objects a `toJSON` (Prototype 1.6 makes texts of them). */
export const toJson = (value: unknown): string => stringify(value, 'toJSON' in [] ? asItWas : undefined);

/** Longer texts are not read: parsing them would be felt. */
export const maxJsonChars = 256_000;

/** Undefined for what is no JSON: a body that calls itself so, or whatever else a page's own code has put where something of ours was. */
export function parseJson(text: string | null | undefined): unknown {
  try {
    // Nothing is not parsed: for each error the browser reads all of our code once more, to say where it was.
    if (text && text.length <= maxJsonChars) return JSON.parse(text);
  } catch {
    // It is none.
  }
  return undefined;
}

/** Is asked after each `toJSON`, and takes what that was called on. */
function asItWas(this: Record<string, unknown>, name: string): unknown {
  return this[name];
}
