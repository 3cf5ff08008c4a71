import type { Money } from '@kassa/contracts';
import type { ExpressOffer } from '../../../../ports/payment-channel.ts';
import type { ProcessorClient } from './processor-client.ts';
import type { ProcessorLibrary } from './processor-messages.ts';

/**
 * How long the gateway uses the processor's last answer about its library. The answer can change, because each version of the
 * library has a different address.
 */
const MAX_AGE_MS = 60_000;

/** How long the gateway waits before it asks again, if the processor did not answer. */
const RETRY_MS = 1_000;

/**
 * The wallet Sandbox Pay, which the processor's library shows as a button. The gateway asks the processor for the library's
 * address in the background. Until the processor has answered for the first time, the wallet is not offered.
 */
export class SandboxWallet {
  readonly #client: Pick<ProcessorClient, 'readLibrary'>;
  readonly #now: () => number;
  #known: ProcessorLibrary | undefined;
  #askAtMs = Number.NEGATIVE_INFINITY;

  constructor(client: Pick<ProcessorClient, 'readLibrary'>, now: () => number = () => performance.now()) {
    this.#client = client;
    this.#now = now;
    // Ask immediately, so that even the first page after the gateway's start has the button.
    void this.#refresh();
  }

  offerFor({ amountMinor, currency }: Money): ExpressOffer | undefined {
    if (this.#now() >= this.#askAtMs) {
      this.#askAtMs = this.#now() + RETRY_MS;
      void this.#refresh();
    }
    if (this.#known === undefined) return undefined;
    const { public_key: publicKey, library } = this.#known;
    return { channelType: 'Sandbox', publicKey, library, amount: amountMinor, currency, types: ['card'] };
  }

  async #refresh(): Promise<void> {
    const answer = await this.#client.readLibrary();
    if (answer.kind !== 'ok') return;
    this.#known = answer.body;
    this.#askAtMs = this.#now() + MAX_AGE_MS;
  }
}
