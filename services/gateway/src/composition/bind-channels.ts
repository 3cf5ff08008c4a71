import type { Container } from 'inversify';
import { channelKinds } from '../adapters/outbound/channels/channel-kinds.ts';
import { ChannelGuards } from '../adapters/outbound/channels/guard/channel-guards.ts';
import { KnownChannelTypes } from '../adapters/outbound/channels/known-channel-types.ts';
import { bind } from './bind.ts';
import type { GatewayConfig } from './config.ts';
import { openChannels, openTriggers } from './open-channels.ts';
import { tokens } from './tokens.ts';

/** Binds the channels, their types and their health. */
export function bindChannels(container: Container): void {
  const guards = new ChannelGuards({
    registry: container.get(tokens.metrics),
    alerts: container.get(tokens.alerts),
    settings: container.get(tokens.config).channelGuard,
  });
  container.bind(tokens.channelHealth).toConstantValue(guards);
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
    },
    (deps: Omit<Parameters<typeof openChannels>[0], 'guards'>) => openChannels({ ...deps, guards }),
  );
  const { sandboxProcessor } = container.get(tokens.config);
  if (sandboxProcessor !== null) {
    bind(container, tokens.triggers, {}, () => openTriggers(sandboxProcessor));
  }
}
