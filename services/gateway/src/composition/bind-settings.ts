import type { Binding } from './bind.ts';
import type { GatewayConfig } from './config.ts';
import { tokens } from './tokens.ts';

/**
 * Binds the whole configuration, and each setting that a use case needs. So a use case gets only the settings that it asks for.
 */
export function bindSettings(container: Binding, config: GatewayConfig): void {
  container.bind(tokens.config).toConstantValue(config);
  container.bind(tokens.environment).toConstantValue(config.environment);
  container.bind(tokens.sessionKeys).toConstantValue(config.sessionKeys);
  container.bind(tokens.cashierUrl).toConstantValue(config.checkoutPublicUrl);
  container.bind(tokens.routes).toConstantValue(config.routes);
}
