/**
 * What this tab remembers of an order across a reload or a visit to the processor's page. Storage can be
 * switched off or full, as in a frame of another site; then it lasts for the page, and `write` says so.
 */
interface TabMemory {
  read(key: string): string | null;
  write(key: string, value: string): boolean;
  forget(key: string): void;
}

const ofThisPage = new Map<string, string>();

export const tabMemory: TabMemory = {
  read: (key) => inStorage((storage) => storage.getItem(key)) ?? ofThisPage.get(key) ?? null,
  write(key, value) {
    ofThisPage.set(key, value);
    inStorage((storage) => storage.setItem(key, value));
    return inStorage((storage) => storage.getItem(key)) === value;
  },
  forget(key) {
    ofThisPage.delete(key);
    inStorage((storage) => storage.removeItem(key));
  },
};

/** Null where there is no storage: even to name it throws then. */
function inStorage<Value>(use: (storage: Storage) => Value): Value | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
