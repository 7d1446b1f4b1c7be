import { nameOf } from './hash.ts';
import type { Put } from './recorder.ts';
import type { Stored, StoredToken } from './stored.ts';

/** Texts from here on are stored once for the project, under their hash. */
const storedFrom = 1_500;

/** @param known - Hashes of texts that the project has already. */
export function createStored(
  known: Set<string>,
  { wrap }: { wrap<Args extends unknown[]>(task: (...args: Args) => void): (...args: Args) => void },
  put: Put,
  /** There is something to tell. */
  wake: () => void,
): Stored {
  const subtle = (crypto as Partial<Crypto>).subtle;
  /** Tokens of large texts, by the text's owner. */
  const tokens = new WeakMap<object, { said: string; told: StoredToken | null }>();
  const sent = new Set<string>();
  let hashing = 0;

  function announce(hash: string, said: string): void {
    // At once: it stands before what names it.
    if (!sent.has(hash) && !known.has(hash)) put([9, hash, said]);
    sent.add(hash);
  }

  return {
    tokenOf(owner, said, ready) {
      if (said.length < storedFrom || !subtle) return said;
      const had = tokens.get(owner);
      if (had?.said === said) {
        if (Array.isArray(had.told)) announce(had.told[1], said);
        return had.told ?? '';
      }
      const one: { said: string; told: StoredToken | null } = { said, told: null };
      tokens.set(owner, one);
      hashing++;
      subtle
        .digest('SHA-256', new TextEncoder().encode(said))
        .then(
          wrap((bytes: ArrayBuffer) => {
            const hash = nameOf(bytes);
            one.told = [7, hash];
            announce(hash, said);
          }),
          // No hash, no sharing: the text itself goes.
          () => {
            one.told = said;
          },
        )
        .then(
          wrap(() => {
            hashing--;
            ready();
            wake();
          }),
        );
      return '';
    },
    isPending: (owner) => tokens.get(owner)?.told === null,
    hashing: () => hashing,
    lost: () => sent.clear(),
  };
}
