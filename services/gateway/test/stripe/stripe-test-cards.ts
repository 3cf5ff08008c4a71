import type { CardOutcome } from '../port-contracts/channel-bench.ts';

/** The numbers of Stripe's test cards ("Testing") that have a special outcome here. */
export const outcomes: Readonly<Record<string, CardOutcome>> = {
  '4000000000000002': 'declined',
  '4000000000009995': 'declined',
  '4000000000005126': 'refundFails',
};

/** What Stripe's test payment methods stand for ("Testing"). The last four test methods are those of Stripe's CLI too. */
export const testMethods: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_authenticationRequired: '4000000000003220',
  pm_card_refundFail: '4000000000005126',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeInquiry: '4000000000001976',
};

/** The disputes that some test cards cause, by the card's number. */
export const disputesOfCards: Readonly<Record<string, readonly [type: string, status: string]>> = {
  '4000000000000259': ['charge.dispute.created', 'needs_response'],
  '4000000000001976': ['charge.dispute.created', 'warning_needs_response'],
};

export const insufficientFunds = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};

export const cardDeclined = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};
