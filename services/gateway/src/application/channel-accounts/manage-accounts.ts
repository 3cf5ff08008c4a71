import type { ChannelAccountTransitionCause } from '@kassa/contracts';
import { moveAccount, newChannelAccount } from '../../domain/channel-account/channel-account.ts';
import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import { type Refusal, refuse } from '../refusal.ts';
import {
  type ChangeChannelAccount,
  type ChannelChange,
  noAccount,
  refuseSameAccount,
} from './change-channel-account.ts';
import { type ChannelView, viewOf } from './channel-view.ts';
import { readCredentials } from './manage-credentials.ts';

export interface NewChannelAccount {
  readonly channelType: string;
  /** Null for the deployment's own account. */
  readonly merchantId: string | null;
  readonly credentials: unknown;
}

interface Dependencies {
  readonly change: ChangeChannelAccount;
  readonly accounts: ChannelAccounts;
  readonly types: ChannelTypes;
  readonly merchants: MerchantRepository;
  readonly clock: Clock;
}

/** Manages the accounts at processors: the deployment's accounts and the merchants' own. */
export class ManageChannelAccounts {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Adds an account at a processor. At most one second later, every instance can make payments there. */
  async add({
    channelType,
    merchantId,
    credentials,
  }: NewChannelAccount): Promise<{ readonly kind: 'added'; readonly channel: ChannelView } | Refusal> {
    const type = this.#deps.types.find(channelType);
    if (type === undefined) {
      const names = this.#deps.types.list().map((known) => known.channelType);
      return refuse('INVALID_REQUEST', 'There are no accounts of this channel type.', [
        { path: 'channel_type', message: `must be one of ${names.join(', ')}` },
      ]);
    }
    if (merchantId !== null && (await this.#deps.merchants.find(merchantId)) === undefined) {
      return refuse('MERCHANT_NOT_FOUND', `There is no merchant ${merchantId}.`);
    }
    const reading = readCredentials(type, credentials);
    if (reading.kind === 'refused') return reading;
    const { members } = reading;
    const account = newChannelAccount(
      { channelType, merchantId, members, namingMembers: type.namingMembers },
      this.#deps.clock.realNow(),
    );
    const refuseSame = () =>
      refuseSameAccount(
        { before: null, after: account },
        { accounts: this.#deps.accounts, types: this.#deps.types },
      );
    const same = await refuseSame();
    if (same !== undefined) return same;
    if ((await this.#deps.accounts.insert(account)) === 'exists') {
      return refuse(
        'CHANNEL_EXISTS',
        `The account ${account.channelId} exists already. \`kassa-admin channel rotate ${account.channelId}\` replaces its credentials.`,
      );
    }
    // Two calls may be adding the same account of the processor at the same time. A call that finds the account of the other
    // call removes its own account, so both calls may fail.
    const twin = await refuseSame();
    if (twin !== undefined && (await this.#deps.accounts.remove(account)) === 'removed') return twin;
    return { kind: 'added', channel: viewOf(account, this.#deps.types) };
  }

  /** Retires an account, or makes a retired account active again. */
  move(channelId: string, cause: ChannelAccountTransitionCause): Promise<ChannelChange> {
    return this.#deps.change.execute(channelId, (account) =>
      moveAccount(account, cause, this.#deps.clock.realNow()),
    );
  }

  /**
   * Removes an account to which no payment was ever sent. Any other account can only be retired, because its refunds, disputes
   * and callbacks need it for years.
   *
   * @throws {TemporarilyUnavailable} if the account was changed, or used for the first time, meanwhile
   */
  async remove(
    channelId: string,
  ): Promise<{ readonly kind: 'removed'; readonly channelId: string } | Refusal> {
    const account = await this.#deps.accounts.find(channelId);
    if (account === undefined) return noAccount(channelId, this.#deps.types);
    if (account.isUsed) {
      return refuse(
        'CHANNEL_IN_USE',
        `Payments were sent to ${channelId}: their refunds, disputes and callbacks need it. Retire it instead.`,
      );
    }
    if (account.state === 'active') {
      return refuse('CHANNEL_IN_USE', `${channelId} still accepts new payments. Retire it, then remove it.`);
    }
    if ((await this.#deps.accounts.remove(account)) === 'removed') return { kind: 'removed', channelId };
    throw new TemporarilyUnavailable(`account ${channelId} was changed meanwhile`);
  }
}
