import { readConfig } from './composition/config.ts';
import { reloadOnSignal } from './composition/reload-on-signal.ts';
import { StartError } from './composition/start-error.ts';
import { startGateway } from './composition/start-gateway.ts';
import { stopOnSignals } from './composition/stop-on-signals.ts';

/** Starts the gateway with the configuration in its environment variables, and runs until a signal stops it. */
try {
  const config = readConfig(process.env);
  const gateway = await startGateway(config);
  stopOnSignals(gateway, config);
  reloadOnSignal(gateway, config);
  // Print this line last, because a program that waits for it may stop the gateway immediately.
  console.log('Kassa gateway is ready');
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  // Exit explicitly, because parts of the gateway that have already started could keep the process alive.
  process.exit(1);
}
