import { refundedMinor } from '../../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import { type MoneyMove, moneyMovesOf } from '../../../src/domain/settlement/money-moves.ts';
import type { NewEvent } from '../../../src/ports/logged-event.ts';
import { type Fault, faultsIf } from './faults.ts';

interface EventParts {
  readonly state: string;
  readonly refund?: { readonly transaction_id: string; readonly amount: number };
  readonly dispute?: { readonly amount: number };
}

/**
 * Checks that the events which the merchant received for an order add up to the amounts of the payment query and of the
 * settlement report.
 */
export function faultsOfEvents(order: PaymentOrder, logged: readonly NewEvent[]): readonly Fault[] {
  const told = { paid: 0, refunded: 0, withdrawn: 0, lost: 0 };
  let openMinor: number | null = null;
  const made = new Set<string>();
  for (const { type, body } of logged) {
    const { refund, dispute, state } = (JSON.parse(body) as { readonly data: EventParts }).data;
    const refundedNow = minorOf(refund?.amount);
    const disputed = minorOf(dispute?.amount);
    if (type === 'order.payment.succeeded') told.paid += order.amount.amountMinor;
    if (type === 'order.refund.succeeded') {
      told.refunded += refundedNow;
      made.add(refund?.transaction_id ?? '');
    }
    // A refund that was reported as made and now as failed was taken back.
    if (type === 'order.refund.failed' && made.delete(refund?.transaction_id ?? '')) {
      told.refunded -= refundedNow;
    }
    if (type === 'order.dispute.opened') {
      told.withdrawn += disputed;
      openMinor = disputed;
    }
    if (type === 'order.dispute.won') {
      // If no dispute was open, or one still is, the bank gave back money of an earlier, lost dispute.
      const isOfLost = openMinor === null || state === 'IN_DISPUTE';
      // A bank can take less than it announced. Its win over this ends the whole dispute.
      told.withdrawn -= isOfLost ? disputed : (openMinor ?? 0);
      if (isOfLost) told.lost -= disputed;
      else openMinor = null;
    }
    if (type === 'order.dispute.lost') {
      told.lost += disputed;
      told.withdrawn -= (openMinor ?? disputed) - disputed;
      openMinor = null;
    }
  }
  // Leave out a payment that does not pay the order, and its return. No event reports them, because they do not concern the
  // merchant.
  const settled = moneyMovesOf(order)
    .filter(({ kind, reference }) => kind !== 'payment' || reference === order.paidByAttemptId)
    .filter(
      ({ kind, reference }) =>
        kind !== 'automatic_refund' && !isAutomaticReversal(order, { kind, reference }),
    )
    .reduce((sum, { signedMinor }) => sum + signedMinor, 0);
  const net = told.paid - told.refunded - told.withdrawn;
  const name = `order ${order.merchantTransactionId}`;
  return faultsIf(
    [settled !== net, `${name}: its events add up to ${net}, and its settlement to ${settled}`],
    [
      refundedMinor(order) !== told.refunded + told.lost,
      `${name}: the query says that ${refundedMinor(order)} went back, and its events ${told.refunded + told.lost}`,
    ],
  );
}

/** All orders of a story use a currency with two decimals. */
function minorOf(amount: number | undefined): number {
  return Math.round((amount ?? 0) * 100);
}

/** Whether the channel took back a refund of a payment that does not pay the order. */
function isAutomaticReversal(
  { refunds }: PaymentOrder,
  { kind, reference }: Pick<MoneyMove, 'kind' | 'reference'>,
): boolean {
  const reversed = refunds.find(({ transactionId }) => transactionId === reference);
  return kind === 'refund_reversal' && reversed?.origin !== 'merchant';
}
