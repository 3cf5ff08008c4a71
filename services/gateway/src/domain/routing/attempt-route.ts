/**
 * Why the gateway chose the channel of an attempt. The order stores the reason, because an operator or a merchant may ask
 * later.
 */
export interface AttemptRoute {
  readonly reason: RouteReason;
  /**
   * The merchant's channels that the gateway did not choose for the payment, at most `MAX_PASSED_OVER`. Those that were
   * preferred to the chosen channel come first.
   */
  readonly passedOver: readonly PassedOver[];
}

/** One of the merchant's channels that the gateway did not choose for the payment. */
export interface PassedOver {
  readonly channelId: string;
  readonly reason: PassedOverReason;
}

export type RouteReason =
  /** The chosen channel was the only one that could serve the payment. */
  | 'only'
  /** The chosen channel was the most preferred of those that could serve the payment. */
  | 'preferred'
  /** The gateway first asked another channel, which did not open the payment. The chosen channel is the replacement. */
  | 'failover'
  /**
   * All channels that are preferred to the chosen one were closed to new payments, because too many of their calls had failed
   * (their circuits were open).
   */
  | 'circuit_open_elsewhere'
  /** All channels that are preferred to the chosen one had failed for this order earlier. */
  | 'failed_elsewhere_before';

export type PassedOverReason =
  /** The gateway asked this channel before the chosen one, but got no usable answer. */
  | 'unavailable'
  /** The gateway asked this channel before the chosen one, but the channel refused to open the payment. */
  | 'refused'
  | 'circuit_open'
  /** This channel had failed for the order earlier, so it comes after all others. */
  | 'failed_before'
  /** A route leads to the channel, but the channel does not offer the payment method for this amount. */
  | 'not_offered'
  /**
   * The routes to this channel are only for other amounts (`other_amount`), other currencies (`other_currency`) or other
   * payment methods (`other_method`). `no_route`: no route sends payments to this channel.
   */
  | 'other_amount'
  | 'other_currency'
  | 'other_method'
  | 'no_route';

/**
 * The maximum number of channels in an attempt's list of channels that were not chosen. An order stores such a list for each
 * attempt, so each list must stay small.
 */
export const MAX_PASSED_OVER = 8;
