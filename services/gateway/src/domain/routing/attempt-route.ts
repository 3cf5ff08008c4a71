/** Why an attempt went to its channel. The order keeps this for people who ask later where a payment went. */
export interface AttemptRoute {
  readonly reason: RouteReason;
  /** At most `MAX_PASSED_OVER` channels; those preferred over the chosen channel come first. */
  readonly passedOver: readonly PassedOver[];
}

/** One of the merchant's channels to which the payment did not go. */
export interface PassedOver {
  readonly channelId: string;
  readonly reason: PassedOverReason;
}

export type RouteReason =
  /** No other channel could have served the payment. */
  | 'only'
  /** The channel was the most preferred of those that could serve the payment. */
  | 'preferred'
  /** Another channel was asked first and did not open the payment. */
  | 'failover'
  /** All more preferred channels got no new payments, because their circuits were open. */
  | 'circuit_open_elsewhere'
  /** All more preferred channels had failed this order earlier. */
  | 'failed_elsewhere_before';

export type PassedOverReason =
  /** The channel was asked in the same call and gave no usable answer. */
  | 'unavailable'
  /** Asked in the same call, and refused. */
  | 'refused'
  | 'circuit_open'
  /** The channel had failed this order before, so it comes after all others. */
  | 'failed_before'
  /** A route leads to the channel, but the channel does not offer the payment method for this amount. */
  | 'not_offered'
  /** No route for this payment's amount, currency or method leads to the channel. `no_route`: no route at all leads there. */
  | 'other_amount'
  | 'other_currency'
  | 'other_method'
  | 'no_route';

/**
 * The maximum number of passed-over channels in a route. An order stores a route for each attempt, so a route must stay small.
 */
export const MAX_PASSED_OVER = 8;
