import { ChannelDirectory } from '../adapters/outbound/channels/channel-directory.ts';
import type { SandboxProcessor } from '../adapters/outbound/channels/channel-kind.ts';
import { channelKinds } from '../adapters/outbound/channels/channel-kinds.ts';
import type { ChannelGuards } from '../adapters/outbound/channels/guard/channel-guards.ts';
import type { PaymentChannel } from '../ports/payment-channel.ts';
import type { PaymentChannels } from '../ports/payment-channels.ts';
import type { SandboxTriggers } from '../ports/sandbox-triggers.ts';
import type { GatewayConfig } from './config.ts';

/** The channels that the deployment has, in order of preference. */
export function openChannels(
  { processorA, sandboxProcessor }: GatewayConfig,
  guards: ChannelGuards,
): PaymentChannels {
  const channels: PaymentChannel[] = [];
  for (const kind of channelKinds) {
    if (kind.accounts === 'sandbox') {
      if (sandboxProcessor !== null) channels.push(kind.open(sandboxProcessor));
    } else if (processorA !== null && kind.channelType === 'ProcessorA') {
      const { url, ...credentials } = processorA;
      const callbackSecrets = [processorA.callbackSecret] as const;
      channels.push(kind.open({ channelId: kind.channelType, credentials, callbackSecrets, url }));
    }
  }
  return new ChannelDirectory(channels.map((channel) => guards.around(channel)));
}

/** What testers may do to the payments of the simulators, by the channel's ID. */
export function openTriggers(processor: SandboxProcessor): ReadonlyMap<string, SandboxTriggers> {
  const simulators = channelKinds.filter((kind) => kind.accounts === 'sandbox');
  return new Map(simulators.map((kind) => [kind.channelType, kind.triggers(processor)]));
}
