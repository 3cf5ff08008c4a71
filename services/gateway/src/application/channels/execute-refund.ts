import type { Money } from '@kassa/contracts';
import { addSeconds } from '../../domain/add-seconds.ts';
import type { PaymentAttempt } from '../../domain/attempt/payment-attempt.ts';
import type { ChangeCause } from '../../domain/order/order-change-record.ts';
import type { Decision, PaymentOrder } from '../../domain/order/payment-order.ts';
import {
  applyRefundReport,
  planRefundStep,
  type RefundStep,
  recordCallEnded,
  recordNotSent,
  recordRefundReference,
  recordRefused,
  repeatSending,
} from '../../domain/refund/progress-refund.ts';
import { mayBeBeingSent, type Refund } from '../../domain/refund/refund.ts';
import { withDelay } from '../../domain/refund/refund-delay.ts';
import type { Alerts } from '../../ports/alerts.ts';
import { CHANNEL_CALL_TIMEOUT_MS } from '../../ports/channel-timeouts.ts';
import { type Clock, inRealTime } from '../../ports/clock.ts';
import type { OrderLookup } from '../../ports/order-repository.ts';
import type {
  ChannelRefunds,
  PaymentReference,
  PendingRefund,
  RefundAnswer,
} from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import type { ChangeOrder } from '../change-order.ts';

/**
 * The gateway first stores its plan to send a refund, and must then send the refund within this time. A later call could return
 * the money twice: another process may already have treated the refund as unsent, or a dispute may have taken the money.
 */
export const LATEST_SENDING_SECONDS = 12;

interface Dependencies {
  readonly orders: OrderLookup;
  readonly change: ChangeOrder;
  readonly channels: ChannelLookup<ChannelRefunds>;
  readonly alerts: Alerts;
  readonly clock: Clock;
}

/**
 * Sends a refund to its channel, or queries a refund that the channel may already have. The gateway stores what it is about to
 * do, with the call's idempotency key, before it makes the call. So a crash at any point leaves at most one refund at the
 * channel. Before each call, the gateway checks the order again, because a dispute may have taken the money.
 */
export class ExecuteRefund {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(orderId: string, refundId: string): Promise<void> {
    const sendBy = addSeconds(this.#deps.clock.realNow(), LATEST_SENDING_SECONDS);
    const channel = await this.#channelOf(orderId, refundId);
    const { step, order } = await this.#begin(orderId, refundId, channel, sendBy);
    switch (step.kind) {
      // Do not call the channel. There are three possible reasons: another process has just started the next step of the
      // refund, the refund has ended, or an operator has to handle it.
      case 'not_due':
      case 'left_to_operator':
      case 'held_back':
      case 'withdrawn':
        return;
      case 'no_channel':
        return this.#tellNotSent(step.order, refundId, channel);
      case 'send':
      case 'ask': {
        const call = callFor(channel, order, step.refund, sendBy);
        if (call === undefined) return;
        return step.kind === 'send' ? this.#send(orderId, call) : this.#ask(orderId, call);
      }
    }
  }

  async #begin(
    orderId: string,
    refundId: string,
    channel: ChannelRefunds | undefined,
    sendBy: Date,
  ): Promise<{ readonly step: RefundStep; readonly order: PaymentOrder }> {
    const now = this.#deps.clock.now();
    const callEndsBy = endOfCall(sendBy);
    const plan = (order: PaymentOrder): RefundStep => {
      const isChannelThere = channel !== undefined && attemptOf(order, refundId)?.opening != null;
      return planRefundStep(order, refundId, { now, callEndsBy, isChannelThere });
    };
    const change = await this.#deps.change.decide<RefundStep>(
      orderId,
      (order) => causes[plan(order).kind],
      (order) => {
        const step = plan(order);
        return step.kind === 'not_due' ? { verdict: step } : { order: step.order, verdict: step };
      },
    );
    if (change.kind === 'order_not_found') throw new Error(`order ${orderId} disappeared`);
    return { step: change.verdict, order: change.order };
  }

  /** Returns the channel that took the payment. A refund always goes to this channel, because only it can return the money. */
  async #channelOf(orderId: string, refundId: string): Promise<ChannelRefunds | undefined> {
    const order = await this.#deps.orders.find(orderId);
    const attempt = order && attemptOf(order, refundId);
    return attempt && this.#deps.channels.find(attempt.channelId);
  }

  #tellNotSent(order: PaymentOrder, refundId: string, channel: ChannelRefunds | undefined): void {
    const { attemptId = 'unknown', channelId = 'unknown' } = attemptOf(order, refundId) ?? {};
    const reason =
      channel === undefined
        ? `it returns the money of attempt ${attemptId}, but this deployment does not have the attempt’s channel`
        : `it returns the money of attempt ${attemptId}, but the channel never gave its reference of this payment: look for the payment at the channel`;
    this.#deps.alerts.raise({
      kind: 'channel_unavailable',
      channelId,
      detail: `refund ${refundId}: ${reason}`,
    });
  }

  /**
   * Asks the channel about a refund that an earlier call may have sent. Sends the refund only if the channel does not have it.
   */
  async #ask(orderId: string, call: RefundCall): Promise<void> {
    const { refund, payment } = call;
    const { refundId } = refund;
    const inquiry = await call.channel.askRefund({
      refundId,
      payment,
      channelReference: refund.channelReference,
      acceptedAt: inRealTime(refund.createdAt, this.#deps.clock),
    });
    switch (inquiry.kind) {
      case 'pending':
      case 'ended':
        return this.#record(orderId, call, inquiry);
      case 'unavailable':
        return this.#record(orderId, call, { kind: 'unknown', detail: inquiry.detail });
      case 'cannot_tell': {
        const noted = await this.#deps.change.apply(orderId, 'refund_sent', (order) =>
          repeatSending(order, refundId, endOfCall(call.sendBy)),
        );
        if (noted.kind === 'done' && noted.verdict === 'changed') await this.#sendAgain(orderId, call);
        return;
      }
      case 'not_received': {
        // While a call that sends the refund may still be running, the channel's answer "never received" can also mean "not
        // received yet". So record nothing.
        if (mayBeBeingSent(refund, this.#deps.clock.realNow())) return;
        const noted = await this.#deps.change.apply(orderId, 'refund_answered', (order) => {
          const now = this.#deps.clock.now();
          return recordNotSent(order, refundId, { tries: refund.tries, sendAgainAt: now, now });
        });
        if (noted.kind === 'done' && noted.verdict === 'changed') await this.execute(orderId, refundId);
        return;
      }
    }
  }

  async #send(orderId: string, call: RefundCall): Promise<void> {
    await this.#record(orderId, call, await this.#answerTo(orderId, call, null));
  }

  /**
   * Sends a refund again although the channel may already have it from an earlier call. If the new call cannot be made, the
   * gateway records the result as unknown. It must not record the refund as unsent, because the earlier call may have reached
   * the channel.
   */
  async #sendAgain(orderId: string, call: RefundCall): Promise<void> {
    const answer = await this.#answerTo(orderId, call, call.refund.callEndsBy);
    await this.#record(
      orderId,
      call,
      answer.kind === 'not_sent' ? { kind: 'unknown', detail: answer.detail } : answer,
    );
  }

  /**
   * @param othersEndBy the time by which earlier calls that send this refund will have ended; another process may still make
   * them
   */
  async #answerTo(orderId: string, call: RefundCall, othersEndBy: Date | null): Promise<RefundAnswer> {
    const { channel, refund, payment, paid, sendBy } = call;
    const { refundId, amount, tries, refusedAsTooEarly = [] } = refund;
    const earlyRefusals = refusedAsTooEarly.length;
    const answer = await channel.refund({
      ...{ refundId, payment, amount, paid, sendBy },
      ...(earlyRefusals > 0 && { earlyRefusals }),
    });
    if (answer.kind === 'unknown') {
      await this.#deps.change.apply(orderId, 'refund_unanswered', (order) =>
        recordCallEnded(order, refundId, { tries, othersEndBy }),
      );
    }
    return answer;
  }

  /**
   * Takes the time only when the answer is applied, because this process may have been suspended after it received the answer.
   */
  async #record(orderId: string, call: RefundCall, answer: RefundAnswer): Promise<void> {
    const { refundId, tries } = call.refund;
    const { clock } = this.#deps;
    switch (answer.kind) {
      case 'pending':
        await this.#deps.change.apply(orderId, 'refund_answered', (order) =>
          recordPending(order, refundId, answer, { now: clock.now(), realNow: clock.realNow() }),
        );
        return;
      case 'ended':
        await this.#deps.change.apply(orderId, 'refund_answered', (order) =>
          applyRefundReport(order, refundId, answer, clock.now()),
        );
        return;
      case 'refused':
        await this.#deps.change.apply(orderId, 'refund_answered', (order) =>
          recordRefused(order, refundId, { tries, failure: answer.failure, now: clock.now() }),
        );
        return;
      case 'not_sent':
        this.#alert(call, answer.detail);
        await this.#deps.change.apply(orderId, 'refund_not_sent', (order) =>
          recordNotSent(order, refundId, { tries, sendAgainAt: null, now: clock.now() }),
        );
        return;
      case 'unknown':
        // The channel did not answer, so nobody knows whether it has the refund. The refund is due again later, and the gateway
        // then asks the channel.
        this.#alert(call, answer.detail);
        return;
    }
  }

  #alert({ channel: { channelId }, refund: { refundId } }: RefundCall, detail: string): void {
    this.#deps.alerts.raise({
      kind: 'channel_unavailable',
      channelId,
      detail: `refund ${refundId}: ${detail}`,
    });
  }
}

function recordPending(
  order: PaymentOrder,
  refundId: string,
  { channelReference, delay }: PendingRefund,
  moment: { readonly now: Date; readonly realNow: Date },
): Decision {
  const named = recordRefundReference(order, refundId, channelReference, moment);
  return withDelay(named, order, { refundId, channelReference, delay });
}

function endOfCall(sendBy: Date): Date {
  return new Date(sendBy.getTime() + CHANNEL_CALL_TIMEOUT_MS);
}

/**
 * The cause that the order's history records for each step of a refund. `not_due` changes nothing, so its cause is never
 * recorded.
 */
const causes = {
  not_due: 'refund_sent',
  no_channel: 'refund_without_channel',
  send: 'refund_sent',
  ask: 'refund_asked_about',
  withdrawn: 'refund_withdrawn',
  left_to_operator: 'refund_unconcluded',
  held_back: 'refund_held_back',
} as const satisfies Record<RefundStep['kind'], ChangeCause>;

function callFor(
  channel: ChannelRefunds | undefined,
  order: PaymentOrder,
  refund: Refund,
  sendBy: Date,
): RefundCall | undefined {
  const attempt = attemptOf(order, refund.refundId);
  if (channel === undefined || !attempt?.opening) return undefined;
  const payment = { ...attempt, opening: attempt.opening };
  return { refund, channel, payment, paid: order.amount, sendBy };
}

/** Finds the payment attempt whose money the given refund returns to the consumer. */
function attemptOf(order: PaymentOrder, refundId: string): PaymentAttempt | undefined {
  const refund = order.refunds.find((candidate) => candidate.refundId === refundId);
  return order.attempts.find((candidate) => candidate.attemptId === refund?.attemptId);
}

interface RefundCall {
  /** Real time. */
  readonly sendBy: Date;
  /** The refund as it was stored when this call to the channel began. */
  readonly refund: Refund;
  readonly channel: ChannelRefunds;
  readonly payment: PaymentReference;
  readonly paid: Money;
}
