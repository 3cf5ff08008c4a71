/** Ignore smaller differences, because the network delay outweighs them. */
const noticedMs = 2_000;

/**
 * The service's time, which decides when an order expires. A consumer's clock is often minutes wrong, and testers move
 * a sandbox's clock, but the remaining time must still be correct.
 */
export class ServiceClock {
  #offsetMs = 0;

  nowMs(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Applies the time of an answer when it arrives. */
  read(serverTime: string): void {
    const offsetMs = Date.parse(serverTime) - Date.now();
    this.#offsetMs = Math.abs(offsetMs) > noticedMs ? offsetMs : 0;
  }
}
