/** Why an attempt went to its channel. The order keeps this, because an operator or a merchant may ask later. */
export interface AttemptRoute {
  readonly reason: RouteReason;
  /** The merchant's other channels, at most `MAX_PASSED_OVER`. Channels that were preferred over the chosen one come first. */
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
  /**
   * All more preferred channels were closed to new payments, because too many of their calls had failed (their circuits were
   * open).
   */
  | 'circuit_open_elsewhere'
  /** All more preferred channels had failed for this order earlier. */
  | 'failed_elsewhere_before';

export type PassedOverReason =
  /** The same call asked this channel before, and the channel gave no usable answer. */
  | 'unavailable'
  /** The same call asked this channel before, and the channel refused. */
  | 'refused'
  | 'circuit_open'
  /** The channel had failed for this order earlier, so it comes after all others. */
  | 'failed_before'
  /** A route leads to the channel, but the channel does not offer the payment method for this amount. */
  | 'not_offered'
  /**
   * No route leads this payment to the channel: every route to it is for other amounts, currencies or methods. `no_route`:
   * there is no route to the channel at all.
   */
  | 'other_amount'
  | 'other_currency'
  | 'other_method'
  | 'no_route';

/**
 * The maximum number of other channels that an attempt's route lists. An order stores a route for each attempt, so a route must
 * stay small.
 */
export const MAX_PASSED_OVER = 8;
