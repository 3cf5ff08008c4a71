import { applyPaymentResult } from '../../domain/attempt/apply-payment-result.ts';
import { applyReportedResult } from '../../domain/attempt/apply-reported-result.ts';
import type { PaymentResult } from '../../domain/attempt/payment-attempt.ts';
import { noteUnderWay } from '../../domain/attempt/submit-attempt.ts';
import type { ChangeCause } from '../../domain/order/order-change-record.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChangeOrder } from '../change-order.ts';

/** The ways in which the gateway can receive a payment's result, except callbacks. */
type ResultSource = Extract<
  ChangeCause,
  'submission_answered' | 'cancellation_answered' | 'inquiry_answered'
>;

interface Dependencies {
  readonly change: ChangeOrder;
  readonly clock: Clock;
}

/**
 * Stores a payment's result in its order, if the channel gave the result in answer to a call: to submit or cancel the payment,
 * or to query it. Results in callbacks go through `ApplyChannelNotification` instead.
 *
 * The same write stores the work that follows from the result, such as attempts to be cancelled and money to be returned. The
 * gateway does this work when it next processes the order.
 */
export class StorePaymentResult {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param order the order's ID, or the order as just read */
  async execute(
    order: string | PaymentOrder,
    attemptId: string,
    result: PaymentResult,
    cause: ResultSource,
  ): Promise<void> {
    // Take the time only when the result is applied, because this process may have been suspended after it received the result.
    await this.#deps.change.apply(order, cause, (current) =>
      applyPaymentResult(current, attemptId, result, this.#deps.clock.now()),
    );
  }

  /**
   * Stores the channel's answer to the query parameters with which the consumer came back from the channel's page. If the
   * consumer reloads the return page of an earlier try, the channel repeats its answer to that earlier try. Such an answer is
   * treated like a late callback.
   */
  async returned(orderId: string, attemptId: string, result: PaymentResult): Promise<void> {
    await this.#deps.change.apply(orderId, 'inquiry_answered', (current) =>
      applyReportedResult(current, attemptId, result, this.#deps.clock.now()),
    );
  }

  /**
   * Stores the channel's answer that the consumer has confirmed the payment. The order then waits for the result, even if the
   * page's call that submits the payment was lost.
   */
  async underWay(orderId: string, attemptId: string): Promise<void> {
    await this.#deps.change.apply(orderId, 'inquiry_answered', (current) =>
      noteUnderWay(current, attemptId, this.#deps.clock.now()),
    );
  }
}
