/**
 * A difference between the browser's clock and the gateway's is ignored up to this limit, because a slow answer from the
 * network looks like such a difference.
 */
const noticedMs = 2_000;

/**
 * The gateway's clock, which decides when an order expires. The page needs it to show the remaining time. The consumer's own
 * clock is often wrong by minutes, and testers move the clock of a sandbox.
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
