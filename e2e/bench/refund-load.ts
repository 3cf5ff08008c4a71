import { randomBytes } from 'node:crypto';
import { sendAll } from './load.ts';
import type { PaidOrder, PayingGateway } from './paying-gateway.ts';
import { signPost } from './signed-requests.ts';

const REFUND = 1.5;

export interface RefundLoad {
  readonly acceptedPerSecond: number;
  readonly acceptedP50Ms: number;
  /** The time from the first request until the merchant has received the events of all refunds. */
  readonly wholeMs: number;
  /** The processor time that the gateway uses for one refund. */
  readonly cpuMs: number;
}

/** Refunds a part of each order, and waits until the merchant has `order.refund.succeeded` for each. */
export async function refundEach(
  paying: PayingGateway,
  paid: readonly PaidOrder[],
  concurrency: number,
): Promise<RefundLoad> {
  const { gateway } = paying;
  const received = paid.map(({ orderId }) => paying.received('order.refund.succeeded', orderId));
  const signed = paid.map(({ merchantTransactionId }) =>
    signPost(gateway, '/api/merchant/payment/refund', {
      refund_time: '20260101000000',
      transaction_id: `refund-${randomBytes(12).toString('hex')}`,
      original_transaction_id: merchantTransactionId,
      currency_code: 'USD',
      amount: REFUND,
      reason: 'benchmark',
    }),
  );
  const startedAtMs = performance.now();
  const cpuBeforeMs = gateway.process.cpuMs;
  const { requestsPerSecond, p50Ms } = await sendAll(gateway.merchantUrl, signed, concurrency);
  await Promise.all(received);
  return {
    acceptedPerSecond: requestsPerSecond,
    acceptedP50Ms: p50Ms,
    wholeMs: performance.now() - startedAtMs,
    cpuMs: (gateway.process.cpuMs - cpuBeforeMs) / paid.length,
  };
}
