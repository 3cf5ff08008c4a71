import { ConfigError, readConfig } from './composition/config.ts';
import { PortTakenError } from './composition/listen.ts';
import { startGateway } from './composition/start-gateway.ts';

/** Runs the gateway from its environment variables until it is told to stop. */
try {
  const gateway = await startGateway(readConfig(process.env));
  console.log('Kassa gateway is ready');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void gateway.stop().then(() => process.exit(0)));
  }
} catch (error) {
  // These two say themselves what to do; their stack would only hide it.
  const isForPeople = error instanceof ConfigError || error instanceof PortTakenError;
  console.error(isForPeople ? error.message : error);
  process.exitCode = 1;
}
