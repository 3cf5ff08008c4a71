import { isCaptureWanted } from '../../domain/attempt/awaited-result.ts';
import type { AttemptOpening, PaymentAttempt } from '../../domain/attempt/payment-attempt.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { OrderLookup } from '../../ports/order-repository.ts';
import type { ChannelPayments } from '../../ports/payment-channel.ts';
import type { CancelAtChannel } from './cancel-at-channel.ts';
import type { StorePaymentResult } from './store-payment-result.ts';

/**
 * The result of handling the money that a channel held for an attempt. `ended`: the payment now has its final result, for
 * example because the money was captured.
 */
export type CaptureOutcome = 'ended' | 'cancelled' | 'pending' | 'unknown';

interface Dependencies {
  readonly orders: OrderLookup;
  readonly storeResult: StorePaymentResult;
  readonly cancelAtChannel: CancelAtChannel;
  readonly alerts: Alerts;
}

/**
 * Captures or releases the money that a channel holds for an attempt. If the attempt may still pay the order, the money is
 * captured. Otherwise, the payment is cancelled, which releases the money.
 */
export class CaptureAtChannel {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(
    orderId: string,
    attempt: PaymentAttempt & { readonly opening: AttemptOpening },
    channel: ChannelPayments,
  ): Promise<CaptureOutcome> {
    const order = await this.#deps.orders.find(orderId);
    return order !== undefined && isCaptureWanted(order, attempt.attemptId)
      ? this.#capture(orderId, attempt, channel)
      : this.#release(orderId, attempt);
  }

  /**
   * Captures the money that the channel holds. If the order closes or is paid by another attempt at the same time, the captured
   * money is treated like any other late payment.
   */
  async #capture(
    orderId: string,
    attempt: PaymentAttempt & { readonly opening: AttemptOpening },
    channel: ChannelPayments,
  ): Promise<CaptureOutcome> {
    const { attemptId, channelId } = attempt;
    const inquiry = await channel.capture(attempt);
    switch (inquiry.kind) {
      case 'ended':
        await this.#deps.storeResult.execute(orderId, attemptId, inquiry.result, 'inquiry_answered');
        return 'ended';
      case 'not_understood':
        this.#deps.alerts.raise({
          kind: 'report_for_operator',
          channelId,
          reference: attemptId,
          detail: inquiry.detail,
        });
        return 'unknown';
      case 'pending':
      case 'under_way':
      case 'to_capture':
        return 'pending';
      case 'not_found':
      case 'not_submitted':
      case 'not_askable':
      case 'unavailable':
        return 'unknown';
    }
  }

  async #release(orderId: string, attempt: PaymentAttempt): Promise<CaptureOutcome> {
    const answer = await this.#deps.cancelAtChannel.callChannel(orderId, attempt);
    if (answer === 'cancelled') {
      const result = { kind: 'cancelled' } as const;
      await this.#deps.storeResult.execute(orderId, attempt.attemptId, result, 'cancellation_answered');
    }
    return answer;
  }
}
