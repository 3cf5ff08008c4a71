import { readConfig } from './composition/config.ts';
import { StartError } from './composition/start-error.ts';
import { startGateway } from './composition/start-gateway.ts';
import { stopOnSignals } from './composition/stop-on-signals.ts';

/** Runs the gateway from its environment variables until it is told to stop. */
try {
  const gateway = await startGateway(readConfig(process.env));
  stopOnSignals(gateway);
  // Said last: whoever waits for it may tell the gateway to stop at once.
  console.log('Kassa gateway is ready');
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  // What was started before the fault may still wait for something.
  process.exit(1);
}
