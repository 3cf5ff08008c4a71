import type { Gateway } from './start-gateway.ts';

/** A graceful stop usually takes less, and orchestrators wait longer before they kill a process. */
export const STOP_DEADLINE_MS = 28_000;

/**
 * Ends the process on a signal: with 0 once the gateway has stopped, with 1 if it does not stop within
 * `STOP_DEADLINE_MS`. A second signal of the same kind ends the process at once.
 */
export function stopOnSignals(gateway: Gateway): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      setTimeout(() => {
        console.error('The gateway did not come to rest in time and ends as it is; other instances go on.');
        process.exit(1);
      }, STOP_DEADLINE_MS).unref();
      // The process is ended explicitly, because idle connections to others could keep it alive for seconds.
      await gateway.stop();
      process.exit(0);
    });
  }
}
