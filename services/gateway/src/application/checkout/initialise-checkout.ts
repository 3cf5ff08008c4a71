import { type OpeningPlan, planOpening } from '../../domain/attempt/open-attempt.ts';
import type { PaymentAttempt } from '../../domain/attempt/payment-attempt.ts';
import type { Environment } from '../../domain/environment.ts';
import { refuseReturnAddress } from '../../domain/merchant/allowed-origins.ts';
import { takesPayments } from '../../domain/merchant/merchant-life.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { OrderLookup } from '../../ports/order-repository.ts';
import type { BackgroundWork } from '../background-work.ts';
import type { ChangeOrder } from '../change-order.ts';
import type { CancelAtChannel } from '../channels/cancel-at-channel.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { InitialisedCheckout, OpenAtChannel, OpeningCall, PlannedAttempt } from './open-at-channel.ts';
import {
  mayTakeCardNumbers,
  noUsableAnswer,
  openingRefusalDetails,
  refuseForMerchant,
  refuseMethod,
  sessionInvalid,
} from './opening-refusals.ts';
import type { RoutePayment } from './route-payment.ts';
import type { PayingOrigin, ReachedLimit, WatchDeclines } from './watch-declines.ts';

/** How long one call may try further channels after a channel has failed. The consumer waits for this call. */
export const FAILOVER_WITHIN_MS = 12_000;

/** How many times one call tries to start the payment if other calls change the order meanwhile. */
const MAX_ROUNDS = 4;

interface Dependencies {
  readonly orders: OrderLookup;
  readonly change: ChangeOrder;
  readonly openAtChannel: OpenAtChannel;
  readonly routePayment: RoutePayment;
  readonly merchants: MerchantRepository;
  readonly cancelAtChannel: CancelAtChannel;
  readonly background: BackgroundWork;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly declines: WatchDeclines;
}

/** What a page requests when it starts a payment. */
interface RequestedPayment {
  readonly code: string;
  readonly returnUrl: string | null;
  readonly origin: PayingOrigin | null;
}

/** Too many payments from the page's origin were declined. */
interface Limited {
  readonly kind: 'limited';
  readonly limit: ReachedLimit;
}

/**
 * Starts a payment with a method, or continues one that was already started. The attempt is stored before its channel is
 * called, and the attempt's ID is the idempotency key of this call. So neither a second tab nor a crash leads to a second
 * payment at the channel.
 */
export class InitialiseCheckout {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * @param order the order, which may be outdated
   *
   * @param returnUrl the merchant's own page that the consumer is to return to; by default the hosted cashier
   * @param origin from where the consumer pays; null if that is not known
   */
  async execute(
    order: PaymentOrder,
    methodCode: string,
    returnUrl: string | null = null,
    origin: PayingOrigin | null = null,
  ): Promise<InitialisedCheckout | Refusal> {
    const merchant = await this.#deps.merchants.find(order.merchantId);
    const fault =
      returnUrl === null
        ? undefined
        : refuseReturnAddress(returnUrl, merchant?.allowedOrigins ?? [], this.#deps.environment);
    if (fault !== undefined) {
      return refuse('INVALID_REQUEST', `returnUrl ${fault}.`, [{ path: 'returnUrl', message: fault }]);
    }
    const now = this.#deps.clock.now();
    if (merchant === undefined || !takesPayments(merchant)) {
      const stored = await this.#deps.orders.find(order.orderId);
      return stored === undefined ? sessionInvalid() : refuseForMerchant(stored, now);
    }
    const routed = await this.#deps.routePayment.execute(order, merchant);
    const failoverUntilMs = this.#deps.clock.realNow().getTime() + FAILOVER_WITHIN_MS;
    const call: OpeningCall = {
      isCardAllowed: mayTakeCardNumbers(merchant, this.#deps.environment),
      routed: routed.find(({ choice }) => choice.methodCode === methodCode),
      failed: [],
      isTimeLeft: () => this.#deps.clock.realNow().getTime() < failoverUntilMs,
    };
    let known: PaymentOrder | string = order;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const planned = await this.#plan(known, { code: methodCode, returnUrl, origin }, call);
      if ('kind' in planned) return planned;
      const outcome = await this.#deps.openAtChannel.execute(planned, call);
      if (outcome !== 'moved_on') return outcome;
      if (!call.isTimeLeft()) break;
      known = order.orderId;
    }
    return noUsableAnswer();
  }

  async #plan(
    known: PaymentOrder | string,
    { code, returnUrl, origin }: RequestedPayment,
    { routed, failed }: OpeningCall,
  ): Promise<PlannedAttempt | Refusal> {
    const target = await this.#deps.routePayment.next(routed, failed);
    const change = await this.#deps.change.decide<OpeningPlan | Limited>(
      known,
      'checkout_initialised',
      (current) => {
        const plan = planOpening(current, { code, target }, returnUrl, this.#deps.clock.now());
        const limit =
          plan.kind === 'new' ? this.#deps.declines.limitFor(current.merchantId, origin) : undefined;
        if (limit !== undefined) return { verdict: { kind: 'limited', limit } };
        return (plan.kind === 'new' || plan.kind === 'existing') && plan.order !== null
          ? { order: plan.order, verdict: plan }
          : { verdict: plan };
      },
    );
    if (change.kind === 'order_not_found') return sessionInvalid();
    const { verdict: plan, order } = change;
    switch (plan.kind) {
      case 'refused':
        return refuse(plan.reason, openingRefusalDetails[plan.reason]);
      case 'limited':
        return this.#deps.declines.refuse(plan.limit);
      case 'no_channel':
        return failed.length > 0 ? noUsableAnswer() : refuseMethod(routed !== undefined);
      case 'new':
        this.#deps.declines.began(plan.attempt.attemptId, origin);
        if (plan.abandoned !== null) this.#cancelSoon(order.orderId, plan.abandoned);
        return { order, attempt: plan.attempt };
      case 'existing':
        return { order, attempt: plan.attempt };
    }
  }

  /**
   * Immediately starts to cancel, in the background, an attempt that another attempt has replaced, so that the consumer cannot
   * pay it too. If this process crashes, the recurring duties cancel the attempt.
   */
  #cancelSoon(orderId: string, { attemptId }: PaymentAttempt): void {
    this.#deps.background.startOnOrder('cancel-attempt', orderId, () =>
      this.#deps.cancelAtChannel.execute(orderId, attemptId),
    );
  }
}
