import { orderLimits } from '@kassa/contracts';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { planFailover } from '../../src/domain/attempt/fail-over.ts';
import { noteUncollected } from '../../src/domain/attempt/note-uncollected.ts';
import { planOpening, recordOpening } from '../../src/domain/attempt/open-attempt.ts';
import { planSubmission } from '../../src/domain/attempt/submit-attempt.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { deriveOrderId } from '../../src/domain/order/order-identifiers.ts';
import { createOrder, type PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { FullList } from '../../src/domain/order/room-in-order.ts';
import { concludeRefund } from '../../src/domain/refund/conclude-refund.ts';
import {
  applyRefundReport,
  applyRefundResult,
  planRefundStep,
  recordRefundReference,
} from '../../src/domain/refund/progress-refund.ts';
import { decideRefund, type RefundDemand, releaseRefundId } from '../../src/domain/refund/request-refund.ts';
import { cancelRefund } from '../../src/domain/refund/withdraw-refund.ts';
import { GrowingOrder } from './growing-order.ts';
import { address, card, cjk, numbered, openingOf, target, words } from './largest-parts.ts';
import { clocksAt, latest, money } from './orders.ts';
import { settleListed } from './settled-cases.ts';
import { after, start } from './times.ts';

/** Builds the largest order that merchants, channels and operators together can cause. */

const amount = money(999_999_999_999_999, 'USD');

/** Returns a new order that is as large as the request which creates it can make it. */
function largestNewOrder(): PaymentOrder {
  const product = {
    productId: cjk(64),
    name: cjk(256),
    price: money(999_999_999_999_999),
    quantity: 999_999,
  };
  const wire = JSON.stringify({
    product_id: product.productId,
    name: product.name,
    price: 0.01,
    quantity: 1,
  });
  const customer = 128 + 254 + 16 + 256 + 256 + 128 + 16 + 64;
  const others = 2 * orderLimits.addressBytes + 3 * (256 + customer);
  const count = Math.ceil((64 * 1024 - others) / Buffer.byteLength(wire));
  return createOrder({
    orderId: deriveOrderId('mer_1', 'T1'),
    merchantId: numbered(1, 64),
    merchantTransactionId: numbered(1, 64),
    fingerprint: 'f'.repeat(64),
    amount,
    description: cjk(256),
    products: Array.from({ length: count }, () => product),
    customerName: cjk(128),
    customerEmail: `${cjk(64)}@${cjk(185)}.${cjk(3)}`,
    customerPhone: `+${'9'.repeat(15)}`,
    billingAddress: {
      line1: cjk(256),
      line2: cjk(256),
      city: cjk(128),
      postalCode: cjk(16),
      state: cjk(64),
      country: 'DE',
    },
    redirectUrl: address(orderLimits.addressBytes),
    cancelUrl: address(orderLimits.addressBytes),
    createdAt: start,
    expiresAt: after(10 * 365 * 86_400),
  });
}

/** Adds as many attempts as an order can have. Most are never opened in time, the others fail, and the last one pays. */
function withAllAttempts(growing: GrowingOrder): void {
  const returnUrl = address(orderLimits.addressBytes);
  const method = { code: 'm'.repeat(64), target };
  const begin = () =>
    growing.grow('checkout_initialised', (order, now) => {
      const plan = planOpening(order, method, returnUrl, now);
      return plan.kind === 'new' ? { kind: 'changed', order: plan.order } : { kind: 'unchanged' };
    });
  const open = (attemptId: string) =>
    growing.grow('opening_answered', (order, now) =>
      recordOpening(order, attemptId, openingOf(numbered(1, orderLimits.referenceBytes)), now),
    );
  begin();
  while (growing.order.attempts.length <= orderLimits.openings - orderLimits.attempts) {
    const { attemptId } = latest(growing.order);
    growing.grow('opening_unanswered', (order, now) => {
      const plan = planFailover(order, attemptId, { kind: 'unavailable' }, target, now);
      return plan.kind === 'new' ? { kind: 'changed', order: plan.order } : { kind: 'unchanged' };
    });
    open(attemptId);
  }
  for (;;) {
    const { attemptId } = latest(growing.order);
    open(attemptId);
    growing.grow('payment_submitted', (order, now) => {
      const plan = planSubmission(order, { card: null }, now);
      return plan.kind === 'submit' ? { kind: 'changed', order: plan.order } : { kind: 'unchanged' };
    });
    if (growing.order.attempts.length === orderLimits.openings) return;
    growing.grow('callback_received', (order, now) =>
      applyPaymentResult(
        order,
        attemptId,
        {
          kind: 'failed',
          failure: { ...words, category: 'authentication_failed' },
          card,
          declineReference: numbered(1, orderLimits.referenceBytes),
        },
        now,
      ),
    );
    begin();
  }
}

function pay(growing: GrowingOrder, attemptId: string): void {
  growing.grow('callback_received', (order, now) =>
    applyPaymentResult(
      order,
      attemptId,
      {
        kind: 'succeeded',
        paid: amount,
        card,
        wallet: card.brand,
        paymentReference: numbered(1, orderLimits.referenceBytes),
      },
      now,
    ),
  );
}

/** Adds as many refunds as a merchant can request. Every tenth one is cancelled, and the last ones stay at the channel. */
function withAllRefunds(growing: GrowingOrder): void {
  for (let number = 1; growing.order.refunds.length < orderLimits.refunds; number += 1) {
    growing.grow('refund_requested', (order, now) => {
      const decision = decideRefund(order, demandOf(number), now);
      return decision.kind === 'accepted'
        ? { kind: 'changed', order: decision.order }
        : { kind: 'unchanged' };
    });
    const refundId = growing.order.refunds.at(-1)?.refundId ?? '';
    refuseAsTooEarly(growing, refundId);
    const reference = numbered(number, orderLimits.referenceBytes);
    if (number % 10 === 0) {
      growing.grow('refund_cancelled', (order, now) => {
        const cancelled = cancelRefund(order, refundId, now);
        return cancelled.kind === 'cancelled'
          ? { kind: 'changed', order: cancelled.order }
          : { kind: 'unchanged' };
      });
      continue;
    }
    sendRefund(growing, refundId);
    growing.grow('refund_answered', (order, now) =>
      recordRefundReference(order, refundId, reference, clocksAt(now)),
    );
    if (number === 1) {
      growing.grow('callback_received', (order, now) =>
        applyRefundResult(order, refundId, { kind: 'succeeded', returned: money(100_000_000) }, now),
      );
    } else if (number <= orderLimits.refunds - 2 * orderLimits.waitingEvents) {
      takeRefundBackTwice(growing, refundId);
    }
  }
}

/** Sends a refund when it is due. */
function sendRefund(growing: GrowingOrder, refundId: string): void {
  growing.grow('refund_sent', (order) => {
    const now = order.refunds.find((refund) => refund.refundId === refundId)?.nextActionAt ?? order.createdAt;
    const step = planRefundStep(order, refundId, { now, callEndsBy: now, isChannelThere: true });
    return step.kind === 'send' ? { kind: 'changed', order: step.order } : { kind: 'unchanged' };
  });
}

/** Refuses a refund as too early, as often as a refund and the order have room for. */
function refuseAsTooEarly(growing: GrowingOrder, refundId: string): void {
  const refusals = ({ refunds }: PaymentOrder) =>
    refunds.flatMap(({ refusedAsTooEarly = [] }) => refusedAsTooEarly);
  const hasRoom = () =>
    refusals(growing.order).length < orderLimits.earlyRefusals &&
    (growing.order.refunds.at(-1)?.refusedAsTooEarly?.length ?? 0) < 19;
  while (hasRoom()) {
    sendRefund(growing, refundId);
    const channelReference = numbered(10_000 + refusals(growing.order).length, orderLimits.referenceBytes);
    const result = { kind: 'failed', failure: words, isTooEarly: true } as const;
    growing.grow('callback_received', (order, now) =>
      applyRefundReport(order, refundId, { channelReference, result }, now),
    );
  }
}

/** Lets so many refunds fail that as many events wait in the order as it can hold. */
function withWaitingEvents(growing: GrowingOrder): void {
  growing.order = { ...growing.order, outbox: [] };
  for (const { refundId, state, origin } of growing.order.refunds) {
    if (growing.order.outbox.length === orderLimits.waitingEvents) return;
    if (state === 'PROCESSING' && origin === 'merchant') failRefund(growing, refundId);
  }
}

/** Lets a refund be made, and be taken back twice. The order records when the channel made each of these reports. */
function takeRefundBackTwice(growing: GrowingOrder, refundId: string): void {
  const returned = money(100_000_000);
  for (const [hours, isMade] of [true, false, false].entries()) {
    growing.grow('callback_received', (order, now) => {
      const toldAt = after(hours * 3_600);
      const result = isMade
        ? ({ kind: 'succeeded', returned, toldAt } as const)
        : ({ kind: 'failed', failure: words, toldAt } as const);
      return applyRefundResult(order, refundId, result, now);
    });
  }
}

function failRefund(growing: GrowingOrder, refundId: string): void {
  growing.grow('callback_received', (order, now) =>
    applyRefundResult(order, refundId, { kind: 'failed', failure: words }, now),
  );
}

export function demandOf(number: number): RefundDemand {
  return {
    transactionId: numbered(number, 64),
    amount: money(100_000_000),
    fingerprint: 'f'.repeat(64),
    reason: cjk(256),
    remark: cjk(256),
    claimEpoch: 1,
  };
}

/** Records once more that more was returned for the first refund than the order records. */
export function correct(growing: GrowingOrder): FullList | null {
  const made = growing.order.refunds.filter(
    ({ state, origin }) => state === 'SUCCESS' && origin === 'merchant',
  );
  const recordedMinor = made.reduce((sum, refund) => sum + refund.amount.amountMinor, 0);
  return growing.change(
    'refund_concluded',
    (order, now) => {
      const finding = { outcome: 'made', returned: money(recordedMinor + 1), note: cjk(512) } as const;
      const refundId = made[0]?.refundId ?? '';
      const concluded = concludeRefund(order, refundId, finding, { now, realNow: now });
      return concluded.kind === 'concluded'
        ? { kind: 'changed', order: concluded.order }
        : { kind: 'unchanged' };
    },
    cjk(512),
  );
}

/** Opens a dispute, and loses it over an amount other than the disputed one. */
export function dispute(growing: GrowingOrder, number: number): FullList | null {
  const channelReference = numbered(number, orderLimits.referenceBytes);
  const report = (kind: 'opened' | 'lost', minor: number) =>
    growing.change('callback_received', (order, now) =>
      applyDisputeReport(
        order,
        order.paidByAttemptId ?? '',
        { kind, channelReference, amount: money(minor), respondBy: now },
        now,
      ),
    );
  return report('opened', 1_000_000) ?? report('lost', 1_000_001);
}

/** Reports a payment over another amount. */
export function contradict(growing: GrowingOrder, number: number): FullList | null {
  return growing.change('callback_received', (order, now) =>
    applyPaymentResult(
      order,
      order.paidByAttemptId ?? '',
      {
        kind: 'succeeded',
        paid: { amountMinor: number + 0.5, currency: 'c'.repeat(16) },
        card,
        paymentReference: numbered(number, orderLimits.referenceBytes),
      },
      now,
    ),
  );
}

/**
 * Records the channel's answer that it has a refund which the gateway had cancelled. The report is set aside, because it
 * contradicts the order.
 */
function reportCancelled(growing: GrowingOrder, refundId: string): FullList | null {
  return growing.change('refund_answered', (order, now) =>
    recordRefundReference(order, refundId, numbered(2, orderLimits.referenceBytes), clocksAt(now)),
  );
}

function release(growing: GrowingOrder, number: number): void {
  growing.grow('refund_number_released', (order) => {
    const released = releaseRefundId(order, numbered(number, 63), 1);
    return released.kind === 'changed' ? released : { kind: 'unchanged' };
  });
}

/** Records one more report of the channel that it could not collect a payment. */
function uncollected(growing: GrowingOrder, attemptId: string, number: number): void {
  const channelReference = numbered(number, orderLimits.referenceBytes);
  growing.grow('callback_received', (order, now) =>
    noteUncollected(order, attemptId, { channelReference, reason: words.message }, now),
  );
}

/** Settles the first open case. */
export function settle(growing: GrowingOrder): FullList | null {
  return growing.change('case_settled', (order, now) =>
    settleListed(order, openCases(order)[0]?.caseId ?? '', cjk(512), now),
  );
}

let largest: PaymentOrder | undefined;

/** Returns the largest order: every list is as long as it can be. A worker builds it only once, because that takes seconds. */
export function largestOrder(): PaymentOrder {
  largest ??= buildLargestOrder();
  return largest;
}

function buildLargestOrder(): PaymentOrder {
  const growing = new GrowingOrder(largestNewOrder());
  withAllAttempts(growing);
  pay(growing, latest(growing.order).attemptId);
  withAllRefunds(growing);
  asOftenAsThereIsRoom(() => correct(growing));
  asOftenAsThereIsRoom((time) => dispute(growing, time));
  const others = growing.order.attempts.slice(0, -1);
  for (const { attemptId } of others) pay(growing, attemptId);
  for (const [index, { attemptId }] of growing.order.attempts.entries()) {
    for (let time = 0; time < 4; time += 1) uncollected(growing, attemptId, 4 * index + time);
  }
  asOftenAsThereIsRoom((time) => contradict(growing, time));
  for (const { refundId, state } of growing.order.refunds) {
    if (state === 'CANCELLED') reportCancelled(growing, refundId);
  }
  for (let number = 0; number < orderLimits.releasedRefundNumbers + 10; number += 1) release(growing, number);
  asOftenAsThereIsRoom((time) => {
    if (openCases(growing.order).length === 0) uncollected(growing, others[0]?.attemptId ?? '', 1_000 + time);
    return settle(growing);
  });
  withWaitingEvents(growing);
  return growing.order;
}

function asOftenAsThereIsRoom(make: (time: number) => FullList | null): void {
  for (let time = 1; make(time) === null; time += 1)
    if (time > 1_000) throw new Error('there is always room');
}
