import type { Money, OrderState, RefundState } from '@kassa/contracts';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { recordCancelled } from '../../src/domain/attempt/cancel-attempt.ts';
import { planOpening, recordOpening } from '../../src/domain/attempt/open-attempt.ts';
import {
  type AttemptOpening,
  noPageParts,
  type PaymentAttempt,
  type PaymentResult,
} from '../../src/domain/attempt/payment-attempt.ts';
import { planSubmission } from '../../src/domain/attempt/submit-attempt.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { beginClosing, closeExpired } from '../../src/domain/order/expire-order.ts';
import { deriveOrderId } from '../../src/domain/order/order-identifiers.ts';
import {
  createOrder,
  type Decision,
  latestAttempt,
  type NewOrder,
  type PaymentOrder,
} from '../../src/domain/order/payment-order.ts';
import { applyRefundResult, planRefundStep } from '../../src/domain/refund/progress-refund.ts';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { decideRefund, type RequestedAmount } from '../../src/domain/refund/request-refund.ts';
import type { NotYet } from '../../src/domain/refund/take-channel-refund.ts';
import { after, start } from './times.ts';

/** Builds orders with the domain's own functions. Each step is a decision that a running gateway makes. */

export function money(amountMinor: number, currency = 'USD'): Money {
  return { amountMinor, currency };
}

export function newOrder(overrides: Partial<NewOrder> = {}): PaymentOrder {
  const merchantId = overrides.merchantId ?? 'mer_1';
  const merchantTransactionId = overrides.merchantTransactionId ?? 'T1';
  return createOrder({
    orderId: deriveOrderId(merchantId, merchantTransactionId),
    merchantId,
    merchantTransactionId,
    fingerprint: 'fingerprint',
    amount: money(10_000),
    description: 'Coffee',
    products: [{ productId: 'p1', name: 'Coffee', price: money(10_000), quantity: 1 }],
    customerName: null,
    redirectUrl: 'https://shop.example/thanks',
    cancelUrl: null,
    createdAt: start,
    expiresAt: after(1800),
    ...overrides,
  });
}

const sandbox = {
  channelId: 'Sandbox',
  channelType: 'Sandbox',
  route: { reason: 'only', passedOver: [] },
} as const;
export const cardMethod = { code: 'card', target: sandbox } as const;
export const walletMethod = { code: 'sandbox_wallet', target: sandbox } as const;

export function openingOf(attemptId: string): AttemptOpening {
  return {
    channelReference: `pay_${attemptId}`,
    renderType: 'OWN_FORM',
    paymentUrl: null,
    ...noPageParts,
    cardBrands: ['visa'],
  };
}

export const visa = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 } as const;

export function succeeded(paid: Money = money(10_000)): PaymentResult {
  return { kind: 'succeeded', paid, card: visa };
}

export const declined: PaymentResult = {
  kind: 'failed',
  failure: { code: 'card_declined', message: 'Declined.', category: 'declined' },
  card: null,
};

/** Returns the order after a decision. Throws if the decision changes nothing. */
export function afterChange(decision: Decision | NotYet): PaymentOrder {
  if (decision.kind !== 'changed') throw new Error(`nothing changed: ${decision.kind}`);
  return decision.order;
}

/** Returns the order after a decision, whether or not the decision changes it. */
export function afterDecision(order: PaymentOrder, decision: Decision): PaymentOrder {
  return decision.kind === 'changed' ? decision.order : order;
}

export function latest(order: PaymentOrder): PaymentAttempt {
  const attempt = latestAttempt(order);
  if (attempt === undefined) throw new Error('the order has no attempt');
  return attempt;
}

/** Returns the ID of the order's latest attempt. */
export const attemptOf = (order: PaymentOrder) => latest(order).attemptId;

/** Adds an attempt. Its channel has not answered the request that opens it yet. */
export function opening(
  order: PaymentOrder,
  method: Parameters<typeof planOpening>[1] = cardMethod,
): PaymentOrder {
  const plan = planOpening(order, method, null, after(10));
  if (plan.kind !== 'new') throw new Error(`no new attempt: ${plan.kind}`);
  return plan.order;
}

/** Adds an attempt that is open at its channel. */
export function opened(
  order: PaymentOrder = newOrder(),
  method: Parameters<typeof planOpening>[1] = cardMethod,
): PaymentOrder {
  const next = opening(order, method);
  const { attemptId } = latest(next);
  return afterChange(recordOpening(next, attemptId, openingOf(attemptId), after(11)));
}

export function submitted(order: PaymentOrder = opened()): PaymentOrder {
  const plan = planSubmission(order, { card: visa }, after(20));
  if (plan.kind !== 'submit') throw new Error(`not submitted: ${plan.kind}`);
  return plan.order;
}

/** Returns an order that is being paid by direct debit. The result of the direct debit can take 21 days. */
export function submittedDirectDebit(): PaymentOrder {
  return submitted(openedDirectDebit());
}

/** Returns an order for which a page shows a direct debit, whose result can take 21 days. */
export function openedDirectDebit(): PaymentOrder {
  const order = opened();
  const attempts = order.attempts.map((attempt) => ({
    ...attempt,
    opening: { ...openingOf(attempt.attemptId), resultWithinDays: 21 },
  }));
  return { ...order, attempts };
}

export function paid(order: PaymentOrder = submitted()): PaymentOrder {
  return afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(order.amount), after(30)));
}

/** Returns an order whose attempt was declined and has ended at the channel. */
export function failed(order: PaymentOrder = submitted()): PaymentOrder {
  const { attemptId } = latest(order);
  return afterChange(recordCancelled(justFailed(order), attemptId, after(30)));
}

/** Returns an order whose attempt was declined. The channel has not been asked to cancel the attempt yet. */
export function justFailed(order: PaymentOrder = submitted()): PaymentOrder {
  return afterChange(applyPaymentResult(order, latest(order).attemptId, declined, after(30)));
}

/** Returns the order at the end of its validity. The channels have not answered yet whether they cancel its attempts. */
export function closing(order: PaymentOrder): PaymentOrder {
  return afterChange(beginClosing(order, after(1800)));
}

export function closed(order: PaymentOrder = newOrder()): PaymentOrder {
  let next = afterDecision(order, beginClosing(order, after(1800)));
  for (const { attemptId } of next.attempts) {
    next = afterDecision(next, recordCancelled(next, attemptId, after(1800)));
  }
  return afterChange(closeExpired(next, after(1800)));
}

export interface RefundWish {
  readonly number?: string;
  readonly amountMinor: number;
  /** `CANCELLED` is left out, because only a dispute or an operator cancels a refund. */
  readonly state?: Exclude<RefundState, 'CANCELLED'>;
}

export function refundNumbered(order: PaymentOrder, number: string): Refund {
  const refund = order.refunds.find(({ transactionId }) => transactionId === number);
  if (refund === undefined) throw new Error(`no refund ${number}`);
  return refund;
}

export function demand(number: string, amount: RequestedAmount, claimEpoch = 1) {
  return {
    transactionId: number,
    amount,
    fingerprint: `${number}/${amount.amountMinor}`,
    reason: null,
    remark: null,
    claimEpoch,
  };
}

/** A demand for everything that is left of an order. */
export function demandOfRest(number: string, currency = 'USD') {
  return demand(number, { amountMinor: null, currency });
}

/** Returns the times of both clocks while business time equals real time. */
export function clocksAt(now: Date): { readonly now: Date; readonly realNow: Date } {
  return { now, realNow: now };
}

/** Starts the next step of a due refund: the gateway sends it, asks about it, or withdraws it. */
export function startRefund(
  order: PaymentOrder,
  refundId: string,
  now: Date,
  isChannelThere: boolean,
): Decision {
  const step = planRefundStep(order, refundId, { now, callEndsBy: now, isChannelThere });
  return step.kind === 'not_due' ? { kind: 'unchanged' } : { kind: 'changed', order: step.order };
}

/** Adds a refund in the wanted state. */
export function withRefund(order: PaymentOrder, wish: RefundWish): PaymentOrder {
  const number = wish.number ?? `R${order.refunds.length + 1}`;
  const decision = decideRefund(
    order,
    demand(number, money(wish.amountMinor, order.amount.currency)),
    after(40),
  );
  if (decision.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(decision)}`);
  const { refundId } = decision.refund;
  const state = wish.state ?? 'INITIALISED';
  if (state === 'INITIALISED') return decision.order;
  const sent = afterChange(startRefund(decision.order, refundId, after(41), true));
  if (state === 'PROCESSING') return sent;
  const result =
    state === 'SUCCESS'
      ? ({ kind: 'succeeded', returned: decision.refund.amount } as const)
      : ({ kind: 'failed', failure: { code: 'refused', message: 'No.' } } as const);
  return afterChange(applyRefundResult(sent, refundId, result, after(42)));
}

/** Adds so many failed refunds of a cent. All but the first are copies, because it takes seconds to make hundreds one by one. */
export function withFailedRefunds(order: PaymentOrder, count: number): PaymentOrder {
  const one = withRefund(order, { number: 'F1', amountMinor: 1, state: 'FAILED' });
  const copies = one.refunds.slice(-1).flatMap((first) =>
    Array.from({ length: count - 1 }, (_, index) => ({
      ...first,
      refundId: first.refundId.replace(/\d+$/, String(one.refunds.length + index + 1)),
      transactionId: `F${index + 2}`,
      fingerprint: first.fingerprint.replace('F1', `F${index + 2}`),
    })),
  );
  return {
    ...one,
    refunds: [...one.refunds, ...copies],
    version: one.version + copies.length * (one.version - order.version),
    lastSequence: one.lastSequence + copies.length,
  };
}

export function disputed(
  order: PaymentOrder = paid(),
  amountMinor = order.amount.amountMinor,
  reference = 'dsp_1',
): PaymentOrder {
  const report = { kind: 'opened', channelReference: reference, amount: money(amountMinor) } as const;
  return afterChange(applyDisputeReport(order, order.paidByAttemptId ?? '', report, after(50)));
}

/** For each state, an order that has reached it in the fewest steps. */
export const orderIn: Readonly<Record<OrderState, () => PaymentOrder>> = {
  INIT: () => opened(),
  PAYING: () => submitted(),
  PAY_SUCCESS: () => paid(),
  PAY_FAIL: () => failed(),
  PARTIAL_REFUND: () => withRefund(paid(), { amountMinor: 3_000, state: 'SUCCESS' }),
  REFUNDED: () => withRefund(paid(), { amountMinor: 10_000, state: 'SUCCESS' }),
  CLOSE: () => closed(submitted()),
  IN_DISPUTE: () => disputed(),
};

/** Returns the types of the events that wait in the order, the oldest first. */
export function eventsOf(order: PaymentOrder): readonly string[] {
  return order.outbox.map(({ type }) => type);
}
