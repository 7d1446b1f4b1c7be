const key = 'parts-desk.session';

/** Who is signed in here, in every tab: only the token is kept. */
export interface SessionStore {
  token(): string | undefined;
  keep(token: string): void;
  forget(): void;
}

export function createSessionStore(storage: Storage): SessionStore {
  return {
    token: () => storage.getItem(key) ?? undefined,
    keep: (token) => storage.setItem(key, token),
    forget: () => storage.removeItem(key),
  };
}
