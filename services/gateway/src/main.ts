import { readConfig } from './composition/config.ts';
import { StartError } from './composition/start-error.ts';
import { startGateway } from './composition/start-gateway.ts';
import { stopOnSignals } from './composition/stop-on-signals.ts';

/** Runs the gateway from its environment variables until it is told to stop. */
try {
  const gateway = await startGateway(readConfig(process.env));
  stopOnSignals(gateway);
  // Print this last, because a reader of this line may stop the gateway at once.
  console.log('Kassa gateway is ready');
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  // Parts that started before the fault could keep the process alive, so end it.
  process.exit(1);
}
