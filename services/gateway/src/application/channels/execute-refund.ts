import type { PaymentAttempt } from '../../domain/attempt/payment-attempt.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { addSeconds } from '../../domain/order/schedule.ts';
import {
  applyRefundResult,
  maySendAgain,
  recordEndedRefund,
  recordRefundReference,
  startRefund,
} from '../../domain/refund/progress-refund.ts';
import type { Refund } from '../../domain/refund/refund.ts';
import type { Alerts } from '../../ports/alerts.ts';
import { type Clock, inRealTime } from '../../ports/clock.ts';
import type { OrderRepository } from '../../ports/order-repository.ts';
import type { PaymentChannel, PaymentReference, RefundAnswer } from '../../ports/payment-channel.ts';
import type { PaymentChannels } from '../../ports/payment-channels.ts';
import type { ChangeOrder } from '../change-order.ts';

/**
 * A refund whose process stood still for longer than this after the note that says so is not sent: whoever takes it
 * over after half a minute must find that the calls before have ended, for a late one could pay what was refused
 * meanwhile and given back to the merchant. Between this check and the call only a halt of the process itself can
 * stand. Then the key of the call is what holds: to it the channel answers as it did before.
 */
export const LATEST_SENDING_SECONDS = 12;

/**
 * Sends a refund to its channel, or asks about one that was sent before. The intent is written before the
 * call and names the key of the call, so that a crash anywhere leaves one refund at the channel.
 */
export class ExecuteRefund {
  readonly #orders: OrderRepository;
  readonly #change: ChangeOrder;
  readonly #channels: PaymentChannels;
  readonly #alerts: Alerts;
  readonly #clock: Clock;

  constructor(deps: {
    orders: OrderRepository;
    change: ChangeOrder;
    channels: PaymentChannels;
    alerts: Alerts;
    clock: Clock;
  }) {
    this.#orders = deps.orders;
    this.#change = deps.change;
    this.#channels = deps.channels;
    this.#alerts = deps.alerts;
    this.#clock = deps.clock;
  }

  async execute(orderId: string, refundId: string): Promise<void> {
    const sendBy = addSeconds(this.#clock.realNow(), LATEST_SENDING_SECONDS);
    const channel = await this.#channelOf(orderId, refundId);
    const isChannelThere = (order: PaymentOrder) => callFor(channel, order, refundId) !== undefined;
    const started = await this.#change.apply(
      orderId,
      (order) => (isChannelThere(order) ? 'refund_sent' : 'refund_without_channel'),
      (order) => startRefund(order, refundId, this.#clock.now(), isChannelThere(order)),
    );
    // Somebody else has just started it, or it ended.
    if (started.kind !== 'done' || started.verdict === 'unchanged') return;
    const found = callFor(channel, started.order, refundId);
    if (found === undefined) {
      this.#tellNotSent(started.order, refundId, channel);
      return;
    }

    const call: RefundCall = { ...found, sendBy };
    const answer = call.refund.tries > 1 ? await this.#askThenSend(orderId, call) : await this.#send(call);
    await this.#record(orderId, call, answer);
  }

  /** The channel that has the money; an attempt stays at its own. */
  async #channelOf(orderId: string, refundId: string): Promise<PaymentChannel | undefined> {
    const order = await this.#orders.find(orderId);
    const attempt = order && attemptOf(order, refundId);
    return attempt && this.#channels.find(attempt.channelId);
  }

  #tellNotSent(order: PaymentOrder, refundId: string, channel: PaymentChannel | undefined): void {
    const { attemptId = 'unknown', channelId = 'unknown' } = attemptOf(order, refundId) ?? {};
    const reason =
      channel === undefined
        ? `attempt ${attemptId}, whose money it returns, is at no channel of this deployment`
        : `the channel never answered what it calls attempt ${attemptId}, whose money it returns: look for it there`;
    this.#alerts.raise({ kind: 'channel_unavailable', channelId, detail: `refund ${refundId}: ${reason}` });
  }

  /** A try before this one may have reached the channel: it is asked, and only a clear no is sent again. */
  async #askThenSend(orderId: string, call: RefundCall): Promise<RefundAnswer | typeof SETTLED> {
    const inquiry = await call.channel.askRefund({
      refundId: call.refund.refundId,
      payment: call.payment,
      channelReference: call.refund.channelReference,
      acceptedAt: inRealTime(call.refund.createdAt, this.#clock),
    });
    switch (inquiry.kind) {
      case 'pending':
      case 'ended':
        return inquiry;
      case 'not_received': {
        // As it is now: an operator may have settled it since this try began.
        const order = await this.#orders.find(orderId);
        const maySend = order !== undefined && maySendAgain(order, call.refund.refundId);
        return maySend ? this.#send(call) : SETTLED;
      }
      case 'unavailable':
        return { kind: 'unknown', detail: inquiry.detail };
    }
  }

  async #send(call: RefundCall): Promise<RefundAnswer> {
    if (this.#clock.realNow() > call.sendBy) {
      return { kind: 'unknown', detail: 'it was not sent, because this process had stood still' };
    }
    return call.channel.refund({
      refundId: call.refund.refundId,
      payment: call.payment,
      amount: call.refund.amount,
    });
  }

  async #record(orderId: string, call: RefundCall, answer: RefundAnswer | typeof SETTLED): Promise<void> {
    const { refundId } = call.refund;
    const now = this.#clock.now();
    switch (answer.kind) {
      case 'pending':
        await this.#change.apply(orderId, 'refund_answered', (order) =>
          recordRefundReference(order, refundId, answer.channelReference),
        );
        return;
      case 'ended':
        await this.#change.apply(orderId, 'refund_answered', (order) =>
          recordEndedRefund(order, refundId, answer, now),
        );
        return;
      case 'refused':
        await this.#change.apply(orderId, 'refund_answered', (order) =>
          applyRefundResult(order, refundId, { kind: 'failed', failure: answer.failure }, now),
        );
        return;
      case 'settled':
        return;
      case 'unknown':
        // It is due again later and will be asked about; nothing is concluded from silence.
        this.#alerts.raise({
          kind: 'channel_unavailable',
          channelId: call.channel.channelId,
          detail: `refund ${refundId}: ${answer.detail}`,
        });
        return;
    }
  }
}

function callFor(
  channel: PaymentChannel | undefined,
  order: PaymentOrder,
  refundId: string,
): Omit<RefundCall, 'sendBy'> | undefined {
  const refund = order.refunds.find((candidate) => candidate.refundId === refundId);
  const attempt = attemptOf(order, refundId);
  if (refund === undefined || channel === undefined || !attempt?.opening) return undefined;
  return { refund, channel, payment: { ...attempt, opening: attempt.opening } };
}

/** The attempt whose money a refund returns. */
function attemptOf(order: PaymentOrder, refundId: string): PaymentAttempt | undefined {
  const refund = order.refunds.find((candidate) => candidate.refundId === refundId);
  return order.attempts.find((candidate) => candidate.attemptId === refund?.attemptId);
}

/** An operator has settled it: it is not sent again. */
const SETTLED = { kind: 'settled' } as const;

interface RefundCall {
  /** Real time. */
  readonly sendBy: Date;
  readonly refund: Refund;
  readonly channel: PaymentChannel;
  readonly payment: PaymentReference;
}
