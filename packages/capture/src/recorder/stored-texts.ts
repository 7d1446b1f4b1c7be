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

  function announce(token: StoredToken | null, said: string): void {
    if (!Array.isArray(token)) return;
    const hash = token[1];
    // At once: it stands before what names it.
    if (!sent.has(hash) && !known.has(hash)) put([9, hash, said]);
    sent.add(hash);
  }

  return {
    tokenOf(owner, said, ready) {
      if (said.length < storedFrom || !subtle) return said;
      const had = tokens.get(owner);
      if (had?.said === said) {
        announce(had.told, said);
        return had.told ?? '';
      }
      const one: { said: string; told: StoredToken | null } = { said, told: null };
      tokens.set(owner, one);
      hashing++;
      subtle
        .digest('SHA-256', new TextEncoder().encode(said))
        .then((bytes): StoredToken => [7, nameOf(bytes)])
        // No hash, no sharing: the text itself goes.
        .catch(() => said)
        .then(
          // In one go: whoever changes the sheet in between would find nothing that waits to be told.
          wrap((token: StoredToken) => {
            one.told = token;
            hashing--;
            ready();
            wake();
            announce(token, said);
          }),
        );
      return '';
    },
    isPending: (owner) => tokens.get(owner)?.told === null,
    hashing: () => hashing,
    lost: () => sent.clear(),
  };
}
