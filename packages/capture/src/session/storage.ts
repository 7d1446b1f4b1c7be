/** Small texts that survive a reload (`tab`) or the browser (`local`). Falls back to memory where storage is blocked or full. */
export interface Storage {
  get(name: string): string | null | undefined;
  set(name: string, value: string): void;
  remove(name: string): void;
}

/** @param area - Reads the browser's storage; even naming it throws where cookies are blocked. */
export function createStorage(area: () => globalThis.Storage): Storage {
  const memory = new Map<string, string>();

  function attempt<T>(use: (storage: globalThis.Storage) => T, otherwise?: () => T | undefined): T | undefined {
    try {
      return use(area());
    } catch {
      // Blocked or full: memory has it for as long as this page lives.
      return otherwise?.();
    }
  }

  return {
    get: (name) =>
      attempt(
        (storage) => storage.getItem(name),
        () => memory.get(name),
      ),
    set(name, value) {
      memory.set(name, value);
      attempt((storage) => storage.setItem(name, value));
    },
    remove(name) {
      memory.delete(name);
      attempt((storage) => storage.removeItem(name));
    },
  };
}
