/** Differences between the clocks below this limit are ignored, because the network's delay is as large. */
const noticedMs = 2_000;

/**
 * The gateway's clock, which decides when an order expires. The consumer's clock is often wrong by minutes, and testers move a
 * sandbox's clock; the remaining time must be correct nevertheless.
 */
export class ServiceClock {
  #offsetMs = 0;

  nowMs(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Sets the clock from the time in an answer that has just arrived. */
  read(serverTime: string): void {
    const offsetMs = Date.parse(serverTime) - Date.now();
    this.#offsetMs = Math.abs(offsetMs) > noticedMs ? offsetMs : 0;
  }
}
