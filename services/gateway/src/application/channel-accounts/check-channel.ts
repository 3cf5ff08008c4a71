import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';
import { type CheckStep, outcomeOfSteps } from '../../ports/check-step.ts';
import type { ChannelChecks } from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface ChannelCheck {
  readonly kind: 'checked';
  readonly channelId: string;
  readonly outcome: CheckStep['outcome'];
  readonly steps: readonly CheckStep[];
}

interface Dependencies {
  readonly channels: ChannelLookup<ChannelChecks>;
  readonly accounts: ChannelAccounts;
  readonly types: ChannelTypes;
}

/** Tests a channel's credentials and connection by calling the processor. No money moves. */
export class CheckChannel {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(channelId: string): Promise<ChannelCheck | Refusal> {
    const channel = await this.#deps.channels.find(channelId);
    if (channel !== undefined) return checked(channelId, await channel.check());
    const account = await this.#deps.accounts.find(channelId);
    if (account !== undefined) {
      const detail = this.#deps.types.faultOf(account) ?? 'it is not open yet; try again in a second';
      return checked(channelId, [{ name: 'Credentials', outcome: 'failed', detail }]);
    }
    if (this.#deps.types.find(channelId) === undefined) {
      return refuse(
        'CHANNEL_NOT_FOUND',
        `There is no channel and no channel type ${channelId}. \`kassa-admin channel list\` lists all channels.`,
      );
    }
    const detail = `the deployment has no account of ${channelId}: add one with \`kassa-admin channel add ${channelId}\``;
    return checked(channelId, [{ name: 'Credentials', outcome: 'skipped', detail }]);
  }
}

function checked(channelId: string, steps: readonly CheckStep[]): ChannelCheck {
  return { kind: 'checked', channelId, outcome: outcomeOfSteps(steps), steps };
}
