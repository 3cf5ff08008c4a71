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
 * Makes waiting callbacks due immediately when the fact that they wait for becomes known: a refund's result or reference, or
 * the channel's reference of a payment. Such a callback can report that a refund failed or that the bank has taken the money.
 * The merchant could refund the same money meanwhile, so the callback must not wait for its next retry.
 *
 * If the process crashes before this, or if a callback is just being postponed and is not yet stored as waiting, the recurring
 * duty applies the callback at its next retry. This retry comes within ten minutes, or within an hour if the callback may
 * belong to another deployment (`planAttention`).
 */
export class HastenCallbacks {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  orderChanged(before: PaymentOrder, after: PaymentOrder): void {
    if (!mayEndWaiting(before, after) && !knowsMorePayments(before, after)) return;
    const { inbox, background, clock } = this.#deps;
    const update = { orderId: after.orderId, paymentReferences: paymentsMadeKnown(before, after) };
    background.start('hasten-callbacks', () => inbox.hastenWaiting(update, clock.realNow()));
  }
}
