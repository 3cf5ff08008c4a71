import type { CardOutcome } from '../port-contracts/channel-bench.ts';

/**
 * The objects that Stripe returns, in the format of its published API reference (PaymentIntent, Charge, Refund, Balance
 * Transaction, Dispute), without the members that do not matter here. Events and errors are in the files that create them.
 */

/** What the consumer has paid with: a card that was typed, or a wallet. */
export type PaidWith = 'card' | 'apple_pay' | 'google_pay' | 'link';

export interface Intent {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  metadata: Readonly<Record<string, string>>;
  /** Copied from the intent when the charge was made, and edited apart from it. */
  chargeMetadata: Readonly<Record<string, string>>;
  readonly methodTypes: readonly string[];
  status: string;
  lastError: object | null;
  outcome: CardOutcome | null;
  paidWith: PaidWith;
  /** Where 3-D Secure leads back to. */
  returnUrl: string | null;
  /** The transaction that reverses the payment's first one, because a bank has refused the direct debit. */
  failedBy: string | null;
}

/** An entry of Stripe's ledger. The object that it is about is shown in its present state. */
export interface BalanceTransaction {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  /** Null if the entry names no object, such as a fee of the account. */
  readonly source: Intent | Refund | Dispute | null;
  /** Given if it differs from the type, as that of an adjustment does. */
  readonly category?: 'dispute' | 'dispute_reversal' | 'refund_failure' | 'fee' | 'network_cost' | 'tax';
  /** Given if it moves another amount than that of its source. */
  readonly part?: number;
}

export interface Dispute {
  readonly id: string;
  readonly object: 'dispute';
  readonly intent: Intent;
  readonly amount: number;
  status: string;
  /** In seconds. */
  dueBy: number | null;
  readonly moves: BalanceTransaction[];
  /** How the card network handles it: `chargeback`, `inquiry`, `block` and others. */
  caseType: string;
}

export interface Refund {
  readonly id: string;
  readonly intent: Intent;
  readonly amount: number;
  readonly metadata: Readonly<Record<string, string>>;
  status: string;
  failedBy: string | null;
  /** Why it is pending; null if it is not pending. */
  waitsFor: 'processing' | 'insufficient_funds' | 'charge_pending' | null;
}

export function intentBody(intent: Intent, isExpanded = false): object {
  const isPaid = intent.status === 'succeeded';
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_received: isPaid ? intent.amount : 0,
    currency: intent.currency,
    client_secret: `${intent.id}_secret_1`,
    last_payment_error: intent.lastError,
    latest_charge: isPaid ? (isExpanded ? chargeBody(intent) : `ch_${intent.id}`) : null,
    metadata: intent.metadata,
    next_action:
      intent.status === 'requires_action'
        ? {
            type: 'redirect_to_url',
            redirect_to_url: {
              url: `https://hooks.stripe.com/3d_secure/${intent.id}`,
              return_url: intent.returnUrl,
            },
          }
        : null,
    status: intent.status,
  };
}

export function chargeBody(intent: Intent): object {
  return {
    id: `ch_${intent.id}`,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    captured: true,
    paid: intent.status !== 'processing' && intent.failedBy === null,
    status: intent.failedBy !== null ? 'failed' : intent.status === 'processing' ? 'pending' : 'succeeded',
    failure_balance_transaction: intent.failedBy,
    currency: intent.currency,
    metadata: intent.chargeMetadata,
    payment_intent: intent.id,
    payment_method_details: detailsOf(intent.paidWith),
  };
}

/** For Link, Stripe does not tell what pays behind it ("Link in different payment integrations"). */
function detailsOf(paidWith: PaidWith): object {
  if (paidWith === 'link') return { type: 'link', link: { country: 'US' } };
  const wallet = paidWith === 'card' ? null : { type: paidWith, [paidWith]: {}, dynamic_last4: null };
  return { type: 'card', card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2090, wallet } };
}

export function refundBody(refund: Refund): object {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    currency: refund.intent.currency,
    payment_intent: refund.intent.id,
    metadata: refund.metadata,
    status: refund.status,
    failure_balance_transaction: refund.failedBy,
    ...(refund.waitsFor && { pending_reason: refund.waitsFor }),
    ...(refund.status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
  };
}

export function disputeBody(dispute: Dispute): object {
  const { id, intent, amount, status, dueBy, moves, caseType } = dispute;
  return {
    id,
    object: 'dispute',
    amount,
    currency: intent.currency,
    charge: `ch_${intent.id}`,
    payment_intent: intent.id,
    livemode: false,
    metadata: {},
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', case_type: caseType, network: 'visa', network_reason_code: '10.4' },
    },
    reason: 'fraudulent',
    status,
    evidence_details: { due_by: dueBy, has_evidence: false, past_due: false, submission_count: 0 },
    // They name it by its ID.
    balance_transactions: moves.map((move) => transactionBody(move, id)),
  };
}

export function ledgerBody(transaction: BalanceTransaction): { id: string } {
  const { source } = transaction;
  return transactionBody(transaction, source && sourceBody(source));
}

/** The fees of the account, by category. Stripe keeps the fee of a payment that is refunded. */
const feesOf: Readonly<Record<string, (amount: number) => number>> = {
  charge: (amount) => 25 + Math.round(amount * 0.015),
  payment: () => 35,
  dispute: () => 2_000,
};

function transactionBody(
  { id, type, created, source, category, part = source?.amount ?? 0 }: BalanceTransaction,
  shownSource: object | string | null,
): { id: string } {
  const isOut = type === 'refund' || type === 'payment_failure_refund' || category === 'dispute';
  const amount = isOut ? -part : part;
  const fee = source === null ? 0 : (feesOf[category ?? type]?.(source.amount) ?? 0);
  return {
    id,
    object: 'balance_transaction',
    type,
    reporting_category: category ?? type,
    created,
    amount,
    fee,
    net: amount - fee,
    currency: source === null ? 'eur' : 'intent' in source ? source.intent.currency : source.currency,
    source: shownSource,
  } as { id: string };
}

function sourceBody(source: NonNullable<BalanceTransaction['source']>): object {
  if ('object' in source) return disputeBody(source);
  return 'intent' in source ? refundBody(source) : chargeBody(source);
}

/**
 * The account's payment method configurations, in the form of `payment_method_configuration` in `openapi/fixtures3.json` of
 * `stripe/openapi`. The first one is a Connect platform's and a default of its own, the second one is no default.
 */
export function configurationsBody(switchedOn: readonly string[]): object {
  const banks = ['ideal', 'bancontact', 'eps', 'p24', 'blik', 'klarna', 'sepa_debit'];
  const types = ['card', 'cartes_bancaires', ...banks];
  const methodOf = (isOn: boolean) => {
    const value = isOn ? 'on' : 'off';
    return { available: isOn, display_preference: { overridable: null, preference: value, value } };
  };
  const configuration = (
    id: string,
    { isDefault = false, application = null }: { isDefault?: boolean; application?: string | null },
    isOn: (type: string) => boolean,
  ) => ({
    id,
    object: 'payment_method_configuration',
    active: true,
    application,
    parent: application && 'pmc_parent',
    is_default: isDefault,
    livemode: false,
    ...Object.fromEntries(types.map((type) => [type, methodOf(isOn(type))])),
  });
  const data = [
    configuration('pmc_1', { isDefault: true, application: 'ca_1' }, () => true),
    configuration('pmc_2', {}, () => true),
    configuration('pmc_3', { isDefault: true }, (type) => switchedOn.includes(type)),
  ];
  return { object: 'list', url: '/v1/payment_method_configurations', has_more: false, data };
}

/** The states in which a payment can be cancelled: "Cancel a PaymentIntent". */
export const CANCELLABLE: ReadonlySet<string> = new Set([
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
]);
