import { ChannelDirectory } from '../adapters/outbound/channels/channel-directory.ts';
import type { SandboxProcessor } from '../adapters/outbound/channels/channel-kind.ts';
import { channelKinds } from '../adapters/outbound/channels/channel-kinds.ts';
import type { ChannelGuards } from '../adapters/outbound/channels/guard/channel-guards.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { ChannelAccounts } from '../ports/channel-accounts.ts';
import type { ChannelTypes } from '../ports/channel-types.ts';
import type { PaymentChannels } from '../ports/payment-channels.ts';
import type { SandboxTriggers } from '../ports/sandbox-triggers.ts';
import type { GatewayConfig } from './config.ts';

/** The channels that the deployment has, in order of preference. */
export function openChannels({
  config: { environment, sandboxProcessor, channelUrls: urls },
  guards,
  ...ports
}: {
  config: GatewayConfig;
  guards: ChannelGuards;
  accounts: ChannelAccounts;
  types: ChannelTypes;
  alerts: Alerts;
}): PaymentChannels {
  return new ChannelDirectory({
    ...ports,
    kinds: channelKinds,
    environment,
    sandboxProcessor,
    urls,
    guard: (channel) => guards.around(channel),
  });
}

/** What testers may do to the payments of the simulators, by the channel's ID. */
export function openTriggers(processor: SandboxProcessor): ReadonlyMap<string, SandboxTriggers> {
  const simulators = channelKinds.filter((kind) => kind.accounts === 'sandbox');
  return new Map(simulators.map((kind) => [kind.channelType, kind.triggers(processor)]));
}
