import { LibraryLoadError } from '../checkout-errors.ts';

const patienceMs = 20_000;

type Listen = (come: () => void, fail: (why: string) => void) => void;

/**
 * Waits until a part of a processor's library is ready. Only the library's first report counts. Without a report within 20 s,
 * the wait fails.
 */
export function awaitLibrary(part: string, listen: Listen): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new LibraryLoadError(`${part} ${why}.`));
    timer = setTimeout(() => fail(`did not load within ${patienceMs} ms`), patienceMs);
    listen(resolve, fail);
  }).finally(() => clearTimeout(timer));
}
