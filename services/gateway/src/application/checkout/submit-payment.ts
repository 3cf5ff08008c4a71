import { cardBrandOf } from '@kassa/contracts';
import { awaitedResultOf } from '../../domain/attempt/awaited-result.ts';
import { type CardFault, cardFaults } from '../../domain/attempt/card-faults.ts';
import type { AttemptCard, PaymentAttempt, RequiredAction } from '../../domain/attempt/payment-attempt.ts';
import {
  planSubmission,
  recordRequiredAction,
  recordSubmissionRefused,
  requiredActionOf,
  type SubmissionPlan,
  type SubmissionRefusal,
} from '../../domain/attempt/submit-attempt.ts';
import type { Environment } from '../../domain/environment.ts';
import type { ServerKeys } from '../../domain/expiring-key.ts';
import { takesPayments } from '../../domain/merchant/merchant-life.ts';
import { customerOf } from '../../domain/order/paying-customer.ts';
import { latestAttempt, type PaymentOrder } from '../../domain/order/payment-order.ts';
import { returnLinkOf } from '../../domain/return-link.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { CardData, ChannelCheckout, PayingDevice } from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import type { AwaitOrder } from '../await-order.ts';
import type { ChangeOrder } from '../change-order.ts';
import type { StorePaymentResult } from '../channels/store-payment-result.ts';
import { type Refusal, refuse } from '../refusal.ts';
import {
  MERCHANT_TAKES_NO_PAYMENTS,
  mayTakeCardNumbers,
  openingRefusalDetails,
  sessionInvalid,
  supersededRefusal,
} from './opening-refusals.ts';
import type { ReachedLimit, WatchDeclines } from './watch-declines.ts';

export interface SubmittedPayment {
  readonly kind: 'submitted';
  readonly attemptId: string;
  /** The page that the consumer must visit to complete the payment; null if there is none. */
  readonly action: RequiredAction | null;
}

/** The page from which the consumer submits the payment. */
export interface SubmittingPage {
  readonly device?: PayingDevice | null;
  /** The ID of the attempt that the page shows; null if the page does not name one. */
  readonly attemptId?: string | null;
  /** What the channel's library in the page reported when the consumer had paid; null if the page sent nothing. */
  readonly sessionResult?: string | null;
  /** The network from which the consumer pays; null if it is not known. */
  readonly network?: string | null;
}

/** How long a call from a second tab waits for the channel's answer to the call from the first tab. */
const WAIT_FOR_FIRST_CALL_MS = 10_000;

interface Dependencies {
  readonly change: ChangeOrder;
  readonly channels: ChannelLookup<ChannelCheckout>;
  readonly merchants: MerchantRepository;
  readonly awaitOrder: AwaitOrder;
  readonly storeResult: StorePaymentResult;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly sessionKeys: ServerKeys;
  readonly declines: WatchDeclines;
  /** The public address of the cashier, without a slash at its end. */
  readonly cashierUrl: string;
}

/**
 * Submits an order's latest attempt to its channel. The attempt's new state is stored first, and only the call that stored it
 * calls the channel. So a double click or a second tab leads to one attempt and one charge. A card stays in memory, and only
 * for this call.
 */
export class SubmitPayment {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param order the order, which may be outdated if the page says which attempt it shows */
  async execute(
    order: PaymentOrder,
    card: CardData | null,
    { device = null, attemptId = null, sessionResult = null, network = null }: SubmittingPage = {},
  ): Promise<SubmittedPayment | Refusal> {
    const merchant = await this.#deps.merchants.find(order.merchantId);
    if (card !== null && !mayTakeCardNumbers(merchant, this.#deps.environment)) {
      return refuse(
        'PAYMENT_METHOD_UNAVAILABLE',
        'This merchant has no permission to take card numbers itself.',
      );
    }

    const origin = network === null ? null : { network, deviceId: device?.deviceId ?? null };
    const change = await this.#deps.change.decide<
      SubmissionPlan | { readonly kind: 'merchant_closed' } | InvalidCard | Limited
    >(order, 'payment_submitted', (current) => {
      const input = { card: card === null ? null : summaryOf(card), attemptId, sessionResult };
      const plan = planSubmission(current, input, this.#deps.clock.now());
      if (plan.kind === 'submitted_before' && plan.order !== null)
        return { order: plan.order, verdict: plan };
      if (plan.kind !== 'submit') return { verdict: plan };
      // The merchant takes no payments at present, so refuse a new payment. If the payment was submitted earlier, still report
      // its state.
      if (!takesPayments(merchant)) return { verdict: { kind: 'merchant_closed' } };
      const brands = plan.attempt.opening?.cardBrands ?? [];
      const faults = card === null ? [] : cardFaults(card, brands, this.#deps.clock.now());
      if (faults.length > 0) return { verdict: { kind: 'invalid_card', faults } };
      const limit = this.#deps.declines.limitFor(current.merchantId, origin);
      if (limit !== undefined) return { verdict: { kind: 'limited', limit } };
      return { order: plan.order, verdict: plan };
    });
    if (change.kind === 'order_not_found') return sessionInvalid();
    const plan = change.verdict;
    const seen = attemptMeant(order, attemptId);
    switch (plan.kind) {
      case 'refused':
        return seen !== undefined && change.order.paidByAttemptId === seen
          ? { kind: 'submitted', attemptId: seen, action: null }
          : refusalOf(plan.reason);
      case 'merchant_closed':
        return refuse('PAYMENT_METHOD_UNAVAILABLE', MERCHANT_TAKES_NO_PAYMENTS);
      case 'invalid_card':
        return refuseCard(plan.faults);
      case 'submitted_before':
        // A page that sends the session result has already received the answer to its first call. So do not wait for that call.
        return sessionResult === null
          ? this.#reportFirstCall(order.orderId, plan.attempt)
          : { kind: 'submitted', attemptId: plan.attempt.attemptId, action: requiredActionOf(plan.attempt) };
      case 'limited':
        return this.#deps.declines.refuse(plan.limit);
      case 'submit':
        this.#deps.declines.began(plan.attempt.attemptId, origin);
        return this.#submit(change.order, plan.attempt, card, device);
    }
  }

  async #submit(
    order: PaymentOrder,
    attempt: PaymentAttempt,
    card: CardData | null,
    device: PayingDevice | null,
  ): Promise<SubmittedPayment | Refusal> {
    const channel = await this.#deps.channels.find(attempt.channelId);
    if (channel === undefined || attempt.opening === null) {
      return refuse('CHANNEL_ERROR', 'The payment channel is not available. Try another method.');
    }
    const customer = customerOf(order);
    const answer = await channel.submit({
      ...attempt,
      opening: attempt.opening,
      card,
      device,
      ...(customer !== undefined && { customer }),
      returnUrl: returnLinkOf(
        this.#deps.cashierUrl,
        order.orderId,
        attempt.attemptId,
        order.expiresAt,
        this.#deps.sessionKeys,
      ),
    });
    switch (answer.kind) {
      case 'pending':
        break;
      case 'action_required': {
        const { action } = answer;
        const { attemptId } = attempt;
        const noted = await this.#deps.change.apply(order, 'submission_answered', (current) =>
          recordRequiredAction(current, attemptId, action),
        );
        // Another page may have cancelled the attempt meanwhile. In that case, the consumer must no longer be sent to the
        // channel's page.
        const isAwaited = noted.kind === 'done' && awaitedResultOf(noted.order)?.attemptId === attemptId;
        return { kind: 'submitted', attemptId, action: isAwaited ? action : null };
      }
      case 'ended':
        await this.#deps.storeResult.execute(order, attempt.attemptId, answer.result, 'submission_answered');
        break;
      case 'refused': {
        const { failure } = answer;
        await this.#deps.change.apply(order, 'submission_answered', (current) =>
          recordSubmissionRefused(current, attempt.attemptId, failure, this.#deps.clock.now()),
        );
        break;
      }
      case 'unknown':
        // The attempt stays submitted. The result comes by callback, or the gateway asks the channel for it.
        break;
    }
    return { kind: 'submitted', attemptId: attempt.attemptId, action: null };
  }

  async #reportFirstCall(orderId: string, attempt: PaymentAttempt): Promise<SubmittedPayment> {
    const order = await this.#deps.awaitOrder.until(
      orderId,
      (current) => {
        const same = current.attempts.find(({ attemptId }) => attemptId === attempt.attemptId);
        return same === undefined || same.actionUrl !== null || same.state !== 'SUBMITTED';
      },
      WAIT_FOR_FIRST_CALL_MS,
    );
    const answered = order?.attempts.find(({ attemptId }) => attemptId === attempt.attemptId);
    return {
      kind: 'submitted',
      attemptId: attempt.attemptId,
      action: answered?.state === 'SUBMITTED' ? requiredActionOf(answered) : null,
    };
  }
}

/**
 * Returns the ID of the attempt that the page wants to submit. A page that names no attempt means the latest attempt of the
 * order, as the order was read when the call began. Another tab may have submitted this attempt meanwhile, so the payment may
 * already have succeeded.
 */
function attemptMeant(order: PaymentOrder, attemptId: string | null): string | undefined {
  return attemptId ?? (order.paidAt === null ? latestAttempt(order)?.attemptId : undefined);
}

function refusalOf(reason: SubmissionRefusal): Refusal {
  switch (reason) {
    case 'PAYMENT_NOT_INITIALISED':
      return refuse(reason, 'There is no open attempt. Call checkout/init first.');
    case 'ATTEMPT_SUPERSEDED':
      return supersededRefusal();
    case 'CARD_REQUIRED':
      return refuse('INVALID_REQUEST', 'This attempt takes the card from your own form.', [
        { path: 'card', message: 'is required for OWN_FORM' },
      ]);
    case 'CARD_NOT_ALLOWED':
      return refuse('INVALID_REQUEST', 'A card is sent for OWN_FORM only.', [
        { path: 'card', message: 'is not allowed for this render type' },
      ]);
    case 'ORDER_ALREADY_PAID':
    case 'ORDER_EXPIRED':
    case 'PAYMENT_IN_PROGRESS':
    case 'TOO_MANY_ATTEMPTS':
      return refuse(reason, openingRefusalDetails[reason]);
  }
}

/** A card that no channel would accept. It is refused before the attempt is submitted, so the consumer can correct it. */
interface InvalidCard {
  readonly kind: 'invalid_card';
  readonly faults: readonly CardFault[];
}

/** Too many payments from the page's origin were declined. */
interface Limited {
  readonly kind: 'limited';
  readonly limit: ReachedLimit;
}

const faultTexts = {
  number: { path: 'card.number', message: 'has a wrong check digit' },
  expiry: { path: 'card.expMonth', message: 'is in the past, together with card.expYear' },
  network: { path: 'card.network', message: 'is not one of the cardBrands that init returned' },
} as const satisfies Record<CardFault, { readonly path: string; readonly message: string }>;

function refuseCard(faults: readonly CardFault[]): Refusal {
  const fields = faults.map((fault) => faultTexts[fault]);
  const detail = fields.map(({ path, message }) => `${path} ${message}`).join('; ');
  return refuse('INVALID_REQUEST', `The card data are wrong: ${detail}.`, fields);
}

/** Returns the part of a card's data that the gateway may store. */
function summaryOf(card: CardData): AttemptCard {
  return {
    brand: card.network ?? cardBrandOf(card.number),
    last4: card.number.slice(-4),
    expMonth: card.expMonth,
    expYear: card.expYear,
  };
}
