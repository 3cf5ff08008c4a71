import type { Money } from '@kassa/contracts';
import type Stripe from 'stripe';
import { noPageParts } from '../../../../domain/attempt/payment-attempt.ts';
import type { TimeSpan } from '../../../../domain/time-span.ts';
import type { CallbackReading, RawCallback } from '../../../../ports/channel-callback.ts';
import type { CheckStep } from '../../../../ports/check-step.ts';
import type {
  CancellationAnswer,
  ChannelMethod,
  ChannelStatement,
  DisputeInquiry,
  DisputeReference,
  OpeningAnswer,
  OpeningOrder,
  PaymentChannel,
  PaymentInquiry,
  PaymentReference,
  RefundAnswer,
  RefundInquiry,
  RefundOrder,
  RefundReference,
  Submission,
  SubmissionAnswer,
  WalletDomains,
} from '../../../../ports/payment-channel.ts';
import type { MakeKey } from '../deployment-keys.ts';
import { ONE_TRY_MS } from './connect-stripe.ts';
import { sendCard } from './send-card.ts';
import { toStripeAmount } from './stripe-amounts.ts';
import { readStripeBooks } from './stripe-books.ts';
import { readStripeCallback } from './stripe-callbacks.ts';
import { ATTEMPT_KEY, callStripe, detailOf } from './stripe-calls.ts';
import { checkAccount } from './stripe-check.ts';
import { failureOf } from './stripe-declines.ts';
import { askStripeDispute } from './stripe-disputes.ts';
import { stripeDomains } from './stripe-domains.ts';
import { expressFor } from './stripe-express.ts';
import { AccountMethods, allowedTypes, cardMethod, methodFor, type StripeMethod } from './stripe-methods.ts';
import { LIBRARY, pageOrigins } from './stripe-page.ts';
import { findRefund, refundIntent } from './stripe-refunds.ts';
import { type IntentReading, readIntent } from './stripe-results.ts';

/**
 * The name of the channel type Stripe in answers to merchants. No name in the merchant interface may reveal the processor
 * (section 2.5 of the interface specification that Kassa implements).
 */
export const stripeType = 'ProcessorA';

/**
 * The payment channel of Stripe, which implements the port `PaymentChannel`. Each attempt to pay has a payment intent at
 * Stripe, which is usually confirmed by the consumer's browser.
 */
export class StripeChannel implements PaymentChannel {
  readonly channelId: string;
  readonly channelType = stripeType;
  readonly pageOrigins = pageOrigins;
  readonly walletDomains: WalletDomains;
  readonly #stripe: Stripe;
  readonly #publicKey: string;
  readonly #callbackSecrets: readonly string[];
  readonly #takesCardNumbers: boolean;
  readonly #methods: AccountMethods;
  readonly #keyFor: MakeKey;
  readonly #oneTryMs: number;

  /** @param deps.stripe a client that ends each call, including retries, within `CHANNEL_ANSWER_TIMEOUT_MS` */
  constructor(deps: {
    channelId: string;
    stripe: Stripe;
    publicKey: string;
    callbackSecrets: readonly string[];
    /**
     * Whether the gateway may send card numbers to Stripe itself. Stripe permits this only to accounts that have asked for it.
     */
    takesCardNumbers?: boolean;
    /** Makes the idempotency key of a call from an ID of the gateway. */
    keyFor: MakeKey;
    /** The timeout of calls that are never retried. */
    oneTryMs?: number;
  }) {
    this.channelId = deps.channelId;
    this.#stripe = deps.stripe;
    this.walletDomains = stripeDomains(deps.stripe);
    this.#publicKey = deps.publicKey;
    this.#callbackSecrets = deps.callbackSecrets;
    this.#takesCardNumbers = deps.takesCardNumbers ?? false;
    this.#methods = new AccountMethods(deps.stripe);
    this.#keyFor = deps.keyFor;
    this.#oneTryMs = deps.oneTryMs ?? ONE_TRY_MS;
  }

  methods(amount: Money): readonly ChannelMethod[] {
    const account = { channelType: stripeType, publicKey: this.#publicKey };
    // If the account may send card numbers, the payment is opened without the client secret that the wallet needs. In this
    // case, offer no wallet buttons.
    const express = expressFor(amount, account);
    const ofCards = this.#takesCardNumbers ? { takesCardNumbers: true as const } : express && { express };
    return this.#methods
      .for(amount)
      .map((method) => (method.code === cardMethod.code ? { ...method, ...ofCards } : method));
  }

  async open(order: OpeningOrder): Promise<OpeningAnswer> {
    const { attemptId, methodCode, amount, description } = order;
    const price = toStripeAmount(amount);
    const method = methodFor(methodCode, amount);
    if (method === undefined || price === undefined) {
      const message = 'Stripe cannot charge this amount with this method.';
      return {
        kind: 'refused',
        failure: { code: 'amount_not_supported', message, category: 'try_another_method' },
      };
    }
    const outcome = await callStripe(() =>
      this.#stripe.paymentIntents.create(
        {
          ...price,
          allowed_payment_method_types: [...this.#typesOf(method)],
          capture_method: 'automatic',
          metadata: { [ATTEMPT_KEY]: attemptId },
          ...(description !== null && { description }),
        },
        { idempotencyKey: this.#keyFor(attemptId) },
      ),
    );
    switch (outcome.kind) {
      case 'ok': {
        const { id: channelReference, client_secret: clientSecret } = outcome.answer;
        const opening = {
          channelReference,
          paymentUrl: null,
          ...noPageParts,
          cardBrands: this.#methods.brandsOf(method, amount.currency),
          ...(method.resultWithinDays !== undefined && { resultWithinDays: method.resultWithinDays }),
        };
        if (this.#takesCardNumbers && order.mayTakeCardNumbers && method === cardMethod) {
          return { kind: 'opened', opening: { ...opening, renderType: 'OWN_FORM' } };
        }
        if (clientSecret === null) return { kind: 'unavailable', detail: 'no client secret came' };
        const page = { clientSecret, publicKey: this.#publicKey, library: LIBRARY };
        return { kind: 'opened', opening: { ...opening, ...page, renderType: 'PROCESSOR_ELEMENT' } };
      }
      case 'refused':
        return { kind: 'refused', failure: failureOf(outcome) };
      case 'no_answer':
        return {
          kind: 'unavailable',
          detail: outcome.detail,
          ...(outcome.isKeyUsed && { hasPayment: true }),
        };
    }
  }

  /** An account that takes card numbers offers no wallets, so its payments do not allow wallets. */
  #typesOf(method: StripeMethod) {
    return this.#takesCardNumbers ? [method.code] : allowedTypes(method);
  }

  async submit(submission: Submission): Promise<SubmissionAnswer> {
    const { card, ...payment } = submission;
    // Without card data, there is nothing to send: the consumer types the card into Stripe's own form, which confirms the
    // payment intent from the browser.
    if (card === null) return { kind: 'pending' };
    const outcome = await sendCard(this.#stripe, {
      ...payment,
      card,
      keyFor: this.#keyFor,
      oneTryMs: this.#oneTryMs,
    });
    switch (outcome.kind) {
      case 'confirmed':
        return this.#afterConfirmation(payment, outcome.intent);
      case 'not_confirmable': {
        // Stripe refuses because the payment intent was confirmed or cancelled earlier. So ask Stripe for its present state.
        const inquiry = await this.#captured(payment, await this.ask(payment));
        if (inquiry.kind === 'not_submitted') return { kind: 'refused', failure: outcome.failure };
        return answerOf(inquiry);
      }
      case 'declined':
        return { kind: 'ended', result: { kind: 'failed', failure: outcome.failure, card: null } };
      case 'refused':
      case 'unknown':
        return outcome;
    }
  }

  async #afterConfirmation(
    payment: PaymentReference,
    intent: Stripe.PaymentIntent,
  ): Promise<SubmissionAnswer> {
    if (intent.status === 'requires_action') {
      const url = intent.next_action?.redirect_to_url?.url;
      // Redirect the whole window instead of a frame. Stripe's page leads on to the page of the consumer's bank, whose origin
      // is not known beforehand, and the cashier's policy allows no frame from an unknown origin.
      return url
        ? { kind: 'action_required', action: { url, display: 'page' } }
        : { kind: 'unknown', detail: `Stripe asks for ${intent.next_action?.type ?? 'nothing'}` };
    }
    const inquiry = await this.#captured(payment, inquiryOf(readIntent(intent)));
    return inquiry.kind === 'not_submitted'
      ? { kind: 'unknown', detail: `a confirmed payment intent that is ${intent.status}` }
      : answerOf(inquiry);
  }

  async ask(payment: PaymentReference): Promise<PaymentInquiry> {
    const outcome = await this.#read(payment);
    if (outcome.kind === 'ok') return inquiryOf(readIntent(outcome.answer));
    // Stripe's error says that the payment intent does not exist in this account. But it can exist in another account, or in
    // another sandbox of the same account ("Error codes").
    return outcome.kind === 'refused' && outcome.code === 'resource_missing'
      ? { kind: 'not_found' }
      : { kind: 'unavailable', detail: detailOf(outcome) };
  }

  #read({ opening }: PaymentReference) {
    return callStripe(() =>
      this.#stripe.paymentIntents.retrieve(opening.channelReference, { expand: ['latest_charge'] }),
    );
  }

  /**
   * Captures a payment that is authorised but not captured. A submission can leave the payment in this state, because an
   * account may be set up to authorise first and capture later.
   */
  async #captured(payment: PaymentReference, inquiry: PaymentInquiry): Promise<PaymentInquiry> {
    return inquiry.kind === 'to_capture' ? this.capture(payment) : inquiry;
  }

  async capture(payment: PaymentReference): Promise<PaymentInquiry> {
    const outcome = await callStripe(() =>
      this.#stripe.paymentIntents.capture(
        payment.opening.channelReference,
        { expand: ['latest_charge'] },
        { idempotencyKey: this.#keyFor(`${payment.attemptId}-capture`) },
      ),
    );
    if (outcome.kind === 'ok') return inquiryOf(readIntent(outcome.answer));
    // Stripe refuses if the money was already captured, or cannot be captured. So ask Stripe for the payment intent's present
    // state.
    const inquiry = outcome.kind === 'refused' ? await this.ask(payment) : null;
    return inquiry === null || inquiry.kind === 'to_capture'
      ? { kind: 'unavailable', detail: `it waits to be captured: ${detailOf(outcome)}` }
      : inquiry;
  }

  /**
   * Ignores the query parameters with which the consumer returns from Stripe's page. Stripe's callbacks report everything that
   * these parameters say.
   */
  takeReturn(): Promise<PaymentInquiry> {
    return Promise.resolve({ kind: 'pending' });
  }

  /**
   * Cancels the payment intent. The call has no idempotency key, so that Stripe processes each retry from the start. With a
   * key, Stripe would only repeat its first answer.
   */
  async cancel(payment: PaymentReference): Promise<CancellationAnswer> {
    const outcome = await callStripe(() =>
      this.#stripe.paymentIntents.cancel(payment.opening.channelReference),
    );
    if (outcome.kind === 'no_answer') return { kind: 'unavailable', detail: outcome.detail };
    if (outcome.kind === 'ok' && outcome.answer.status === 'canceled') return { kind: 'cancelled' };
    // Stripe did not cancel the payment intent, perhaps because it was paid. So read its present state. Do not capture it,
    // because the payment should be cancelled.
    const current = await this.#read(payment);
    const inquiry = current.kind === 'ok' ? inquiryOf(readIntent(current.answer)) : null;
    if (inquiry?.kind === 'not_understood' || inquiry?.kind === 'under_way') return inquiry;
    // After a declined card, Stripe still accepts another card for the same payment intent. So a failed payment is not
    // cancelled yet.
    if (inquiry?.kind !== 'ended' || inquiry.result.kind === 'failed') {
      const detail = outcome.kind === 'ok' ? outcome.answer.status : outcome.code;
      return { kind: 'unavailable', detail };
    }
    return inquiry.result.kind === 'cancelled' ? { kind: 'cancelled' } : inquiry;
  }

  refund(order: RefundOrder): Promise<RefundAnswer> {
    return refundIntent(this.#stripe, order, this.#keyFor);
  }

  askRefund(refund: RefundReference): Promise<RefundInquiry> {
    return findRefund(this.#stripe, refund);
  }

  askDispute(dispute: DisputeReference): Promise<DisputeInquiry> {
    return askStripeDispute(this.#stripe, dispute);
  }

  readCallback(callback: RawCallback): Promise<CallbackReading> {
    return readStripeCallback(this.#stripe, callback, this.#callbackSecrets);
  }

  statement(span: TimeSpan): Promise<ChannelStatement> {
    return readStripeBooks(this.#stripe, span);
  }

  check(): Promise<readonly CheckStep[]> {
    return checkAccount({
      stripe: this.#stripe,
      channelId: this.channelId,
      isTest: this.#publicKey.startsWith('pk_test_'),
    });
  }
}

function inquiryOf(reading: IntentReading): PaymentInquiry {
  switch (reading.kind) {
    case 'ended':
    case 'under_way':
    case 'not_understood':
      return reading;
    case 'awaits_action':
      return { kind: 'pending' };
    case 'to_capture':
      return { kind: 'to_capture' };
    case 'not_confirmed':
      return { kind: 'not_submitted' };
  }
}

/**
 * Converts the state that Stripe reports for a payment into this channel's answer to a submission. If the state is not
 * understood, the answer is "unknown", and a later inquiry finds the result.
 */
function answerOf(inquiry: Exclude<PaymentInquiry, { kind: 'not_submitted' }>): SubmissionAnswer {
  switch (inquiry.kind) {
    case 'ended':
    case 'pending':
      return inquiry;
    case 'under_way':
    // The gateway has just captured the payment, so Stripe should not report it as still to capture. If Stripe does, treat the
    // payment as pending: a callback or a later inquiry will report the result.
    case 'to_capture':
      return { kind: 'pending' };
    case 'not_found':
      return { kind: 'unknown', detail: 'the account has no such payment' };
    case 'not_askable':
      return { kind: 'unknown', detail: 'the account cannot be asked about this payment' };
    case 'not_understood':
    case 'unavailable':
      return { kind: 'unknown', detail: inquiry.detail };
  }
}
