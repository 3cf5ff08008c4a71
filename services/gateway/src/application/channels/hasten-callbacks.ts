import { knowsMorePayments, paymentsMadeKnown } from '../../domain/order/made-at-channel.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { mayEndWaiting } from '../../domain/refund/take-channel-refund.ts';
import type { CallbackInbox } from '../../ports/callback-inbox.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BackgroundWork } from '../background-work.ts';

interface Dependencies {
  readonly inbox: CallbackInbox;
  readonly background: BackgroundWork;
  readonly clock: Clock;
}

/**
 * When a refund's result or reference, or the channel's reference of a payment, becomes known, makes the callbacks that waited
 * for it due at once. The merchant can refund a failed refund's amount again, or money that the bank has taken, so such a report
 * must not wait for its next turn. If the process crashes before, or if a callback is being postponed at this moment and is not yet
 * stored as waiting, the recurring duty applies the callback at its next turn: within ten minutes, or within an hour if it was not
 * known that it concerns the gateway (`planAttention`).
 */
export class HastenCallbacks {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  orderChanged(before: PaymentOrder, after: PaymentOrder): void {
    if (!mayEndWaiting(before, after) && !knowsMorePayments(before, after)) return;
    const { inbox, background, clock } = this.#deps;
    const news = { orderId: after.orderId, paymentReferences: paymentsMadeKnown(before, after) };
    background.start('hasten-callbacks', () => inbox.hastenWaiting(news, clock.realNow()));
  }
}
