import type { Binding } from './bind.ts';
import type { GatewayConfig } from './config.ts';
import { tokens } from './tokens.ts';

/**
 * Binds the configuration, and separately each setting that use cases need: they do not see the whole
 * configuration.
 */
export function bindSettings(container: Binding, config: GatewayConfig): void {
  container.bind(tokens.config).toConstantValue(config);
  container.bind(tokens.environment).toConstantValue(config.environment);
  container.bind(tokens.sessionKeys).toConstantValue(config.sessionKeys);
  container.bind(tokens.cashierUrl).toConstantValue(config.checkoutPublicUrl);
  container.bind(tokens.routes).toConstantValue(config.routes);
}
