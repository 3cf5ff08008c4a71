import type { Container } from 'inversify';
import { ChannelDirectory } from '../adapters/outbound/channels/channel-directory.ts';
import type { SandboxProcessor } from '../adapters/outbound/channels/channel-kind.ts';
import { channelKinds } from '../adapters/outbound/channels/channel-kinds.ts';
import { DeploymentKeys } from '../adapters/outbound/channels/deployment-keys.ts';
import { ChannelGuards } from '../adapters/outbound/channels/guard/channel-guards.ts';
import { KnownChannelTypes } from '../adapters/outbound/channels/known-channel-types.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { ChannelAccounts } from '../ports/channel-accounts.ts';
import type { ChannelTypes } from '../ports/channel-types.ts';
import type { PaymentChannels } from '../ports/payment-channels.ts';
import type { SandboxTriggers } from '../ports/sandbox-triggers.ts';
import { bind } from './bind.ts';
import type { GatewayConfig } from './config.ts';
import { tokens } from './tokens.ts';

/** Binds the payment channels, the list of channel types, and the reports on the channels' health. */
export function bindChannels(container: Container): void {
  const guards = new ChannelGuards({
    registry: container.get(tokens.metrics),
    alerts: container.get(tokens.alerts),
    tracing: container.get(tokens.tracing),
    settings: container.get(tokens.config).channelGuard,
  });
  container.bind(tokens.channelHealth).toConstantValue(guards);
  container.bind(tokens.deploymentKeys).toConstantValue(new DeploymentKeys());
  bind(
    container,
    tokens.channelTypes,
    { config: tokens.config },
    (deps: { config: GatewayConfig }) => new KnownChannelTypes(channelKinds, deps.config.environment),
  );
  bind(
    container,
    tokens.channels,
    {
      config: tokens.config,
      accounts: tokens.channelAccounts,
      types: tokens.channelTypes,
      alerts: tokens.alerts,
      keys: tokens.deploymentKeys,
    },
    (deps: Omit<Parameters<typeof openChannels>[0], 'guards'>) => openChannels({ ...deps, guards }),
  );
  const { sandboxProcessor } = container.get(tokens.config);
  if (sandboxProcessor !== null) {
    bind(container, tokens.triggers, {}, () => openTriggers(sandboxProcessor));
  }
}

/**
 * Creates the `ChannelDirectory`, which finds and lists the deployment's channels. It lists them in the order of
 * `channelKinds`, the most preferred kind first.
 */
function openChannels({
  config: { environment, sandboxProcessor, channelUrls: urls },
  guards,
  keys,
  ...ports
}: {
  config: GatewayConfig;
  guards: ChannelGuards;
  accounts: ChannelAccounts;
  types: ChannelTypes;
  alerts: Alerts;
  keys: DeploymentKeys;
}): PaymentChannels {
  return new ChannelDirectory({
    ...ports,
    kinds: channelKinds,
    environment,
    sandboxProcessor,
    urls,
    guard: (channel) => guards.around(channel),
    keyFor: keys.keyFor,
  });
}

/** Returns the triggers of test events at the sandbox's simulated channels, by channel ID. */
function openTriggers(processor: SandboxProcessor): ReadonlyMap<string, SandboxTriggers> {
  const simulators = channelKinds.filter((kind) => kind.accounts === 'sandbox');
  return new Map(simulators.map((kind) => [kind.channelType, kind.triggers(processor)]));
}
