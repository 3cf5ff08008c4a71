/**
 * Data that this tab keeps for an order across a reload or a visit to the processor's page. Storage can be disabled or
 * full, as in a frame on another site. The data then lasts only as long as the page, and `write` returns false.
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

/** Null if storage is unavailable; even accessing it throws then. */
function inStorage<Value>(use: (storage: Storage) => Value): Value | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
