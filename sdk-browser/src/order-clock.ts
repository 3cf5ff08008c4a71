import type { CheckoutProgress } from './checkout-progress.ts';
import type { ServiceClock } from './service-clock.ts';
import type { StatusWatch } from './status-watch.ts';

const longestTimerMs = 60_000;
const askAgainMs = 5_000;

/**
 * Asks the service when the order's time is up. The answer decides; only an order that is still not paid
 * when the service's own clock is past its end counts as expired, since a failed one is never closed.
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
      const isIdle = () => progress.idle && !progress.awaitsConfirm;
      if (this.timeLeftMs() === 0 && isIdle()) {
        const answered = await watch.ask(0).catch(() => false);
        if (answered && this.timeLeftMs() === 0 && isIdle()) progress.expire();
      }
      if (progress.ended || signal.aborted) return;
      timer = setTimeout(look, Math.min(this.timeLeftMs() || askAgainMs, longestTimerMs));
    };
    signal.addEventListener('abort', () => clearTimeout(timer));
    void look();
  }
}
