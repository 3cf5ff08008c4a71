import {
  type OpeningPlan,
  type OpeningRefusal,
  planOpening,
  recordOpening,
  recordOpeningRefused,
  refuseNewPayment,
} from '../../domain/attempt/open-attempt.ts';
import {
  type AttemptOpening,
  isAttemptAlive,
  type PaymentAttempt,
} from '../../domain/attempt/payment-attempt.ts';
import type { Environment } from '../../domain/environment.ts';
import type { ServerKeys } from '../../domain/expiring-key.ts';
import { refuseReturnAddress } from '../../domain/merchant/allowed-origins.ts';
import { takesPayments } from '../../domain/merchant/merchant-life.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { returnLinkOf } from '../../domain/return-link.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { PaymentChannel } from '../../ports/payment-channel.ts';
import type { PaymentChannels } from '../../ports/payment-channels.ts';
import type { BackgroundWork } from '../background-work.ts';
import type { ChangeOrder } from '../change-order.ts';
import type { CancelAttempt } from '../channels/cancel-attempt.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { mayTakeCardNumbers } from './card-permission.ts';
import { offersOf } from './method-offers.ts';

export interface InitialisedCheckout {
  readonly kind: 'initialised';
  readonly attempt: PaymentAttempt;
  readonly opening: AttemptOpening;
  /** Where the processor's page sends the consumer. */
  readonly returnLink: string;
}

/**
 * Opens a payment attempt at a channel. The attempt is written before the channel is called and its ID is
 * the key of the call, so that two tabs or a crash in between make one payment at the channel.
 */
export class InitialiseCheckout {
  readonly #change: ChangeOrder;
  readonly #channels: PaymentChannels;
  readonly #merchants: MerchantRepository;
  readonly #cancelAttempt: CancelAttempt;
  readonly #background: BackgroundWork;
  readonly #clock: Clock;
  readonly #sessionKeys: ServerKeys;
  readonly #cashierUrl: string;
  readonly #environment: Environment;

  constructor(deps: {
    change: ChangeOrder;
    channels: PaymentChannels;
    merchants: MerchantRepository;
    cancelAttempt: CancelAttempt;
    background: BackgroundWork;
    clock: Clock;
    sessionKeys: ServerKeys;
    /** Public address of the cashier, without a trailing slash. */
    cashierUrl: string;
    environment: Environment;
  }) {
    this.#change = deps.change;
    this.#channels = deps.channels;
    this.#merchants = deps.merchants;
    this.#cancelAttempt = deps.cancelAttempt;
    this.#background = deps.background;
    this.#clock = deps.clock;
    this.#sessionKeys = deps.sessionKeys;
    this.#cashierUrl = deps.cashierUrl;
    this.#environment = deps.environment;
  }

  /** @param returnUrl the merchant's own page that the consumer is to come back to; the hosted cashier unless given */
  async execute(
    order: PaymentOrder,
    methodCode: string,
    returnUrl: string | null = null,
  ): Promise<InitialisedCheckout | Refusal> {
    const merchant = await this.#merchants.find(order.merchantId);
    const fault =
      returnUrl === null
        ? undefined
        : refuseReturnAddress(returnUrl, merchant?.allowedOrigins ?? [], this.#environment);
    if (fault !== undefined) {
      return refuse('INVALID_REQUEST', `returnUrl ${fault}.`, [{ path: 'returnUrl', message: fault }]);
    }
    if (!takesPayments(merchant)) return refuseForMerchant(order, this.#clock.now());
    const channels = await this.#channels.availableTo(order.merchantId);
    const offers = offersOf(channels, order, this.#clock.now());
    const offer = offers.find(({ method }) => method.code === methodCode);
    if (offer === undefined) {
      return refuse('PAYMENT_METHOD_UNAVAILABLE', 'This order can not be paid with this method.', [
        { path: 'paymentMethodCode', message: 'is not one of the payment methods of this order' },
      ]);
    }
    const { plan, order: planned } = await this.#plan(order, methodCode, offer.channel, returnUrl);
    if (plan.kind === 'refused') return refuse(plan.reason, openingRefusalDetails[plan.reason]);
    if (plan.kind === 'new' && plan.abandoned !== null) {
      this.#cancelSoon(order.orderId, plan.abandoned);
    }
    const { attempt } = plan;
    if (attempt.opening !== null) return this.#initialised(planned, attempt, attempt.opening);
    // Another channel may offer the method by now; the attempt is at its own.
    const channel = await this.#channels.find(attempt.channelId);
    if (channel === undefined) {
      return refuse('CHANNEL_ERROR', 'The payment channel is not available. Try another method.');
    }
    const isCardAllowed = mayTakeCardNumbers(merchant, this.#environment);
    return this.#open(planned, attempt, channel, isCardAllowed);
  }

  #returnLink({ orderId, expiresAt }: PaymentOrder, { attemptId }: PaymentAttempt): string {
    return returnLinkOf(this.#cashierUrl, orderId, attemptId, expiresAt, this.#sessionKeys);
  }

  #initialised(order: PaymentOrder, attempt: PaymentAttempt, opening: AttemptOpening): InitialisedCheckout {
    return { kind: 'initialised', attempt, opening, returnLink: this.#returnLink(order, attempt) };
  }

  async #plan(
    order: PaymentOrder,
    methodCode: string,
    channel: PaymentChannel,
    returnUrl: string | null,
  ): Promise<{ readonly plan: OpeningPlan; readonly order: PaymentOrder }> {
    const change = await this.#change.decide<OpeningPlan>(order, 'checkout_initialised', (current) => {
      const plan = planOpening(
        current,
        { code: methodCode, channelId: channel.channelId, channelType: channel.channelType },
        returnUrl,
        this.#clock.now(),
      );
      return plan.kind !== 'refused' && plan.order !== null
        ? { order: plan.order, verdict: plan }
        : { verdict: plan };
    });
    if (change.kind === 'order_not_found') throw new Error(`order ${order.orderId} disappeared`);
    return { plan: change.verdict, order: change.order };
  }

  /** Gives the consumer what to pay with, unless the attempt came to its end while it was opened. */
  #handOut(order: PaymentOrder, attemptId: string, now: Date): InitialisedCheckout | Refusal {
    const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
    if (attempt === undefined) throw new Error(`attempt ${attemptId} disappeared`);
    const { opening } = attempt;
    if (isAttemptAlive(attempt) && opening !== null) return this.#initialised(order, attempt, opening);
    if (attempt.cancellation) this.#cancelSoon(order.orderId, attempt);
    const refusal = refuseNewPayment(order, now);
    if (refusal !== undefined) return refuse(refusal, openingRefusalDetails[refusal]);
    return attempt.state === 'ABANDONED'
      ? refuse('PAYMENT_IN_PROGRESS', 'The payment was started in another way in the meantime.')
      : refuse('CHANNEL_ERROR', 'The payment ended at its channel before it was started. Try again.');
  }

  /** At once, for the consumer's sake; if this process dies, the order's next attendance does it. */
  #cancelSoon(orderId: string, { attemptId }: PaymentAttempt): void {
    this.#background.start('cancel-attempt', () => this.#cancelAttempt.execute(orderId, attemptId));
  }

  async #open(
    order: PaymentOrder,
    attempt: PaymentAttempt,
    channel: PaymentChannel,
    isCardAllowed: boolean,
  ): Promise<InitialisedCheckout | Refusal> {
    const answer = await channel.open({
      attemptId: attempt.attemptId,
      methodCode: attempt.methodCode,
      amount: order.amount,
      description: order.description,
      returnUrl: this.#returnLink(order, attempt),
      expiresAt: order.expiresAt,
      mayTakeCardNumbers: isCardAllowed,
    });
    const now = this.#clock.now();
    switch (answer.kind) {
      case 'opened': {
        const { opening } = answer;
        const change = await this.#change.apply(order, 'opening_answered', (current) =>
          recordOpening(current, attempt.attemptId, opening, now),
        );
        if (change.kind === 'order_not_found') throw new Error(`order ${order.orderId} disappeared`);
        return this.#handOut(change.order, attempt.attemptId, now);
      }
      case 'refused': {
        const { failure } = answer;
        await this.#change.apply(order.orderId, 'opening_answered', (current) =>
          recordOpeningRefused(current, attempt.attemptId, failure, now),
        );
        return refuse(
          'CHANNEL_ERROR',
          'The payment channel refused to start the payment. Try another method.',
        );
      }
      case 'unavailable':
        return refuse('CHANNEL_ERROR', 'The payment channel gave no usable answer. Try again.');
    }
  }
}

/** What is final about the order is said first; the page then shows that and no list of methods. */
function refuseForMerchant(order: PaymentOrder, now: Date): Refusal {
  const refusal = refuseNewPayment(order, now);
  if (refusal !== undefined) return refuse(refusal, openingRefusalDetails[refusal]);
  return refuse('PAYMENT_METHOD_UNAVAILABLE', MERCHANT_TAKES_NO_PAYMENTS);
}

export const MERCHANT_TAKES_NO_PAYMENTS = 'The shop takes no payments at the moment.';

export const openingRefusalDetails: Readonly<Record<OpeningRefusal, string>> = {
  ORDER_ALREADY_PAID: 'The order is paid already.',
  ORDER_EXPIRED: 'The order has expired and can not be paid any more.',
  PAYMENT_IN_PROGRESS: 'A payment of this order is being processed. Wait for its result.',
  TOO_MANY_ATTEMPTS: 'The order had ten attempts. Create a new order.',
};
