import { ChannelDirectory } from '../adapters/outbound/channels/channel-directory.ts';
import { connectStripe } from '../adapters/outbound/channels/processor-a/connect-stripe.ts';
import { ProcessorAChannel } from '../adapters/outbound/channels/processor-a/processor-a-channel.ts';
import { ProcessorClient } from '../adapters/outbound/channels/sandbox/processor-client.ts';
import { SandboxChannel } from '../adapters/outbound/channels/sandbox/sandbox-channel.ts';
import type { PaymentChannel } from '../ports/payment-channel.ts';
import type { PaymentChannels } from '../ports/payment-channels.ts';
import type { GatewayConfig } from './config.ts';

/** The channels that the deployment has, in order of preference: a processor's own before the simulator. */
export function openChannels({ processorA, sandboxProcessor }: GatewayConfig): PaymentChannels {
  const channels: PaymentChannel[] = [];
  if (processorA !== null) {
    const { secretKey, publicKey, callbackSecret, url } = processorA;
    channels.push(
      new ProcessorAChannel({ stripe: connectStripe({ secretKey, url }), publicKey, callbackSecret }),
    );
  }
  if (sandboxProcessor !== null) {
    const { callbackSecret, publicUrl, ...processor } = sandboxProcessor;
    channels.push(new SandboxChannel({ client: new ProcessorClient(processor), callbackSecret, publicUrl }));
  }
  return new ChannelDirectory(channels);
}
