import type { Snapshot } from '../../domain/audit-entry.ts';
import type { ChannelAccount } from '../../domain/channel-account/channel-account.ts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import type { OperatorToken } from '../../domain/operator/operator-token.ts';
import { isOrderId, orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { OperatorTokens } from '../../ports/operator-tokens.ts';
import type { OrderRepository } from '../../ports/order-repository.ts';

/**
 * The maximum number of objects that are described. If a change affects more objects, the audit log has only the change's
 * details.
 */
const MAX_OBJECTS = 10;

interface Dependencies {
  readonly merchants: MerchantRepository;
  readonly accounts: ChannelAccounts;
  readonly orders: OrderRepository;
  readonly operatorTokens: OperatorTokens;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Describes objects for the audit log, before and after an operator changes them. The descriptions never contain keys or
 * secrets.
 */
export class DescribeObjects {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param ids the IDs of merchants, channels, orders, parts of orders, and operators' tokens; other IDs are ignored */
  async execute(ids: readonly string[]): Promise<Snapshot> {
    const objects = new Map<string, Members>();
    for (const id of new Set(ids.slice(0, MAX_OBJECTS).map((given) => orderIdOf(given) ?? given))) {
      const members = await this.#describe(id);
      if (members !== undefined) objects.set(id.replaceAll('.', '_'), members);
    }
    return JSON.parse(JSON.stringify(Object.fromEntries(objects))) as Snapshot;
  }

  async #describe(id: string): Promise<Members | undefined> {
    const { merchants, accounts, orders, operatorTokens } = this.#deps;
    if (isOrderId(id)) return described(await orders.find(id), describeOrder);
    if (id.startsWith('opt_')) return described(await operatorTokens.find(id), describeToken);
    if (id.startsWith('mer_')) return described(await merchants.findLatest(id), describeMerchant);
    return described(await accounts.find(id), describeAccount);
  }
}

function described<Value>(
  value: Value | undefined,
  describe: (value: Value) => Members,
): Members | undefined {
  return value === undefined ? undefined : describe(value);
}

function describeMerchant({ webhook, branding, keys, ...merchant }: Merchant): Members {
  return {
    state: merchant.state,
    name: merchant.name,
    ip_allow_list: merchant.ipAllowList,
    order_validity_seconds: merchant.orderValiditySeconds,
    may_take_card_numbers: merchant.mayTakeCardNumbers,
    allowed_origins: merchant.allowedOrigins,
    routes: merchant.routes,
    method_order: merchant.methodOrder,
    accent_color: branding.accentColor,
    webhook_url: webhook.url,
    webhook_switched_off: webhook.isSwitchedOff,
    previous_webhook_secret_ends_at: webhook.previousSecretEndsAt,
    active_keys: keys.filter(({ revokedAt }) => revokedAt === null).map(({ keyId }) => keyId),
    revision: merchant.revision,
  };
}

function describeAccount(account: ChannelAccount): Members {
  const { channelType, merchantId, state, credentialsChangedAt, retiredAt, revision } = account;
  return {
    channel_type: channelType,
    merchant_id: merchantId,
    state,
    credentials_changed_at: credentialsChangedAt,
    has_previous_callback_secret: account.credentials?.previousCallbackSecret != null,
    retired_at: retiredAt,
    revision,
  };
}

function describeOrder({ state, version, attempts, refunds, dispute, settledCases }: PaymentOrder): Members {
  return {
    state,
    version,
    attempts: attempts.map((attempt) => `${attempt.attemptId} ${attempt.state}`),
    refunds: refunds.map((refund) => `${refund.refundId} ${refund.state}`),
    dispute: dispute?.state ?? null,
    settled_cases: settledCases.length,
  };
}

function describeToken({ name, role, expiresAt, revokedAt }: OperatorToken): Members {
  return { name, role, expires_at: expiresAt, revoked_at: revokedAt };
}
