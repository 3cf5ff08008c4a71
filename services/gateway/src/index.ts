export { openDatabase } from './composition/administer-database.ts';
export { type GatewayConfig, readConfig } from './composition/config.ts';
export { DatabaseFormError } from './composition/fit-database.ts';
export { ConfigError } from './composition/settings.ts';
export { PortTakenError, StartError } from './composition/start-error.ts';
export { type Gateway, type PortWrappers, startGateway } from './composition/start-gateway.ts';
export { stopOnSignals } from './composition/stop-on-signals.ts';
