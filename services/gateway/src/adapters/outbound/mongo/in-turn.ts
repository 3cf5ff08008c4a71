import { TemporarilyUnavailable } from '../../../ports/temporarily-unavailable.ts';

/** How long a write may wait for its turn. Callers give up after 15 s, and assume that a write does not begin after that. */
const PATIENCE_MS = 8_000;

/** Runs writes one after the other, in the order in which they were requested. */
export class InTurn {
  /** Settles when the latest write has ended. */
  #latest: Promise<unknown> = Promise.resolve();

  /** @throws {TemporarilyUnavailable} when the earlier writes take too long; the write is then not begun */
  run<Result>(write: () => Promise<Result>): Promise<Result> {
    const cameAtMs = performance.now();
    const result = this.#latest.then(() => {
      if (performance.now() - cameAtMs > PATIENCE_MS) {
        throw new TemporarilyUnavailable('the writes before this one take too long');
      }
      return write();
    });
    this.#latest = result.catch(() => {});
    return result;
  }
}
