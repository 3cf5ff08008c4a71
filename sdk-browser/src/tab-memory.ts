/**
 * What this tab remembers of an order across a reload or a visit to the processor's page. The browser's storage can be disabled
 * or full, for example in a frame on another site. The data then lasts only as long as the page, and `write` returns false.
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

/** Uses the browser's storage. Returns null if it is disabled, because even accessing it throws then. */
function inStorage<Value>(use: (storage: Storage) => Value): Value | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
