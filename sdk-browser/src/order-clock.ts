import type { CheckoutProgress } from './checkout-progress.ts';
import type { ServiceClock } from './service-clock.ts';
import type { StatusWatch } from './status-watch.ts';

const longestTimerMs = 60_000;
const askAgainMs = 5_000;

/**
 * Asks the gateway for the order's state when the order's validity ends. Only the gateway decides whether the order has
 * expired.
 */
export class OrderClock {
  readonly #endsAtMs: number;
  readonly #clock: ServiceClock;

  constructor(expiresAt: string, clock: ServiceClock) {
    this.#endsAtMs = Date.parse(expiresAt);
    this.#clock = clock;
  }

  timeLeftMs(): number {
    return Math.max(0, this.#endsAtMs - this.#clock.nowMs());
  }

  start(progress: CheckoutProgress, watch: StatusWatch, signal: AbortSignal): void {
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      if (progress.idle && !progress.awaitsConfirm && this.timeLeftMs() === 0) {
        await watch.ask(0).catch(() => undefined);
        // The order may be being paid on another page.
        void watch.run();
      }
      if (progress.ended || signal.aborted) return;
      timer = setTimeout(look, Math.min(this.timeLeftMs() || askAgainMs, longestTimerMs));
    };
    signal.addEventListener('abort', () => clearTimeout(timer));
    void look();
  }
}
