import type { PaymentChannel } from '../../../ports/payment-channel.ts';
import type { PaymentChannels } from '../../../ports/payment-channels.ts';

/** The deployment's channels in order of preference, the same for every merchant. */
export class ChannelDirectory implements PaymentChannels {
  readonly #channels: readonly PaymentChannel[];

  constructor(channels: readonly PaymentChannel[]) {
    this.#channels = channels;
  }

  async all(): Promise<readonly PaymentChannel[]> {
    return this.#channels;
  }

  async find(channelId: string): Promise<PaymentChannel | undefined> {
    return this.#channels.find((channel) => channel.channelId === channelId);
  }

  async availableTo(): Promise<readonly PaymentChannel[]> {
    return this.#channels;
  }
}
