import type { Db } from 'mongodb';
import type { ChannelPayment, GatewayLedger, GatewayOrder } from './ledgers.ts';

/**
 * An order as the gateway's database stores it. The ledgers are read directly from the databases, as an auditor would, and not
 * through the code under test.
 */

interface OrderDocument {
  readonly _id: string;
  readonly order: StoredOrder;
}

interface StoredOrder {
  readonly merchantTransactionId: string;
  readonly state: string;
  readonly amount: { readonly amountMinor: number; readonly currency: string };
  readonly paidAt: Date | null;
  readonly paidByAttemptId: string | null;
  readonly attempts: readonly { readonly attemptId: string; readonly state: string }[];
  readonly refunds: readonly {
    readonly refundId: string;
    readonly transactionId: string;
    readonly amount: { readonly amountMinor: number };
    readonly state: string;
    readonly attemptId: string;
    readonly origin: string;
  }[];
  readonly dispute: { readonly state: string; readonly amount: { readonly amountMinor: number } } | null;
  readonly lastSequence: number;
  readonly outbox: readonly { readonly sequence: number }[];
}

interface EventDocument {
  readonly _id: string;
  readonly orderId: string;
  readonly sequence: number;
  readonly delivery: { readonly state: string };
}

interface PaymentDocument {
  readonly _id: string;
  readonly reference: string;
  readonly status: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly refunds: readonly {
    readonly reference: string;
    readonly status: string;
    readonly amountMinor: number;
  }[];
  readonly dispute: { readonly status: string } | null;
}

export async function readGatewayLedger(
  database: Db,
  merchantIds: readonly string[],
): Promise<GatewayLedger> {
  const isOne = { $in: [...merchantIds] };
  const [orders, events] = await Promise.all([
    database.collection('orders').find<OrderDocument>({ 'order.merchantId': isOne }).toArray(),
    database.collection('events').find<EventDocument>({ merchantId: isOne }).toArray(),
  ]);
  return {
    orders: orders.map(toOrder),
    events: events.map(({ _id, orderId, sequence, delivery }) => ({
      eventId: _id,
      orderId,
      sequence,
      state: delivery.state,
    })),
  };
}

/**
 * Reads what the channel did with the payments of the given orders. Payments of other orders are left out, because they may
 * still be in progress.
 */
export async function readChannelLedger(
  processorDatabase: Db,
  orderIds: ReadonlySet<string>,
): Promise<readonly ChannelPayment[]> {
  const payments = await processorDatabase.collection<PaymentDocument>('payments').find({}).toArray();
  return payments
    .filter(({ reference }) => orderIds.has(`ord_${reference.split('_')[1]}`))
    .map(({ _id, dispute, ...payment }) => ({ id: _id, ...payment, dispute: dispute?.status ?? null }));
}

function toOrder({ _id, order }: OrderDocument): GatewayOrder {
  const { dispute } = order;
  return {
    orderId: _id,
    number: order.merchantTransactionId,
    state: order.state,
    amountMinor: order.amount.amountMinor,
    currency: order.amount.currency,
    paidByAttemptId: order.paidByAttemptId,
    attempts: order.attempts.map(({ attemptId, state }) => ({ attemptId, state })),
    refunds: order.refunds.map((refund) => ({
      refundId: refund.refundId,
      number: refund.transactionId,
      amountMinor: refund.amount.amountMinor,
      state: refund.state,
      attemptId: refund.attemptId,
      isAutomatic: refund.origin !== 'merchant',
    })),
    lostToDisputeMinor: order.paidAt !== null && dispute?.state === 'lost' ? dispute.amount.amountMinor : 0,
    hasOpenDispute: dispute?.state === 'opened',
    lastSequence: order.lastSequence,
    outbox: order.outbox.map(({ sequence }) => sequence),
  };
}
