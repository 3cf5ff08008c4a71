import type Stripe from 'stripe';

/**
 * What the gateway does with each type of entry in Stripe's ledger (`BalanceTransaction.Type` in the types of the `stripe`
 * package, and "Balance transaction types" in Stripe's documentation).
 */

type Literal<Text extends string> = Text extends unknown ? (string extends Text ? never : Text) : never;
type PublishedLedgerType = Literal<Stripe.BalanceTransaction.Type>;

/**
 * `read`: the entry moves the money of a payment, a refund or a dispute. `fee`: the entry is a fee that Stripe books
 * separately, or a tax on such a fee. `for_operator`: the entry may move the money of a payment, a refund or a dispute, but
 * nothing that Stripe publishes says how much of it, or what becomes of the payment, so an operator has to look at it. Any other
 * string says why the entry never moves such money.
 */
export const ledgerTypes = {
  adjustment: 'read',
  charge: 'read',
  payment: 'read',
  payment_failure_refund: 'read',
  payment_refund: 'read',
  refund: 'read',
  refund_failure: 'read',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payment_reversal: 'for_operator',
  payment_unreconciled: 'for_operator',
  advance: 'advances of Stripe to the account',
  advance_funding: 'advances of Stripe to the account',
  anticipation_repayment: 'advances of Stripe to the account',
  application_fee: 'fees of platforms, which the gateway does not charge',
  application_fee_refund: 'fees of platforms, which the gateway does not charge',
  climate_order_purchase: 'climate orders',
  climate_order_refund: 'climate orders',
  connect_collection_transfer: 'transfers between accounts',
  contribution: 'contributions to climate projects',
  fee_credit_funding: 'fees that belong to no single payment',
  inbound_transfer: 'the account’s own bank',
  inbound_transfer_reversal: 'the account’s own bank',
  issuing_authorization_hold: 'cards that the account issues',
  issuing_authorization_release: 'cards that the account issues',
  issuing_dispute: 'cards that the account issues',
  issuing_dispute_provisional_credit: 'cards that the account issues',
  issuing_dispute_provisional_credit_reversal: 'cards that the account issues',
  issuing_transaction: 'cards that the account issues',
  obligation_outbound: 'money between the account and Stripe',
  obligation_reversal_inbound: 'money between the account and Stripe',
  payment_network_reserve_hold: 'reserves of the account',
  payment_network_reserve_release: 'reserves of the account',
  payout: 'payouts to the account’s bank',
  payout_cancel: 'payouts to the account’s bank',
  payout_failure: 'payouts to the account’s bank',
  payout_minimum_balance_hold: 'payouts to the account’s bank',
  payout_minimum_balance_release: 'payouts to the account’s bank',
  reserve_hold: 'reserves of the account',
  reserve_release: 'reserves of the account',
  reserve_transaction: 'reserves of the account',
  reserved_funds: 'reserves of the account',
  stripe_balance_payment_debit: 'payments from the account’s balance, which the gateway does not make',
  stripe_balance_payment_debit_reversal:
    'payments from the account’s balance, which the gateway does not make',
  tax_fund: 'taxes of the account',
  topup: 'money that the account adds to its balance',
  topup_reversal: 'money that the account adds to its balance',
  transfer: 'transfers between accounts',
  transfer_cancel: 'transfers between accounts',
  transfer_failure: 'transfers between accounts',
  transfer_refund: 'transfers between accounts',
} as const satisfies Readonly<Record<PublishedLedgerType, string>>;

/** What "Balance transaction types" says about the entries for an operator. */
const meaningsForOperator: ReadonlyMap<string, string> = new Map([
  [
    'payment_reversal',
    'with which Stripe takes back the money of a payment after a bank has reported a debit or a failure',
  ],
  ['payment_unreconciled', 'which Stripe books for money that a customer has not used for ninety days'],
]);

/** Says what is known about the meaning of an entry that an operator has to look at. */
export function meaningForOperator(type: string): string {
  return meaningsForOperator.get(type) ?? 'whose meaning is not known here';
}

/** The categories of adjustments that are fees ("Reporting categories"). */
const feeCategories: ReadonlySet<string> = new Set(['fee', 'network_cost', 'tax']);

/** Whether an entry is only a fee, and moves no money of a payment, a refund or a dispute. */
export function isFeeAlone({
  type,
  reporting_category: category,
}: Pick<Stripe.BalanceTransaction, 'type' | 'reporting_category'>): boolean {
  if (type === 'adjustment') return feeCategories.has(category);
  return Object.hasOwn(ledgerTypes, type) && ledgerTypes[type as PublishedLedgerType] === 'fee';
}

/**
 * Whether an entry of a type can move the money of a payment, a refund or a dispute. For a type that Stripe adds later, the
 * answer is yes.
 */
export function mayMovePaymentMoney(type: string): boolean {
  if (!Object.hasOwn(ledgerTypes, type)) return true;
  const handling: string = ledgerTypes[type as PublishedLedgerType];
  return handling === 'read' || handling === 'for_operator';
}
