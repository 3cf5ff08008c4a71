import { LibraryLoadError } from '../checkout-errors.ts';

const patienceMs = 20_000;

type Listen = (come: () => void, fail: (why: string) => void) => void;

/**
 * Waits until a processor's library reports that a part of it is ready. Later reports are ignored. If there is no report within
 * 20 s, the wait fails.
 */
export function awaitLibrary(part: string, listen: Listen): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new LibraryLoadError(`${part} ${why}.`));
    timer = setTimeout(() => fail(`did not load within ${patienceMs} ms`), patienceMs);
    listen(resolve, fail);
  }).finally(() => clearTimeout(timer));
}
