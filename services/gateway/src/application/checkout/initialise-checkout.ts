import { type FailoverPlan, type OpeningFault, planFailover } from '../../domain/attempt/fail-over.ts';
import {
  type OpeningPlan,
  type OpeningRefusal,
  planOpening,
  recordOpening,
  refuseNewPayment,
} from '../../domain/attempt/open-attempt.ts';
import {
  type AttemptOpening,
  type AttemptTarget,
  isAttemptAlive,
  type PaymentAttempt,
} from '../../domain/attempt/payment-attempt.ts';
import type { Environment } from '../../domain/environment.ts';
import type { ServerKeys } from '../../domain/expiring-key.ts';
import { refuseReturnAddress } from '../../domain/merchant/allowed-origins.ts';
import { takesPayments } from '../../domain/merchant/merchant-life.ts';
import { latestAttempt, type PaymentOrder } from '../../domain/order/payment-order.ts';
import { returnLinkOf } from '../../domain/return-link.ts';
import { type FailedCandidate, nextCandidate, routeTo } from '../../domain/routing/choose-channels.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { OpeningAnswer } from '../../ports/payment-channel.ts';
import type { PaymentChannels } from '../../ports/payment-channels.ts';
import type { BackgroundWork } from '../background-work.ts';
import type { ChangeOrder } from '../change-order.ts';
import type { CancelAttempt } from '../channels/cancel-attempt.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { mayTakeCardNumbers } from './card-permission.ts';
import type { RoutedMethod, RoutePayment } from './route-payment.ts';

export interface InitialisedCheckout {
  readonly kind: 'initialised';
  readonly attempt: PaymentAttempt;
  readonly opening: AttemptOpening;
  /** Where the processor's page sends the consumer. */
  readonly returnLink: string;
}

/** A channel is asked after another only within this time: the consumer waits, and so does the page's call. */
export const FAILOVER_WITHIN_MS = 12_000;

/** Others can bring the order further while a channel is asked; so often the call begins with that anew. */
const MAX_ROUNDS = 4;

/** One call, and what it has found out so far. */
interface Initialisation {
  readonly methodCode: string;
  readonly returnUrl: string | null;
  readonly isCardAllowed: boolean;
  /** Undefined where no channel serves the method. */
  readonly routed: RoutedMethod | undefined;
  readonly failed: FailedCandidate[];
  readonly failoverUntilMs: number;
}

interface PlannedAttempt {
  readonly order: PaymentOrder;
  readonly attempt: PaymentAttempt;
}

/**
 * Opens a payment attempt at a channel. The attempt is written before the channel is called and its ID is
 * the key of the call, so that two tabs or a crash in between make one payment at the channel. A channel that
 * does not open it makes room for the next one that serves the method: nobody was given anything to pay with.
 */
export class InitialiseCheckout {
  readonly #change: ChangeOrder;
  readonly #channels: PaymentChannels;
  readonly #routePayment: RoutePayment;
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
    routePayment: RoutePayment;
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
    this.#routePayment = deps.routePayment;
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
    const now = this.#clock.now();
    if (merchant === undefined || !takesPayments(merchant)) return refuseForMerchant(order, now);
    const routed = await this.#routePayment.execute(order, merchant);
    const call: Initialisation = {
      methodCode,
      returnUrl,
      isCardAllowed: mayTakeCardNumbers(merchant, this.#environment),
      routed: routed.find(({ choice }) => choice.methodCode === methodCode),
      failed: [],
      failoverUntilMs: this.#clock.realNow().getTime() + FAILOVER_WITHIN_MS,
    };
    let known: PaymentOrder | string = order;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const planned = await this.#plan(known, call);
      if ('kind' in planned) return planned;
      const outcome = await this.#open(planned, call);
      if (outcome !== 'moved_on') return outcome;
      if (!this.#isTimeLeft(call)) break;
      known = order.orderId;
    }
    return noUsableAnswer();
  }

  #returnLink({ orderId, expiresAt }: PaymentOrder, { attemptId }: PaymentAttempt): string {
    return returnLinkOf(this.#cashierUrl, orderId, attemptId, expiresAt, this.#sessionKeys);
  }

  #initialised(order: PaymentOrder, attempt: PaymentAttempt, opening: AttemptOpening): InitialisedCheckout {
    return { kind: 'initialised', attempt, opening, returnLink: this.#returnLink(order, attempt) };
  }

  async #plan(known: PaymentOrder | string, call: Initialisation): Promise<PlannedAttempt | Refusal> {
    const { methodCode, returnUrl } = call;
    const target = nextTarget(call);
    const change = await this.#change.decide<OpeningPlan>(known, 'checkout_initialised', (current) => {
      const plan = planOpening(current, { code: methodCode, target }, returnUrl, this.#clock.now());
      return (plan.kind === 'new' || plan.kind === 'existing') && plan.order !== null
        ? { order: plan.order, verdict: plan }
        : { verdict: plan };
    });
    if (change.kind === 'order_not_found') throw new Error(`order ${String(known)} disappeared`);
    const { verdict: plan, order } = change;
    switch (plan.kind) {
      case 'refused':
        return refuse(plan.reason, openingRefusalDetails[plan.reason]);
      case 'no_channel':
        return call.failed.length > 0 ? noUsableAnswer() : refuseMethod(call.routed);
      case 'new':
        if (plan.abandoned !== null) this.#cancelSoon(order.orderId, plan.abandoned);
        return { order, attempt: plan.attempt };
      case 'existing':
        return { order, attempt: plan.attempt };
    }
  }

  /** Asks the attempt's channel, and after it those that can take its place; each of them once. */
  async #open(planned: PlannedAttempt, call: Initialisation): Promise<Outcome> {
    let { order, attempt } = planned;
    for (;;) {
      if (attempt.opening !== null) return this.#initialised(order, attempt, attempt.opening);
      const answer = await this.#ask(order, attempt, call);
      if (answer.kind === 'opened') return this.#record(order, attempt, answer.opening);

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
    { isCardAllowed }: Initialisation,
  ): Promise<OpeningAnswer> {
    // Its channel may serve the method no more, and even be gone; the attempt is there.
    const channel = await this.#channels.find(attempt.channelId);
    if (channel === undefined) return { kind: 'unavailable', detail: 'no such channel' };
    return channel.open({
      attemptId: attempt.attemptId,
      methodCode: attempt.methodCode,
      amount: order.amount,
      description: order.description,
      returnUrl: this.#returnLink(order, attempt),
      expiresAt: order.expiresAt,
      mayTakeCardNumbers: isCardAllowed,
    });
  }

  async #record(order: PaymentOrder, attempt: PaymentAttempt, opening: AttemptOpening): Promise<Outcome> {
    const now = this.#clock.now();
    const change = await this.#change.apply(order, 'opening_answered', (current) =>
      recordOpening(current, attempt.attemptId, opening, now),
    );
    if (change.kind === 'order_not_found') throw new Error(`order ${order.orderId} disappeared`);
    return this.#handOut(change.order, attempt.attemptId, now);
  }

  /** Gives the consumer what to pay with, unless the attempt came to its end while it was opened. */
  #handOut(order: PaymentOrder, attemptId: string, now: Date): Outcome {
    const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
    if (attempt === undefined) throw new Error(`attempt ${attemptId} disappeared`);
    const { opening } = attempt;
    if (isAttemptAlive(attempt) && opening !== null) return this.#initialised(order, attempt, opening);
    if (attempt.cancellation) this.#cancelSoon(order.orderId, attempt);
    const refusal = refuseNewPayment(order, now);
    if (refusal !== undefined) return refuse(refusal, openingRefusalDetails[refusal]);
    // Another call had no answer of this channel and went on to the next one.
    const latest = latestAttempt(order);
    if (attempt.channelFault !== null && latest?.methodCode === attempt.methodCode) return 'moved_on';
    return attempt.state === 'ABANDONED'
      ? refuse('PAYMENT_IN_PROGRESS', 'The payment was started in another way in the meantime.')
      : refuse('CHANNEL_ERROR', 'The payment ended at its channel before it was started. Try again.');
  }

  async #failOver(
    orderId: string,
    { attemptId }: PaymentAttempt,
    fault: OpeningFault,
    call: Initialisation,
  ): Promise<Exclude<FailoverPlan, { kind: 'new' }> | ({ readonly kind: 'new' } & PlannedAttempt)> {
    const next = this.#isTimeLeft(call) ? nextTarget(call) : null;
    const cause = fault.kind === 'refused' ? 'opening_answered' : 'opening_unanswered';
    const change = await this.#change.decide<FailoverPlan>(orderId, cause, (current) => {
      const plan = planFailover(current, attemptId, fault, next, this.#clock.now());
      return plan.kind === 'new' || plan.kind === 'ended'
        ? { order: plan.order, verdict: plan }
        : { verdict: plan };
    });
    if (change.kind === 'order_not_found') throw new Error(`order ${orderId} disappeared`);
    const { verdict: plan, order } = change;
    return plan.kind === 'new' ? { kind: 'new', order, attempt: plan.attempt } : plan;
  }

  #isTimeLeft({ failoverUntilMs }: Initialisation): boolean {
    return this.#clock.realNow().getTime() < failoverUntilMs;
  }

  /** At once, for the consumer's sake; if this process dies, the order's next attendance does it. */
  #cancelSoon(orderId: string, { attemptId }: PaymentAttempt): void {
    this.#background.start('cancel-attempt', () => this.#cancelAttempt.execute(orderId, attemptId));
  }
}

type Outcome = InitialisedCheckout | Refusal | 'moved_on';

/** The channel to ask next, with the reason; null when none is left. */
function nextTarget({ routed, failed }: Initialisation): AttemptTarget | null {
  if (routed === undefined) return null;
  const next = nextCandidate(routed.choice, failed);
  const channel = routed.channels.find(({ channelId }) => channelId === next?.channelId);
  if (channel === undefined) return null;
  const { channelId, channelType } = channel;
  return { channelId, channelType, route: routeTo(channelId, routed.choice, failed) };
}

function noUsableAnswer(): Refusal {
  return refuse('CHANNEL_ERROR', 'The payment channel gave no usable answer. Try again.');
}

function refuseMethod(routed: RoutedMethod | undefined): Refusal {
  return routed === undefined
    ? refuse('PAYMENT_METHOD_UNAVAILABLE', 'This order can not be paid with this method.', [
        { path: 'paymentMethodCode', message: 'is not one of the payment methods of this order' },
      ])
    : refuse('PAYMENT_METHOD_UNAVAILABLE', 'No channel takes this method at the moment. Try another one.', [
        { path: 'paymentMethodCode', message: 'can not be paid with at the moment' },
      ]);
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
  TOO_MANY_ATTEMPTS: 'The order had as many attempts as it may have. Create a new order.',
};
