import type { PaymentAttempt } from '../../domain/attempt/payment-attempt.ts';
import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { OrderLookup } from '../../ports/order-repository.ts';
import type { ChannelPayments } from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import type { CancelAtChannel } from '../channels/cancel-at-channel.ts';
import type { CaptureAtChannel } from '../channels/capture-at-channel.ts';
import type { StorePaymentResult } from '../channels/store-payment-result.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface AttemptAnswer {
  readonly kind: 'asked';
  /**
   * The channel's answer. `set_aside`: the reported payment contradicts the order, so the report was stored for an operator.
   * `unknown`: the channel gave no usable answer.
   */
  readonly answer: 'ended' | 'set_aside' | 'cancelled' | 'pending' | 'not_submitted' | 'unknown';
  /** The order after the channel's answer was applied. */
  readonly order: PaymentOrder;
}

interface Dependencies {
  readonly orders: OrderLookup;
  readonly channels: ChannelLookup<ChannelPayments>;
  readonly captureAtChannel: CaptureAtChannel;
  readonly cancelAtChannel: CancelAtChannel;
  readonly storeResult: StorePaymentResult;
}

/**
 * Asks a channel about an attempt when an operator requests it, even if the gateway's own next inquiry is not due yet. If the
 * money is authorised but not captured, the gateway captures or releases it. If the gateway gave the attempt up without a
 * result, it calls the channel to cancel the attempt: the answer also shows whether the attempt was paid.
 */
export class AskAboutAttempt {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(attemptId: string): Promise<AttemptAnswer | Refusal> {
    const orderId = orderIdOf(attemptId);
    const order = orderId === undefined ? undefined : await this.#deps.orders.find(orderId);
    const attempt = order?.attempts.find((candidate) => candidate.attemptId === attemptId);
    if (order === undefined || attempt === undefined) {
      return refuse('ATTEMPT_NOT_FOUND', `There is no payment attempt ${attemptId}.`);
    }
    const answer =
      attempt.unresolvedSince === null
        ? await this.#ask(order.orderId, attempt)
        : await this.#cancel(order.orderId, attempt);
    const after = (await this.#deps.orders.find(order.orderId)) ?? order;
    const isSetAside = answer === 'ended' && isPaymentSetAside(after, attemptId);
    return { kind: 'asked', answer: isSetAside ? 'set_aside' : answer, order: after };
  }

  async #cancel(orderId: string, attempt: PaymentAttempt): Promise<AttemptAnswer['answer']> {
    const answer = await this.#deps.cancelAtChannel.callChannel(orderId, attempt);
    if (answer === 'cancelled') {
      const result = { kind: 'cancelled' } as const;
      await this.#deps.storeResult.execute(orderId, attempt.attemptId, result, 'cancellation_answered');
    }
    return answer;
  }

  async #ask(orderId: string, attempt: PaymentAttempt): Promise<AttemptAnswer['answer']> {
    const channel = await this.#deps.channels.find(attempt.channelId);
    const { attemptId, opening } = attempt;
    if (channel === undefined || opening === null) return 'unknown';
    const inquiry = await channel.ask({ ...attempt, opening });
    switch (inquiry.kind) {
      case 'ended':
        await this.#deps.storeResult.execute(orderId, attemptId, inquiry.result, 'inquiry_answered');
        return 'ended';
      case 'to_capture':
        return this.#deps.captureAtChannel.execute(orderId, { ...attempt, opening }, channel);
      case 'under_way':
        await this.#deps.storeResult.underWay(orderId, attemptId);
        return 'pending';
      case 'pending':
      case 'not_submitted':
        return inquiry.kind;
      case 'not_found':
      case 'not_askable':
      case 'not_understood':
      case 'unavailable':
        return 'unknown';
    }
  }
}

/** Whether the channel reports the attempt as paid, but the reported payment contradicts the order. */
function isPaymentSetAside({ attempts, quarantine }: PaymentOrder, attemptId: string): boolean {
  const attempt = attempts.find((candidate) => candidate.attemptId === attemptId);
  const isReported = quarantine.some((entry) => entry.attemptId === attemptId && entry.subject === undefined);
  return isReported && attempt?.state !== 'SUCCEEDED';
}
