/** Below this the network's own delay says more than the difference of the clocks. */
const noticedMs = 2_000;

/**
 * The service's time, by which it judges when an order expires. A buyer's clock is often minutes off, and a
 * sandbox's is moved by testers; the order's time left must be right nevertheless.
 */
export class ServiceClock {
  #offsetMs = 0;

  nowMs(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Takes over what an answer said when it arrived. */
  read(serverTime: string): void {
    const offsetMs = Date.parse(serverTime) - Date.now();
    this.#offsetMs = Math.abs(offsetMs) > noticedMs ? offsetMs : 0;
  }
}
