import { readConfig } from './composition/config.ts';
import { StartError } from './composition/start-error.ts';
import { startGateway } from './composition/start-gateway.ts';

/** Longer than a graceful stop takes when nothing hangs, and shorter than orchestrators wait. */
const STOP_DEADLINE_MS = 28_000;

/** Runs the gateway from its environment variables until it is told to stop. */
try {
  const gateway = await startGateway(readConfig(process.env));
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
  // Said last: whoever waits for it may tell the gateway to stop at once.
  console.log('Kassa gateway is ready');
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  // What was started before the fault may still wait for something.
  process.exit(1);
}
