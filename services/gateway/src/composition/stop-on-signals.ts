import { databaseFaultOf } from '../adapters/outbound/mongo/database-fault.ts';
import type { GatewayConfig } from './config.ts';
import type { Gateway } from './start-gateway.ts';

/**
 * How long the gateway may take to stop, in addition to the delay in which it still serves calls. It usually needs less time.
 * Orchestrators such as Kubernetes usually wait 30 seconds before they kill a process.
 */
export const STOP_DEADLINE_MS = 28_000;

/**
 * Stops the gateway when the process receives SIGINT or SIGTERM. The exit code is 0, or 1 if the stop fails or the gateway takes
 * longer than `STOP_DEADLINE_MS` after the delay. A second signal of the same kind ends the process immediately.
 */
export function stopOnSignals(
  gateway: Pick<Gateway, 'stop'>,
  { stopDelayMs }: Pick<GatewayConfig, 'stopDelayMs'>,
): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      setTimeout(() => {
        console.error(
          'The gateway did not finish its work in time and exits now; other instances go on with the work.',
        );
        process.exit(1);
      }, stopDelayMs + STOP_DEADLINE_MS).unref();
      // Exit explicitly, because idle outgoing connections could keep the process alive for some seconds.
      try {
        await gateway.stop();
      } catch (error) {
        const reason = databaseFaultOf(error)?.reason;
        console.error(
          `The gateway could not finish its work and exits now; other instances go on with the work. ${
            reason === undefined ? `It failed with: ${error}` : `The database failed: ${reason}.`
          }`,
        );
        process.exit(1);
      }
      process.exit(0);
    });
  }
}
