import { LRUCache } from 'lru-cache';

/** Orders that are remembered; a forgotten one only costs a look into the log. */
const MAX_REMEMBERED = 20_000;

/**
 * Which event of an order was delivered last by this process. Most events of an order follow each other
 * within seconds on one instance, which then need not ask the log whether the one before was delivered.
 */
export class LatestDelivered {
  readonly #sequences = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  note(orderId: string, sequence: number): void {
    this.#sequences.set(orderId, sequence);
  }

  /** Never true by mistake: what is noted was acknowledged. */
  isDelivered(orderId: string, sequence: number): boolean {
    return this.#sequences.get(orderId) === sequence;
  }
}
