import { type CheckStep, outcomeOfSteps } from '../../ports/check-step.ts';
import type { ChannelDomains, WalletDomains } from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { ChannelCheck } from './check-channel.ts';

interface Dependencies {
  readonly channels: ChannelLookup<ChannelDomains>;
  /** The public address of the cashier, without a slash at its end. */
  readonly cashierUrl: string;
  /** The file with which the cashier proves to Apple that its domain may show Apple Pay; null if it has none. */
  readonly applePayFile: string | null;
}

/** Registers the domains of payment pages at a processor, so that the pages can show wallets, and checks them. */
export class ManageWalletDomains {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param domain undefined for the cashier's own domain */
  check(channelId: string, domain: string | undefined): Promise<ChannelCheck | Refusal> {
    return this.#steps(channelId, domain, (domains, name) => domains.check(name));
  }

  /** @param domain undefined for the cashier's own domain */
  register(channelId: string, domain: string | undefined): Promise<ChannelCheck | Refusal> {
    return this.#steps(channelId, domain, (domains, name) => domains.register(name));
  }

  async #steps(
    channelId: string,
    domain: string | undefined,
    take: (domains: WalletDomains, name: string) => Promise<readonly CheckStep[]>,
  ): Promise<ChannelCheck | Refusal> {
    const channel = await this.#deps.channels.find(channelId);
    if (channel === undefined) {
      return refuse(
        'CHANNEL_NOT_FOUND',
        `There is no channel ${channelId} that can be used. \`kassa-admin channel list\` lists all channels.`,
      );
    }
    const { walletDomains } = channel;
    const own = new URL(this.#deps.cashierUrl).hostname;
    const name = domain ?? own;
    const steps =
      walletDomains === undefined
        ? [notHere(name)]
        : [...(name === own ? [this.#fileStep()] : []), ...(await take(walletDomains, name))];
    return { kind: 'checked', channelId, outcome: outcomeOfSteps(steps), steps };
  }

  #fileStep(): CheckStep {
    const isServed = this.#deps.applePayFile !== null;
    return {
      name: 'the cashier serves Apple’s file',
      outcome: isServed ? 'passed' : 'failed',
      detail: isServed ? null : 'KASSA_APPLE_PAY_FILE is not set, so Apple Pay cannot be verified',
    };
  }
}

function notHere(domain: string): CheckStep {
  const detail = 'there is nothing to register: no wallet of this channel opens on this domain';
  return { name: `${domain} is registered`, outcome: 'skipped', detail };
}
