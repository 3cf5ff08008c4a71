/** Why an attempt is at its channel, for people who ask later where a payment went. */
export interface AttemptRoute {
  readonly reason: RouteReason;
  /** At most `MAX_PASSED_OVER`; channels that would have been preferred come first. */
  readonly passedOver: readonly PassedOver[];
}

/** One of the merchant's channels that were passed over for the payment. */
export interface PassedOver {
  readonly channelId: string;
  readonly reason: PassedOverReason;
}

export type RouteReason =
  /** No other channel could have served the payment. */
  | 'only'
  /** The first of the channels that could serve the payment. */
  | 'preferred'
  /** A channel that was asked earlier did not open the payment. */
  | 'failover'
  /** The circuits of the channels preferred over it were open. */
  | 'circuit_open_elsewhere'
  /** The channels preferred over it had failed this order earlier. */
  | 'failed_elsewhere_before';

export type PassedOverReason =
  /** Asked in the same call, without a usable answer. */
  | 'unavailable'
  /** Asked in the same call, and refused. */
  | 'refused'
  | 'circuit_open'
  /** The channel failed this order before, so it comes last. */
  | 'failed_before'
  /** A route leads to the channel, but the channel does not offer the method for this amount. */
  | 'not_offered'
  /** No route leads to the channel for this amount, currency or method, or no route leads there at all. */
  | 'other_amount'
  | 'other_currency'
  | 'other_method'
  | 'no_route';

/** The order stores the route of each of its attempts, so the route must stay small. */
export const MAX_PASSED_OVER = 8;
