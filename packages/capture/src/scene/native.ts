/**
 * The function that the browser came with, where a library such as Zone.js has put its own over it: ours must not wake an
 * application's change detection.
 */
export function native<Owner extends object, Name extends keyof Owner & string>(owner: Owner, name: Name): Owner[Name] {
  const zone = (globalThis as { Zone?: { __symbol__?: (name: string) => string } }).Zone;
  const symbol = zone?.__symbol__?.(name);
  return (symbol && (owner as Record<string, Owner[Name]>)[symbol]) || owner[name];
}

/** For a request that is given up after so long. Browsers of before 2023 may not know it: they wait for as long as the network does. */
export const within = (ms: number): RequestInit => ({ signal: AbortSignal.timeout?.(ms) as AbortSignal });
