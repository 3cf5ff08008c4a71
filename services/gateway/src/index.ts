export { ConfigError, type GatewayConfig, readConfig } from './composition/config.ts';
export { PortTakenError } from './composition/listen.ts';
export { type Gateway, startGateway } from './composition/start-gateway.ts';
