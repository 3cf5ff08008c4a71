/**
 * What this tab remembers of an order across a reload or a visit to the processor's page. Storage can be
 * switched off or full; then nothing is remembered and `write` says so.
 */
interface TabMemory {
  read(key: string): string | null;
  write(key: string, value: string): boolean;
  forget(key: string): void;
}

export const tabMemory: TabMemory = {
  read(key) {
    try {
      return globalThis.sessionStorage?.getItem(key) ?? null;
    } catch {
      return null;
    }
  },
  write(key, value) {
    try {
      globalThis.sessionStorage?.setItem(key, value);
      return globalThis.sessionStorage?.getItem(key) === value;
    } catch {
      return false;
    }
  },
  forget(key) {
    try {
      globalThis.sessionStorage?.removeItem(key);
    } catch {
      // Nothing was remembered, so nothing is left to forget.
    }
  },
};
