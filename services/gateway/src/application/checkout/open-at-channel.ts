import { type FailoverPlan, type OpeningFault, planFailover } from '../../domain/attempt/fail-over.ts';
import { recordOpening, refuseNewPayment } from '../../domain/attempt/open-attempt.ts';
import {
  type AttemptOpening,
  isAttemptAlive,
  type PaymentAttempt,
} from '../../domain/attempt/payment-attempt.ts';
import type { ServerKeys } from '../../domain/expiring-key.ts';
import { customerOf } from '../../domain/order/paying-customer.ts';
import { latestAttempt, type PaymentOrder } from '../../domain/order/payment-order.ts';
import { returnLinkOf } from '../../domain/return-link.ts';
import type { FailedCandidate } from '../../domain/routing/choose-channels.ts';
import type { Alerts } from '../../ports/alerts.ts';
import { type Clock, inRealTime } from '../../ports/clock.ts';
import type { ChannelCheckout, OpeningAnswer } from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import type { BackgroundWork } from '../background-work.ts';
import type { ChangeOrder } from '../change-order.ts';
import type { CancelAtChannel } from '../channels/cancel-at-channel.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { noUsableAnswer, openingRefusalDetails } from './opening-refusals.ts';
import type { RoutedMethod, RoutePayment } from './route-payment.ts';

export interface InitialisedCheckout {
  readonly kind: 'initialised';
  readonly attempt: PaymentAttempt;
  readonly opening: AttemptOpening;
  /** The address to which the processor's page sends the consumer back. */
  readonly returnLink: string;
}

/**
 * The progress of one call by which a consumer's page starts a payment: the channels that can serve the payment, the channels
 * that have already failed during this call, and whether time is left to ask another channel.
 */
export interface OpeningCall {
  readonly isCardAllowed: boolean;
  /** The payment method with the channels that serve it; undefined if no channel does. */
  readonly routed: RoutedMethod | undefined;
  readonly failed: FailedCandidate[];
  /** Whether this call of the page still has time to ask another channel. */
  readonly isTimeLeft: () => boolean;
}

export interface PlannedAttempt {
  readonly order: PaymentOrder;
  readonly attempt: PaymentAttempt;
}

type Outcome = InitialisedCheckout | Refusal | 'moved_on';

interface Dependencies {
  readonly change: ChangeOrder;
  readonly channels: ChannelLookup<ChannelCheckout>;
  readonly routePayment: RoutePayment;
  readonly cancelAtChannel: CancelAtChannel;
  readonly background: BackgroundWork;
  readonly alerts: Alerts;
  readonly clock: Clock;
  readonly sessionKeys: ServerKeys;
  /** The public address of the cashier, without a slash at its end. */
  readonly cashierUrl: string;
}

/**
 * Asks an attempt's channel to open the payment. If the channel does not open the payment, the consumer cannot pay there, and
 * the payment continues through the next channel that serves the method. Each channel is asked once.
 */
export class OpenAtChannel {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @returns `moved_on` if other calls have changed the order meanwhile */
  async execute(planned: PlannedAttempt, call: OpeningCall): Promise<Outcome> {
    let { order, attempt } = planned;
    for (;;) {
      if (attempt.opening !== null) return this.#initialised(order, attempt, attempt.opening);
      const answer = await this.#ask(order, attempt, call);
      if (answer.kind === 'opened') return this.#record(order, attempt, answer.opening);
      if (answer.kind === 'unavailable' && answer.hasPayment) this.#tellOfPayment(attempt);

      call.failed.push({ channelId: attempt.channelId, reason: answer.kind });
      const plan = await this.#failOver(order.orderId, attempt, answer, call);
      switch (plan.kind) {
        case 'new':
          ({ order, attempt } = plan);
          continue;
        case 'ended':
          return refuse(
            'CHANNEL_ERROR',
            'The payment channel refused to start the payment. Try another method.',
          );
        case 'waits':
          return noUsableAnswer();
        case 'moved_on':
          return 'moved_on';
      }
    }
  }

  async #ask(
    order: PaymentOrder,
    attempt: PaymentAttempt,
    { isCardAllowed }: OpeningCall,
  ): Promise<OpeningAnswer> {
    // The payment is opened at the attempt's channel even if that channel gets no new payments any more, because the attempt
    // already exists. Only a channel that has been removed cannot be called.
    const channel = await this.#deps.channels.find(attempt.channelId);
    if (channel === undefined) return { kind: 'unavailable', detail: 'no such channel' };
    const customer = customerOf(order);
    return channel.open({
      attemptId: attempt.attemptId,
      methodCode: attempt.methodCode,
      amount: order.amount,
      description: order.description,
      returnUrl: this.#returnLink(order, attempt),
      expiresAt: inRealTime(order.expiresAt, this.#deps.clock),
      mayTakeCardNumbers: isCardAllowed,
      products: order.products,
      ...(customer !== undefined && { customer }),
      ...(order.locale !== undefined && { locale: order.locale }),
    });
  }

  #tellOfPayment({ attemptId: reference, channelId }: PaymentAttempt): void {
    const detail =
      'The channel already has a payment with this ID, but with other content. The order does not know it, perhaps because a backup was restored. Look whether the consumer has paid it.';
    this.#deps.alerts.raise({ kind: 'report_for_operator', channelId, reference, detail });
  }

  async #record(order: PaymentOrder, attempt: PaymentAttempt, opening: AttemptOpening): Promise<Outcome> {
    const now = this.#deps.clock.now();
    const change = await this.#deps.change.apply(order, 'opening_answered', (current) =>
      recordOpening(current, attempt.attemptId, opening, now),
    );
    if (change.kind === 'order_not_found') throw new Error(`order ${order.orderId} disappeared`);
    return this.#handOut(change.order, attempt.attemptId, now);
  }

  /**
   * Returns what the consumer needs to pay with the opened attempt. Refuses if the attempt ended while the channel was opening
   * it.
   */
  #handOut(order: PaymentOrder, attemptId: string, now: Date): Outcome {
    const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
    if (attempt === undefined) throw new Error(`attempt ${attemptId} disappeared`);
    const { opening } = attempt;
    if (isAttemptAlive(attempt) && opening !== null) return this.#initialised(order, attempt, opening);
    if (attempt.cancellation) this.#cancelSoon(order.orderId, attempt);
    const refusal = refuseNewPayment(order, now);
    if (refusal !== undefined) return refuse(refusal, openingRefusalDetails[refusal]);
    // A concurrent call got no usable answer from this channel, and has already started an attempt at the next channel. This
    // call has to start again with that attempt.
    const latest = latestAttempt(order);
    if (attempt.channelFault !== null && latest?.methodCode === attempt.methodCode) return 'moved_on';
    return attempt.state === 'ABANDONED'
      ? refuse('PAYMENT_IN_PROGRESS', 'The payment was started with another method in the meantime.')
      : refuse('CHANNEL_ERROR', 'The payment ended at its channel before it was started. Try again.');
  }

  async #failOver(
    orderId: string,
    { attemptId }: PaymentAttempt,
    fault: OpeningFault,
    { routed, failed, isTimeLeft }: OpeningCall,
  ): Promise<Exclude<FailoverPlan, { kind: 'new' }> | ({ readonly kind: 'new' } & PlannedAttempt)> {
    const next = isTimeLeft() ? await this.#deps.routePayment.next(routed, failed) : null;
    const cause = fault.kind === 'refused' ? 'opening_answered' : 'opening_unanswered';
    const change = await this.#deps.change.decide<FailoverPlan>(orderId, cause, (current) => {
      const plan = planFailover(current, attemptId, fault, next, this.#deps.clock.now());
      return plan.kind === 'new' || plan.kind === 'ended'
        ? { order: plan.order, verdict: plan }
        : { verdict: plan };
    });
    if (change.kind === 'order_not_found') throw new Error(`order ${orderId} disappeared`);
    const { verdict: plan, order } = change;
    return plan.kind === 'new' ? { kind: 'new', order, attempt: plan.attempt } : plan;
  }

  #returnLink({ orderId, expiresAt }: PaymentOrder, { attemptId }: PaymentAttempt): string {
    return returnLinkOf(this.#deps.cashierUrl, orderId, attemptId, expiresAt, this.#deps.sessionKeys);
  }

  #initialised(order: PaymentOrder, attempt: PaymentAttempt, opening: AttemptOpening): InitialisedCheckout {
    return { kind: 'initialised', attempt, opening, returnLink: this.#returnLink(order, attempt) };
  }

  /**
   * Cancels an ended attempt at its channel in the background, so that the consumer cannot pay this attempt in addition to
   * another one. If this process crashes before that, a recurring duty cancels the attempt.
   */
  #cancelSoon(orderId: string, { attemptId }: PaymentAttempt): void {
    this.#deps.background.startOnOrder('cancel-attempt', orderId, () =>
      this.#deps.cancelAtChannel.execute(orderId, attemptId),
    );
  }
}
