/**
 * States of a refund, with their codes (section 3.2 of the interface specification that Kassa implements). The codes differ
 * from those of the order's states.
 */
export const refundStateCodes = {
  INITIALISED: 0,
  PROCESSING: 1,
  SUCCESS: 2,
  CANCELLED: 5,
  FAILED: 6,
} as const;

export type RefundState = keyof typeof refundStateCodes;
export type RefundStateCode = (typeof refundStateCodes)[RefundState];

export const refundStates = Object.keys(refundStateCodes) as readonly RefundState[];

export const refundStateMeanings: Readonly<Record<RefundState, string>> = {
  INITIALISED: 'The refund was accepted, and its amount is reserved. The channel does not have it yet.',
  PROCESSING: 'The refund was sent to the channel, or is being sent; its amount is reserved.',
  SUCCESS: 'The money was returned.',
  CANCELLED: 'The refund was withdrawn before it reached the channel; its amount can be refunded again.',
  FAILED:
    'The channel refused the refund or took it back after it was made, or an operator found that it was not made; its amount can be refunded again.',
};

/** Every transition of a refund. */
export const refundTransitions = [
  { from: 'INITIALISED', cause: 'sent_to_channel', to: 'PROCESSING' },
  { from: 'INITIALISED', cause: 'withdrawn', to: 'CANCELLED' },
  // The channel does not have the refund, so the gateway must send the refund again. Either the last attempt sent nothing, or
  // the channel says that it never received the refund, or the channel refused the refund because it has not captured the
  // payment yet.
  { from: 'PROCESSING', cause: 'not_sent', to: 'INITIALISED' },
  { from: 'PROCESSING', cause: 'channel_returned_money', to: 'SUCCESS' },
  { from: 'PROCESSING', cause: 'channel_refused', to: 'FAILED' },
  // The channel first reported the refund as made, and later reports that the money came back, for example because the
  // consumer's account is closed. This can happen once.
  { from: 'SUCCESS', cause: 'channel_took_back', to: 'FAILED' },
  // An operator can change a failed or cancelled refund to SUCCESS, after finding that the channel made the refund after all,
  // or that the consumer got the money in another way.
  { from: 'CANCELLED', cause: 'found_made', to: 'SUCCESS' },
  { from: 'FAILED', cause: 'found_made', to: 'SUCCESS' },
] as const satisfies readonly { from: RefundState; cause: string; to: RefundState }[];

export type RefundTransitionCause = (typeof refundTransitions)[number]['cause'];

/**
 * Whether a refund in this state reserves part of the order's amount. Pending and completed refunds do; failed and cancelled
 * ones do not.
 */
export const refundReservesAmount: Readonly<Record<RefundState, boolean>> = {
  INITIALISED: true,
  PROCESSING: true,
  SUCCESS: true,
  CANCELLED: false,
  FAILED: false,
};

/** Who caused a refund, as merchants see it. */
export const shownRefundOrigins = ['merchant', 'gateway', 'channel'] as const;
export type ShownRefundOrigin = (typeof shownRefundOrigins)[number];
