import { type ChannelAccount, callbackSecretsOf } from '../../../domain/channel-account/channel-account.ts';
import type { Environment } from '../../../domain/environment.ts';
import type { Alerts } from '../../../ports/alerts.ts';
import type { ChannelAccounts } from '../../../ports/channel-accounts.ts';
import type { ChannelTypes } from '../../../ports/channel-types.ts';
import type { OpeningAnswer, OpeningOrder, PaymentChannel } from '../../../ports/payment-channel.ts';
import type { PaymentChannels } from '../../../ports/payment-channels.ts';
import type { AccountKind, ChannelKind, SandboxProcessor } from './channel-kind.ts';
import type { MakeKey } from './deployment-keys.ts';
import { RecentAccounts } from './recent-accounts.ts';

interface OpenedAccount {
  readonly account: ChannelAccount;
  /** The opened channel. Null if the account's credentials cannot be used. */
  readonly channel: PaymentChannel | null;
}

/**
 * Finds channels: one for each stored account, and in the sandbox the channels of the simulated processor. A channel is opened
 * when it is first needed, and opened again when its account has changed.
 */
export class ChannelDirectory implements PaymentChannels {
  readonly #accounts: RecentAccounts;
  readonly #types: ChannelTypes;
  readonly #kinds: readonly ChannelKind[];
  readonly #environment: Environment;
  readonly #urls: Readonly<Record<string, string>>;
  readonly #alerts: Alerts;
  readonly #guard: (channel: PaymentChannel) => PaymentChannel;
  readonly #keyFor: MakeKey;
  readonly #simulators: ReadonlyMap<string, PaymentChannel>;
  readonly #opened = new Map<string, OpenedAccount>();

  /**
   * @param deps.kinds in order of preference
   * @param deps.sandboxProcessor null in production, which has no simulators
   * @param deps.guard wraps each channel when it is opened
   * @param deps.keyFor makes the idempotency keys of calls to processors
   * @param deps.urls addresses that replace the vendors' own, by channel type
   */
  constructor(deps: {
    accounts: ChannelAccounts;
    types: ChannelTypes;
    kinds: readonly ChannelKind[];
    environment: Environment;
    sandboxProcessor: SandboxProcessor | null;
    urls: Readonly<Record<string, string>>;
    alerts: Alerts;
    guard: (channel: PaymentChannel) => PaymentChannel;
    keyFor: MakeKey;
  }) {
    const { sandboxProcessor } = deps;
    this.#accounts = new RecentAccounts(deps.accounts);
    this.#types = deps.types;
    this.#kinds = deps.kinds;
    this.#environment = deps.environment;
    this.#urls = deps.urls;
    this.#alerts = deps.alerts;
    this.#guard = deps.guard;
    this.#keyFor = deps.keyFor;
    this.#simulators = new Map(
      sandboxProcessor === null
        ? []
        : deps.kinds.flatMap((kind) =>
            kind.accounts === 'sandbox'
              ? [[kind.channelType, deps.guard(kind.open(sandboxProcessor))] as const]
              : [],
          ),
    );
  }

  async all(): Promise<readonly PaymentChannel[]> {
    const accounts = await this.#accounts.list();
    return this.#kinds.flatMap((kind) => {
      const simulator = this.#simulators.get(kind.channelType);
      if (simulator !== undefined) return [simulator];
      return accounts.flatMap((account) =>
        account.channelType === kind.channelType ? this.#openedOf(account) : [],
      );
    });
  }

  async find(channelId: string): Promise<PaymentChannel | undefined> {
    const simulator = this.#simulators.get(channelId);
    if (simulator !== undefined) return simulator;
    const account = await this.#accounts.find(channelId);
    return account && this.#openedOf(account)[0];
  }

  async availableTo(merchantId: string): Promise<readonly PaymentChannel[]> {
    const accounts = await this.#accountsFor(merchantId);
    return this.#kinds.flatMap(({ channelType }) => {
      const simulator = this.#simulators.get(channelType);
      if (simulator !== undefined) return [simulator];
      const account = accounts.get(channelType);
      return account === undefined ? [] : this.#openedOf(account);
    });
  }

  async hasUnusable(merchantId: string): Promise<boolean> {
    const accounts = await this.#accountsFor(merchantId);
    return [...accounts.values()].some((account) => this.#openedOf(account).length === 0);
  }

  /**
   * Returns the active account of each channel type for a merchant's payments. The merchant's own account takes precedence over
   * the shared account, even if it cannot be opened. Otherwise, the merchant's money would go to the shared account.
   */
  async #accountsFor(merchantId: string): Promise<ReadonlyMap<string, ChannelAccount>> {
    const accounts = (await this.#accounts.listFor(merchantId)).filter(({ state }) => state === 'active');
    const own = accounts.filter((account) => account.merchantId === merchantId);
    return new Map([...accounts.toReversed(), ...own].map((account) => [account.channelType, account]));
  }

  async addedAt(channelId: string): Promise<Date | null> {
    return (await this.#accounts.find(channelId))?.createdAt ?? null;
  }

  openedWith(account: ChannelAccount): PaymentChannel | undefined {
    return this.#types.faultOf(account) === null ? this.#channelOf(account) : undefined;
  }

  async noteUse(channelId: string): Promise<'noted' | 'gone'> {
    return this.#simulators.has(channelId) ? 'noted' : this.#accounts.noteUse(channelId);
  }

  #openedOf(account: ChannelAccount): readonly PaymentChannel[] {
    let opened = this.#opened.get(account.channelId);
    if (opened === undefined || !isUnchanged(opened.account, account)) {
      opened = { account, channel: this.#open(account) };
      this.#opened.set(account.channelId, opened);
    }
    return opened.channel === null ? [] : [opened.channel];
  }

  #open(account: ChannelAccount): PaymentChannel | null {
    const reason = this.#types.faultOf(account);
    const channel = reason === null ? this.#channelOf(account) : undefined;
    if (channel === undefined) {
      const { channelId } = account;
      this.#alerts.raise({ kind: 'account_unusable', channelId, reason: reason ?? 'it cannot be opened' });
      return null;
    }
    return this.#withOpeningsNoted(this.#guard(channel), account);
  }

  /**
   * Extends the channel's method `open`: after it has opened a payment, it records in the database that the account has opened
   * one. From then on, an operator can replace the account's credentials only with other credentials for the same account.
   *
   * If the credentials were replaced while the payment was being opened, the payment is discarded. With the new credentials,
   * the gateway could not handle the payment's reports, refunds and disputes.
   */
  #withOpeningsNoted(channel: PaymentChannel, account: ChannelAccount): PaymentChannel {
    const open = channel.open.bind(channel);
    return Object.assign(channel, {
      open: async (order: OpeningOrder): Promise<OpeningAnswer> => {
        const answer = await open(order);
        if (answer.kind !== 'opened' || (await this.#accounts.noteOpening(account)) === 'noted')
          return answer;
        return { kind: 'unavailable', detail: 'its credentials were replaced while it opened the payment' };
      },
    });
  }

  /**
   * Opens the channel of an account. No limits apply to its calls yet; the caller adds them. Returns undefined if the account's
   * credentials cannot be used.
   */
  #channelOf({ channelId, channelType, credentials }: ChannelAccount): PaymentChannel | undefined {
    const kind = this.#kinds.find(isAccountKind(channelType));
    if (kind === undefined || credentials === null) return undefined;
    const { callbackSecretMember } = kind.describe(this.#environment);
    return kind.open({
      channelId,
      credentials: credentials.members,
      callbackSecrets: callbackSecretsOf(credentials, callbackSecretMember),
      url: this.#urls[channelType] ?? null,
      keyFor: this.#keyFor,
    });
  }
}

/**
 * Whether an account is unchanged. Comparing the revision is not enough: if an account was removed and added again, its
 * revisions start again from the same number, but its time of creation differs.
 */
function isUnchanged(one: ChannelAccount, other: ChannelAccount): boolean {
  return one.revision === other.revision && one.createdAt.getTime() === other.createdAt.getTime();
}

function isAccountKind(channelType: string): (kind: ChannelKind) => kind is AccountKind {
  return (kind): kind is AccountKind => kind.accounts === 'stored' && kind.channelType === channelType;
}
