import type { Binding } from './bind.ts';
import type { GatewayConfig } from './config.ts';
import { tokens } from './tokens.ts';

/**
 * Registers the configuration in the dependency injection container, both as a whole and as single settings. So a use case can
 * ask for only the settings that it needs.
 */
export function bindSettings(container: Binding, config: GatewayConfig): void {
  container.bind(tokens.config).toConstantValue(config);
  container.bind(tokens.roles).toConstantValue(config.roles);
  container.bind(tokens.environment).toConstantValue(config.environment);
  container.bind(tokens.bootstrapToken).toConstantValue(config.operationsToken);
  container.bind(tokens.sessionKeys).toConstantValue(config.sessionKeys);
  container.bind(tokens.cashierUrl).toConstantValue(config.checkoutPublicUrl);
  container.bind(tokens.applePayFile).toConstantValue(config.applePayFile);
  container.bind(tokens.routes).toConstantValue(config.routes);
  container.bind(tokens.declineLimits).toConstantValue(config.declineLimits);
  container.bind(tokens.resultPatienceSeconds).toConstantValue(config.resultPatienceSeconds);
}
