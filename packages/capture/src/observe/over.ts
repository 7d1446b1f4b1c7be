import type { Scene } from '../scene/scene.ts';

/** What the browser calls where the page calls the function: it, on what, and with what. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the page gives and gets.
type Apply = (original: (...args: any[]) => any, self: any, args: any[]) => unknown;

/** As the browser has it: what a page puts over the `apply` of functions may fail, or do something else. */
export const { apply } = Reflect;

/**
 * Puts ours over a function of the browser's or the page's, until the scene ends. Who looks at it finds what was there: its name, its length,
 * that it is no code of the page's, what else somebody keeps on it. What is missing, or frozen, stays so.
 *
 * @param owner - None where a browser has no such class.
 * @param ours - Stands in its place, as one line of a stack.
 */
export function over<Owner extends object>(
  scene: Pick<Scene, 'onStop'>,
  owner: Owner,
  name: keyof Owner,
  ours: Apply,
): void {
  try {
    const original = owner[name];
    // Where a page has taken `apply` away, each of its own calls would fail. A function that is not there is asked for, not tried: for each error
    // the browser looks where in all of our code it was.
    if (!original || !apply) return;
    // Nothing that a page has given to all objects, such as a `get`, is to answer for what stands there.
    const how = { __proto__: null, apply: ours } as { apply: Apply | null };
    const put = new Proxy(original as Parameters<Apply>[0], how as object) as typeof original;
    owner[name] = put;
    scene.onStop(() => {
      // Who has put another over it goes on calling it: it does what it did.
      how.apply = null;
      if (owner[name] === put) owner[name] = original;
    });
  } catch {
    // Said above.
  }
}
