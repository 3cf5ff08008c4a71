import type { Gateway } from './start-gateway.ts';

/** Longer than a graceful stop takes when nothing hangs, and shorter than orchestrators wait. */
export const STOP_DEADLINE_MS = 28_000;

/**
 * Ends the process when it is told to: with 0 once the gateway has come to rest, with 1 if it does not within
 * `STOP_DEADLINE_MS`. A second signal of the same kind ends it at once.
 */
export function stopOnSignals(gateway: Gateway): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      setTimeout(() => {
        console.error('The gateway did not come to rest in time and ends as it is; other instances go on.');
        process.exit(1);
      }, STOP_DEADLINE_MS).unref();
      // Not by itself: idle connections to others could keep the process alive for seconds.
      await gateway.stop();
      process.exit(0);
    });
  }
}
