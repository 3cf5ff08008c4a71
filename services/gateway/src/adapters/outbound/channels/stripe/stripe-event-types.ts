import type Stripe from 'stripe';

/**
 * What the gateway does with each type of event that Stripe publishes (`Event.type` in the types of the `stripe` package, and
 * "Types of events" in Stripe's documentation).
 */

/** An event that the gateway applies, by the object that the event contains. */
export type AppliedAs = 'intent' | 'charge' | 'refund' | 'refunds_of_charge' | 'dispute';

const applied = {
  'payment_intent.succeeded': 'intent',
  'payment_intent.payment_failed': 'intent',
  'payment_intent.canceled': 'intent',
  // Shows that the consumer has confirmed the payment, even if the page did not tell the gateway.
  'payment_intent.processing': 'intent',
  // Events about charges are applied too, because only they say which card was used.
  'charge.succeeded': 'charge',
  'charge.captured': 'charge',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  // The older name of `refund.updated`. Its object is the refund as well.
  'charge.refund.updated': 'refund',
  // Contains the charge without its refunds, so the gateway lists the refunds itself. For accounts with an API version before
  // 2024-10-28.acacia, this is the only event about a new refund of a charge.
  'charge.refunded': 'refunds_of_charge',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
} as const satisfies Partial<Record<Stripe.Event['type'], AppliedAs>>;

/** Events that only an operator can act on, if they are about a payment of the gateway. The value says why. */
const forOperator = {
  'payment_intent.partially_funded': 'Stripe has received only a part of the amount',
  'radar.early_fraud_warning.created': 'the card’s issuer suspects fraud: a refund can prevent a dispute',
  'review.opened': 'Stripe asks for a review of the payment',
} as const satisfies Partial<Record<Stripe.Event['type'], string>>;

/** Events that are applied but need not be sent to the gateway. The value says why. */
const dispensable = {
  'charge.captured': 'payment_intent.succeeded follows',
  'charge.refund.updated': 'refund.updated says the same',
  'charge.refunded': 'refund.created and refund.updated say more',
} as const satisfies Partial<Record<keyof typeof applied, string>>;

/**
 * The events that the account's webhook endpoint must send. From these events, the gateway learns the results of payments,
 * refunds and disputes, and about things that only an operator can act on.
 */
export const neededEvents: readonly string[] = [...Object.keys(applied), ...Object.keys(forOperator)].filter(
  (type) => !Object.hasOwn(dispensable, type),
);

/**
 * Events about payments that change nothing, because the gateway gets the same information in another way. The value says in
 * which way.
 */
const noted = {
  'charge.expired': 'payment_intent.canceled follows',
  'charge.failed': 'payment_intent.payment_failed says the same',
  'charge.pending': 'the result follows',
  'charge.updated': 'changes no amount and no state',
  'payment_intent.amount_capturable_updated': 'the gateway asks for the state and captures the money',
  'payment_intent.created': 'the gateway has created it itself',
  'payment_intent.requires_action': 'the consumer is led to the action in the browser',
  'radar.early_fraud_warning.updated': 'radar.early_fraud_warning.created was reported to the operator',
  'review.closed': 'events about refunds and disputes report its outcome',
} as const satisfies Partial<Record<Stripe.Event['type'], string>>;

/** The prefixes of event types that never concern a payment of the gateway. The value says why. */
const irrelevant = {
  account: 'the account’s own data',
  application_fee: 'fees of platforms, which the gateway does not charge',
  apps: 'apps in the dashboard',
  balance: 'the account’s balance; the books are read from the ledger',
  balance_settings: 'the account’s balance',
  billing: 'Billing, which the gateway does not use',
  billing_portal: 'Billing, which the gateway does not use',
  capability: 'the account’s own data',
  cash_balance: 'consumers’ balances, which the gateway does not use',
  checkout: 'Checkout sessions, which the gateway does not create',
  climate: 'climate orders',
  coupon: 'Billing, which the gateway does not use',
  credit_note: 'Billing, which the gateway does not use',
  customer: 'customers, which the gateway does not create',
  customer_cash_balance_transaction: 'consumers’ balances, which the gateway does not use',
  entitlements: 'Billing, which the gateway does not use',
  file: 'files in the dashboard',
  financial_connections: 'bank accounts of others, which the gateway does not read',
  identity: 'identity checks, which the gateway does not make',
  invoice: 'Billing, which the gateway does not use',
  invoice_payment: 'Billing, which the gateway does not use',
  invoiceitem: 'Billing, which the gateway does not use',
  issuing_authorization: 'cards that the account issues',
  issuing_card: 'cards that the account issues',
  issuing_cardholder: 'cards that the account issues',
  issuing_dispute: 'cards that the account issues',
  issuing_personalization_design: 'cards that the account issues',
  issuing_token: 'cards that the account issues',
  issuing_transaction: 'cards that the account issues',
  mandate: 'mandates; each is used for one payment only',
  payment_link: 'payment links, which the gateway does not create',
  payment_method: 'stored payment methods, which the gateway does not keep',
  payout: 'payouts to the account’s bank',
  person: 'the account’s own data',
  plan: 'Billing, which the gateway does not use',
  price: 'Billing, which the gateway does not use',
  product: 'Billing, which the gateway does not use',
  promotion_code: 'Billing, which the gateway does not use',
  quote: 'Billing, which the gateway does not use',
  reporting: 'reports, which the gateway does not order',
  reserve: 'the account’s balance',
  setup_intent: 'stored payment methods, which the gateway does not keep',
  sigma: 'reports, which the gateway does not order',
  source: 'the older Sources API, which the gateway does not use',
  subscription_schedule: 'Billing, which the gateway does not use',
  tax: 'tax settings',
  tax_rate: 'tax settings',
  terminal: 'card readers',
  test_helpers: 'test clocks',
  three_d_secure: 'authentications without a payment; those of payments end with the payment intent',
  topup: 'the account’s balance',
  transfer: 'transfers between accounts',
  treasury: 'Treasury, which the gateway does not use',
} as const;

type Listed = keyof typeof applied | keyof typeof forOperator | keyof typeof noted;

/** The published event types that this file does not list. If there are any, a test does not compile. */
export type UnlistedEventType = Exclude<
  Stripe.Event['type'],
  Listed | `${keyof typeof irrelevant}.${string}`
>;

export type EventHandling =
  | { readonly kind: 'applied'; readonly as: AppliedAs }
  | { readonly kind: 'for_operator' | 'noted' | 'irrelevant'; readonly because: string }
  /** Stripe had not published this type when this version of the gateway was made. */
  | { readonly kind: 'unpublished' };

export function handlingOf(type: string): EventHandling {
  const as = entry(applied, type);
  if (as !== undefined) return { kind: 'applied', as };
  const task = entry(forOperator, type);
  if (task !== undefined) return { kind: 'for_operator', because: task };
  const elsewhere = entry(noted, type);
  if (elsewhere !== undefined) return { kind: 'noted', because: elsewhere };
  const reason = entry(irrelevant, type.split('.')[0] ?? '');
  return reason === undefined ? { kind: 'unpublished' } : { kind: 'irrelevant', because: reason };
}

function entry<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
