/**
 * Objects in the form in which Stripe publishes them: `openapi/fixtures3.json` of the repository `stripe/openapi`, commit
 * f6c2a48 of 2026-08-21. Members that the gateway does not read are left out, unless another form of theirs has led to a fault.
 */

export const publishedCharge = {
  id: 'ch_1PgafuB7WZ01zgkWXYmPNZs8',
  object: 'charge',
  amount: 100,
  amount_captured: 0,
  amount_refunded: 0,
  captured: false,
  currency: 'usd',
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  paid: true,
  payment_intent: null,
  payment_method_details: {
    type: 'card',
    card: { brand: 'visa', exp_month: 8, exp_year: 2030, funding: 'credit', last4: '4242', network: 'visa' },
  },
  refunded: false,
  refunds: { data: [], has_more: false, object: 'list' },
  status: 'succeeded',
};

export const publishedIntent = {
  id: 'pi_1PgafyB7WZ01zgkWSjxsAJo3',
  object: 'payment_intent',
  amount: 1_099,
  amount_capturable: 0,
  amount_received: 0,
  automatic_payment_methods: { enabled: true },
  capture_method: 'automatic',
  currency: 'usd',
  last_payment_error: { type: 'idempotency_error' },
  latest_charge: null,
  livemode: false,
  metadata: {},
  next_action: { type: 'type' },
  payment_method: null,
  payment_method_types: ['card'],
  status: 'requires_payment_method',
};

export const publishedRefund = {
  id: 're_1Pgc72B7WZ01zgkWqPvrRrPE',
  object: 'refund',
  amount: 100,
  balance_transaction: null,
  charge: 'ch_1PgafuB7WZ01zgkWXYmPNZs8',
  currency: 'usd',
  destination_details: { card: { type: 'reversal' }, type: 'card' },
  metadata: {},
  payment_intent: null,
  reason: null,
  status: 'succeeded',
};

export const publishedDispute = {
  id: 'dp_1Pgc71B7WZ01zgkWMevJiAUx',
  object: 'dispute',
  amount: 1_000,
  balance_transactions: [],
  charge: 'ch_1PgafuB7WZ01zgkWXYmPNZs8',
  currency: 'usd',
  enhanced_eligibility_types: ['visa_compelling_evidence_3'],
  evidence_details: {
    due_by: 1_723_679_999,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
  },
  is_charge_refundable: true,
  livemode: false,
  metadata: {},
  payment_intent: null,
  payment_method_details: {
    type: 'card',
    card: { brand: 'visa', case_type: 'inquiry', network: 'visa', network_reason_code: '10.4' },
  },
  reason: 'general',
  status: 'warning_needs_response',
};

export const publishedReview = {
  id: 'prv_1Pgc79B7WZ01zgkWT6khp5C3',
  object: 'review',
  charge: 'ch_1PgafuB7WZ01zgkWXYmPNZs8',
  closed_reason: null,
  livemode: false,
  open: true,
  opened_reason: 'rule',
  reason: 'reason',
};

/** In the published object, `payment_intent` is left out. */
export const publishedFraudWarning = {
  id: 'issfr_1Pgc79B7WZ01zgkWxwDzEIPX',
  object: 'radar.early_fraud_warning',
  actionable: true,
  charge: 'ch_1234',
  fraud_type: 'misc',
  livemode: false,
};

/** The enums of the published descriptions of these objects, version 2026-10-28.endive. */
export const publishedStatuses = {
  payment_intent: [
    'canceled',
    'processing',
    'requires_action',
    'requires_capture',
    'requires_confirmation',
    'requires_payment_method',
    'succeeded',
  ],
  refund: ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'],
  dispute: [
    'appeal_needs_response',
    'appeal_under_review',
    'lost',
    'needs_response',
    'prevented',
    'under_review',
    'warning_closed',
    'warning_needs_response',
    'warning_under_review',
    'won',
  ],
} as const;

export const publishedCaseTypes = ['block', 'chargeback', 'compliance', 'inquiry', 'resolution'] as const;

export const publishedDisputeReasons = [
  'bank_cannot_process',
  'check_returned',
  'credit_not_processed',
  'customer_initiated',
  'debit_not_authorized',
  'duplicate',
  'fraudulent',
  'general',
  'incorrect_account_details',
  'insufficient_funds',
  'noncompliant',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const;
