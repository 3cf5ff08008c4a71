import type { Money } from '@kassa/contracts';
import type { PaymentChannel } from '../../../ports/payment-channel.ts';
import type { MethodOffer, PaymentChannels } from '../../../ports/payment-channels.ts';

/** The deployment's channels in order of preference: the first that serves a method offers it. */
export class ChannelDirectory implements PaymentChannels {
  readonly #channels: readonly PaymentChannel[];

  constructor(channels: readonly PaymentChannel[]) {
    this.#channels = channels;
  }

  all(): readonly PaymentChannel[] {
    return this.#channels;
  }

  find(channelType: string): PaymentChannel | undefined {
    return this.#channels.find((channel) => channel.channelType === channelType);
  }

  offers(amount: Money): readonly MethodOffer[] {
    const offers = new Map<string, MethodOffer>();
    for (const channel of this.#channels) {
      for (const method of channel.methods(amount)) {
        if (!offers.has(method.code)) offers.set(method.code, { method, channel });
      }
    }
    return [...offers.values()];
  }
}
