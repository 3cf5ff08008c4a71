import type { Money } from '@kassa/contracts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { recordsOfDispute } from '../order/quarantine.ts';
import { disputesOf } from '../settlement/money-moves.ts';

/**
 * The largest allowed ratio of a disputed amount to the payment. A currency conversion can make the disputed amount a little
 * larger than the payment. A much larger amount is a mistake, and the gateway must not pass it on to the merchant.
 */
const MOST_TIMES = 2;

/**
 * Whether a disputed amount is plausible: it is positive, has the payment's currency and is not much larger than the payment.
 */
export function canBeDisputed({ amountMinor, currency }: Money, paid: Money): boolean {
  return (
    currency === paid.currency &&
    Number.isSafeInteger(amountMinor) &&
    amountMinor >= 1 &&
    amountMinor <= paid.amountMinor * MOST_TIMES
  );
}

/**
 * Returns the largest amount, in minor units, that an operator can record as lost by a dispute: the amount that was paid or, if
 * the channel has named a larger amount for this dispute, that larger amount.
 */
export function mostLostMinor(order: PaymentOrder, channelReference: string): number {
  const recorded = disputesOf(order)
    .filter((dispute) => dispute.channelReference === channelReference)
    .flatMap(({ amount, openingAmount = amount }) => [amount, openingAmount]);
  const reported = recordsOfDispute(order, channelReference).map((record) => record.reported);
  const named = [...recorded, ...reported].filter((amount) => canBeDisputed(amount, order.amount));
  return Math.max(order.amount.amountMinor, ...named.map(({ amountMinor }) => amountMinor));
}
