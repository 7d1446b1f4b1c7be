/** Small texts that survive a reload (`tab`) or the browser (`local`). Falls back to memory where storage is blocked or full. */
export interface Storage {
  get(name: string): string | null | undefined;
  set(name: string, value: string): unknown;
  remove(name: string): void;
}

/** @param area - Reads the browser's storage; even naming it throws where cookies are blocked. */
export function createStorage(area: () => globalThis.Storage): Storage {
  /** What is stored has no copy here, which may be large. */
  const memory = new Map<string, string>();

  // Blocked or full: memory has it for as long as this page lives.
  return {
    get(name) {
      try {
        return memory.get(name) ?? area().getItem(name);
      } catch {
        // Said above.
      }
    },
    set(name, value) {
      memory.delete(name);
      try {
        area().setItem(name, value);
      } catch {
        memory.set(name, value);
      }
    },
    remove(name) {
      memory.delete(name);
      try {
        area().removeItem(name);
      } catch {
        // Said above.
      }
    },
  };
}
