import type { Money } from '@kassa/contracts';
import type { PaymentAttempt } from '../../../src/domain/attempt/payment-attempt.ts';
import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import type { Refund } from '../../../src/domain/refund/refund.ts';

/** Reads the parts of an order for the invariants, without the domain's own sums. */

export function sumMinor(parts: readonly { readonly amount: Money }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}

export const merchantRefunds = ({ refunds }: PaymentOrder) =>
  refunds.filter(({ origin }) => origin === 'merchant');
export const automaticRefunds = ({ refunds }: PaymentOrder) =>
  refunds.filter(({ origin }) => origin !== 'merchant');
/** Made or still pending. */
export const isHeld = ({ state }: Refund) => state !== 'FAILED' && state !== 'CANCELLED';
/** The refunds that the merchant requested, without those that correct other refunds or were made at the processor. */
const requestedRefunds = (order: PaymentOrder) =>
  merchantRefunds(order).filter(
    ({ correctsRefundId, isMadeAtProcessor }) => correctsRefundId === undefined && !isMadeAtProcessor,
  );
/** The amount of the refunds that somebody made at the processor by hand. */
export const madeAtProcessorOf = (order: PaymentOrder) =>
  sumMinor(merchantRefunds(order).filter((refund) => refund.isMadeAtProcessor && isHeld(refund)));
/**
 * The amount that the merchant has requested, even if an operator found that another amount was returned. If an operator
 * returned the money of a failed or withdrawn refund by hand, the merchant may have requested another refund of it before.
 */
export const requestedOf = (order: PaymentOrder) =>
  sumMinor(
    requestedRefunds(order)
      .filter(isHeld)
      .filter(({ refundId, isMadeByHand }) => !isMadeByHand || !isFoundMade(order, refundId))
      .map(({ amount, requestedAmount = amount }) => ({ amount: requestedAmount })),
  );
/** The amount that is recorded as returned at the channel for a refund, together with the refunds that correct it. */
export const madeAtChannelOf = ({ refunds }: PaymentOrder, id: string) =>
  sumMinor(
    refunds.filter(
      ({ refundId, correctsRefundId, state, isMadeByHand }) =>
        (correctsRefundId ?? refundId) === id && state === 'SUCCESS' && !isMadeByHand,
    ),
  );
/** Whether an operator found a failed or withdrawn refund made. The operator may have looked before the refund failed. */
export const isFoundMade = (order: PaymentOrder, id: string) =>
  movesToSuccess(order, id).some(({ from }) => from === 'FAILED' || from === 'CANCELLED');
/** Whether the order has counted a refund as made, at any time. */
export const isEverMade = (order: PaymentOrder, id: string) => movesToSuccess(order, id).length > 0;
const movesToSuccess = ({ refunds, history }: PaymentOrder, id: string) =>
  history
    .flatMap(({ moves }) => moves)
    .filter(
      ({ subject, to }) =>
        to === 'SUCCESS' && subject === `refund ${refunds.findIndex(({ refundId }) => refundId === id) + 1}`,
    );
/** The amount that operators have recorded as returned outside the channel. */
export const returnedByHandOf = ({ refunds }: PaymentOrder) =>
  sumMinor(refunds.filter(({ isMadeByHand, state }) => isMadeByHand && state === 'SUCCESS'));
export const reservedOf = (order: PaymentOrder) => sumMinor(merchantRefunds(order).filter(isHeld));
export const madeOf = (order: PaymentOrder) =>
  sumMinor(merchantRefunds(order).filter(({ state }) => state === 'SUCCESS'));
export const lostDisputesOf = ({ dispute, lostDisputes, paidAt }: PaymentOrder) =>
  paidAt === null ? [] : [...lostDisputes, ...(dispute?.state === 'lost' ? [dispute] : [])];
/** The amount of an attempt's payment that operators have recorded as never collected. */
export const writtenOffOf = (order: PaymentOrder, id: string) =>
  sumMinor(lostDisputesOf(order).filter(({ isUncollected, attemptId }) => isUncollected && attemptId === id));
export const lostOf = (order: PaymentOrder) => sumMinor(lostDisputesOf(order));
/** The state of a refund at its channel. What an operator returned outside the channel did not succeed there. */
export const stateAtChannel = ({ state, isMadeByHand }: Refund) =>
  isMadeByHand && state === 'SUCCESS' ? 'FAILED' : state;
export const isEnded = ({ state }: Refund) =>
  state === 'SUCCESS' || state === 'FAILED' || state === 'CANCELLED';
export const isAlive = ({ state }: PaymentAttempt) =>
  state === 'OPENING' || state === 'OPEN' || state === 'SUBMITTED';

export function attemptOf(order: PaymentOrder, attemptId: string): PaymentAttempt | undefined {
  return order.attempts.find((attempt) => attempt.attemptId === attemptId);
}
