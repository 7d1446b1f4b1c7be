/** A text, or what stands for one: `[7, hash]`. */
export type StoredToken = string | [7, string];

/** Texts of style sheets, which a project has once for all its recordings. */
export interface Stored {
  /** What stands for a text of an owner: for a long one nothing while it is being hashed; `ready` is called then. */
  tokenOf(owner: object, said: string, ready: () => void): StoredToken;
  /** Its text is being hashed. */
  isPending(owner: object): boolean;
  /** Texts that are. */
  hashing(): number;
  /** Texts that were sent may not have arrived. */
  lost(): void;
}
