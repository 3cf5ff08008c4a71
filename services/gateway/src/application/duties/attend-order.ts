import { attemptsToAskAbout } from '../../domain/attempt/awaited-result.ts';
import { attemptsToCancel } from '../../domain/attempt/cancel-attempt.ts';
import { isAskingAboutDisputeDue } from '../../domain/dispute/awaited-outcome.ts';
import { isExpiryDue } from '../../domain/order/expire-order.ts';
import { channelOfAttempt, closingChannelOf } from '../../domain/order/schedule.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OrderLookup } from '../../ports/order-repository.ts';
import type { AskAboutDispute } from '../channels/ask-about-dispute.ts';
import type { AskForResult } from '../channels/ask-for-result.ts';
import type { CancelAtChannel } from '../channels/cancel-at-channel.ts';
import type { ExecuteRefund } from '../channels/execute-refund.ts';
import type { RelayEvents } from '../events/relay-events.ts';
import type { CloseExpiredOrder } from './close-expired-order.ts';

interface Dependencies {
  readonly orders: OrderLookup;
  readonly relay: RelayEvents;
  readonly askForResult: AskForResult;
  readonly cancelAtChannel: CancelAtChannel;
  readonly executeRefund: ExecuteRefund;
  readonly askAboutDispute: AskAboutDispute;
  readonly closeExpiredOrder: CloseExpiredOrder;
  readonly clock: Clock;
}

/**
 * Does the due work on one payment order: the steps that call the given channel, and the steps that call no channel. This
 * includes work that a crash left undone. If a step fails, the other steps are still done, and the failures are thrown at the
 * end.
 */
export class AttendOrder {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param channelId the only channel that may be called; null to do only the steps that call no channel */
  async execute(orderId: string, channelId: string | null): Promise<void> {
    const order = await this.#deps.orders.find(orderId);
    if (order === undefined) return;
    const now = this.#deps.clock.now();
    const failures: unknown[] = [];
    const attempted = (step: () => Promise<unknown>) =>
      step().catch((error: unknown) => {
        failures.push(error);
      });
    const isInLane = ({ attemptId }: { readonly attemptId: string }) =>
      isOpenTo(channelOfAttempt(order, attemptId), channelId);
    if (order.outbox.length > 0) await attempted(() => this.#deps.relay.relay(order));
    for (const attempt of attemptsToAskAbout(order, now).filter(isInLane)) {
      await attempted(() => this.#deps.askForResult.execute(orderId, attempt));
    }
    for (const { refundId, nextActionAt } of order.refunds.filter(isInLane)) {
      if (nextActionAt === null || nextActionAt > now) continue;
      await attempted(() => this.#deps.executeRefund.execute(orderId, refundId));
    }
    if (order.dispute !== null && isInLane(order.dispute) && isAskingAboutDisputeDue(order, now))
      await attempted(() => this.#deps.askAboutDispute.execute(orderId));
    // The previous steps may have changed the order, so read it again.
    const current = await this.#deps.orders.find(orderId);
    for (const attempt of current === undefined ? [] : attemptsToCancel(current, now)) {
      if (attempt.channelId !== channelId) continue;
      await attempted(() => this.#deps.cancelAtChannel.execute(orderId, attempt.attemptId));
    }
    await attempted(() => this.#expire(orderId, channelId, now));
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, `${failures.length} steps failed`);
  }

  async #expire(orderId: string, channelId: string | null, now: Date): Promise<void> {
    const order = await this.#deps.orders.find(orderId);
    if (order === undefined || !isExpiryDue(order, now)) return;
    if (isOpenTo(closingChannelOf(order), channelId))
      await this.#deps.closeExpiredOrder.execute(orderId, channelId);
  }
}

/**
 * Whether a step of an order's work may be done in a lane. Each channel has its own lane, and only that lane calls the channel.
 * A step that calls no channel may be done in any lane.
 */
function isOpenTo(needed: string | null, channelId: string | null): boolean {
  return needed === null || needed === channelId;
}
