import type { Gateway } from './start-gateway.ts';

/**
 * How long the gateway may take to stop. It usually needs less, and orchestrators wait longer before they kill a
 * process.
 */
export const STOP_DEADLINE_MS = 28_000;

/**
 * Stops the gateway when the process gets SIGINT or SIGTERM. The exit code is 0, or 1 if the gateway does not stop
 * within `STOP_DEADLINE_MS`. A second signal of the same kind ends the process at once.
 */
export function stopOnSignals(gateway: Gateway): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      setTimeout(() => {
        console.error('The gateway did not come to rest in time and ends as it is; other instances go on.');
        process.exit(1);
      }, STOP_DEADLINE_MS).unref();
      // Exit explicitly: idle outgoing connections could otherwise keep the process alive for seconds.
      await gateway.stop();
      process.exit(0);
    });
  }
}
