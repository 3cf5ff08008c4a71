/** Why an attempt is at its channel: for whoever asks later where a payment went. */
export interface AttemptRoute {
  readonly reason: RouteReason;
  /** At most `MAX_PASSED_OVER`, those that would have been preferred first. */
  readonly passedOver: readonly PassedOver[];
}

/** A channel that the payment did not go to, though the merchant has it. */
export interface PassedOver {
  readonly channelId: string;
  readonly reason: PassedOverReason;
}

export type RouteReason =
  /** No other channel could have served it. */
  | 'only'
  /** The first of those that could. */
  | 'preferred'
  /** One that was asked before it did not open the payment. */
  | 'failover'
  /** The circuits of those before it were open. */
  | 'circuit_open_elsewhere'
  /** Those before it had failed this order earlier. */
  | 'failed_elsewhere_before';

export type PassedOverReason =
  /** Asked in the same call, and gave no usable answer. */
  | 'unavailable'
  /** Asked in the same call, and refused. */
  | 'refused'
  | 'circuit_open'
  /** It failed this order before, so it comes last. */
  | 'failed_before'
  /** The routes lead to it, but it does not offer the method for this amount. */
  | 'not_offered'
  /** No route leads to it with this amount, this currency, this method, or at all. */
  | 'other_amount'
  | 'other_currency'
  | 'other_method'
  | 'no_route';

/** The order keeps the route of each of its attempts, so it must stay small. */
export const MAX_PASSED_OVER = 8;
