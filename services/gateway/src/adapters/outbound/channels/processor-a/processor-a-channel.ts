import type { Money } from '@kassa/contracts';
import type Stripe from 'stripe';
import type {
  CallbackReading,
  CancellationAnswer,
  ChannelMethod,
  ChannelStatement,
  CheckStep,
  OpeningAnswer,
  OpeningOrder,
  PageOrigins,
  PaymentChannel,
  PaymentInquiry,
  PaymentReference,
  RawCallback,
  RefundAnswer,
  RefundInquiry,
  RefundOrder,
  RefundReference,
  Submission,
  SubmissionAnswer,
  TimeSpan,
} from '../../../../ports/payment-channel.ts';
import { sendCard } from './send-card.ts';
import { toStripeAmount } from './stripe-amounts.ts';
import { readStripeBooks } from './stripe-books.ts';
import {
  ATTEMPT_KEY,
  disputeNotification,
  type EventReading,
  REFUND_KEY,
  readEvent,
} from './stripe-callbacks.ts';
import { callStripe, PAGE_SIZE } from './stripe-calls.ts';
import { checkAccount } from './stripe-check.ts';
import { failureOf } from './stripe-declines.ts';
import { type IntentReading, readIntent, readRefund } from './stripe-results.ts';
import { readSigned } from './stripe-signature.ts';

/** The library that belongs to the version of Stripe's interface that the `stripe` package speaks. */
const LIBRARY_URL = 'https://js.stripe.com/endive/stripe.js';
const CARD_BRANDS = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'];
const METHOD: ChannelMethod = { code: 'card', name: 'Card', iconFile: 'card.svg', cardBrands: CARD_BRANDS };
/** Far more than one payment can have: a list that does not end must not be read for ever. */
const MOST_REFUND_PAGES = 20;

/** Stripe behind the channel port: a payment intent for each attempt, confirmed in the consumer's browser. */
export class ProcessorAChannel implements PaymentChannel {
  readonly channelId: string;
  readonly channelType = 'ProcessorA';
  /**
   * As Stripe's "Integration security guide" asks for under "Content security policy". Its library loads further files
   * and puts its frames on subdomains of js.stripe.com that change without notice, so that no list of exact origins
   * would hold; they are all Stripe's own. 3-D Secure comes from hooks.stripe.com. What the guide names beyond this is
   * for forms of addresses and for Stripe's own checkout page, which are not used.
   */
  readonly pageOrigins: PageOrigins = {
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    styles: [],
    images: [],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connections: ['https://api.stripe.com'],
  };
  readonly #stripe: Stripe;
  readonly #publicKey: string;
  readonly #callbackSecrets: readonly string[];
  readonly #takesCardNumbers: boolean;

  /** @param deps.stripe ends each call, repetitions included, within `CHANNEL_ANSWER_TIMEOUT_MS` */
  constructor(deps: {
    channelId: string;
    stripe: Stripe;
    publicKey: string;
    callbackSecrets: readonly string[];
    /** Whether Stripe lets the account send card numbers itself; it does not unless it was asked to. */
    takesCardNumbers?: boolean;
  }) {
    this.channelId = deps.channelId;
    this.#stripe = deps.stripe;
    this.#publicKey = deps.publicKey;
    this.#callbackSecrets = deps.callbackSecrets;
    this.#takesCardNumbers = deps.takesCardNumbers ?? false;
  }

  methods(amount: Money): readonly ChannelMethod[] {
    return toStripeAmount(amount) === undefined ? [] : [METHOD];
  }

  async open(order: OpeningOrder): Promise<OpeningAnswer> {
    const { attemptId, methodCode, amount, description } = order;
    const price = toStripeAmount(amount);
    if (methodCode !== METHOD.code || price === undefined) {
      const message = 'Stripe can not charge this amount.';
      return {
        kind: 'refused',
        failure: { code: 'amount_not_supported', message, category: 'try_another_method' },
      };
    }
    const outcome = await callStripe(() =>
      this.#stripe.paymentIntents.create(
        {
          ...price,
          allowed_payment_method_types: ['card'],
          capture_method: 'automatic',
          metadata: { [ATTEMPT_KEY]: attemptId },
          ...(description !== null && { description }),
        },
        { idempotencyKey: attemptId },
      ),
    );
    switch (outcome.kind) {
      case 'ok': {
        const { id: channelReference, client_secret: clientSecret } = outcome.answer;
        const opening = {
          channelReference,
          paymentUrl: null,
          stylesheet: null,
          component: null,
          cardBrands: CARD_BRANDS,
        };
        if (this.#takesCardNumbers && order.mayTakeCardNumbers) {
          const noLibrary = { clientSecret: null, publicKey: null, library: null };
          return { kind: 'opened', opening: { ...opening, ...noLibrary, renderType: 'OWN_FORM' } };
        }
        if (clientSecret === null) return { kind: 'unavailable', detail: 'no client secret came' };
        const library = { url: LIBRARY_URL, integrity: null };
        const page = { clientSecret, publicKey: this.#publicKey, library };
        return { kind: 'opened', opening: { ...opening, ...page, renderType: 'PROCESSOR_ELEMENT' } };
      }
      case 'refused':
        return { kind: 'refused', failure: failureOf(outcome) };
      case 'no_answer':
        return { kind: 'unavailable', detail: outcome.detail };
    }
  }

  async submit(submission: Submission): Promise<SubmissionAnswer> {
    const { card, ...payment } = submission;
    // The consumer's browser confirms the intent with what was typed into Stripe's own form.
    if (card === null) return { kind: 'pending' };
    const outcome = await sendCard(this.#stripe, { ...payment, card });
    switch (outcome.kind) {
      case 'confirmed':
        return this.#afterConfirmation(payment, outcome.intent);
      case 'not_confirmable': {
        // It was confirmed or cancelled before: how it stands is what counts.
        const inquiry = await this.ask(payment);
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
      // The bank's page behind it is of any origin, and no frame of the cashier may load that.
      return url
        ? { kind: 'action_required', action: { url, display: 'page' } }
        : { kind: 'unknown', detail: `Stripe asks for ${intent.next_action?.type ?? 'nothing'}` };
    }
    const inquiry = await this.#concluded(payment, intent);
    return inquiry.kind === 'not_submitted'
      ? { kind: 'unknown', detail: `a confirmed payment intent that is ${intent.status}` }
      : answerOf(inquiry);
  }

  async ask(payment: PaymentReference): Promise<PaymentInquiry> {
    const outcome = await this.#read(payment);
    return outcome.kind === 'ok'
      ? this.#concluded(payment, outcome.answer)
      : { kind: 'unavailable', detail: detailOf(outcome) };
  }

  #read({ opening }: PaymentReference) {
    return callStripe(() =>
      this.#stripe.paymentIntents.retrieve(opening.channelReference, { expand: ['latest_charge'] }),
    );
  }

  /** What became of an intent. Money that waits to be taken is taken: the account may ask for that in two steps. */
  async #concluded(payment: PaymentReference, intent: Stripe.PaymentIntent): Promise<PaymentInquiry> {
    const reading = readIntent(intent);
    if (reading.kind !== 'to_capture') return inquiryOf(reading);
    const outcome = await callStripe(() =>
      this.#stripe.paymentIntents.capture(
        intent.id,
        { expand: ['latest_charge'] },
        { idempotencyKey: `${payment.attemptId}-capture` },
      ),
    );
    return outcome.kind === 'ok'
      ? inquiryOf(readIntent(outcome.answer))
      : { kind: 'unavailable', detail: `it waits to be captured: ${detailOf(outcome)}` };
  }

  /** What a page adds to the way back says nothing that is not told by a callback. */
  takeReturn(): Promise<PaymentInquiry> {
    return Promise.resolve({ kind: 'pending' });
  }

  /** Without a key of ours: repeated, it must be judged anew, and not be answered as it was before. */
  async cancel(payment: PaymentReference): Promise<CancellationAnswer> {
    const outcome = await callStripe(() =>
      this.#stripe.paymentIntents.cancel(payment.opening.channelReference),
    );
    if (outcome.kind === 'no_answer') return { kind: 'unavailable', detail: outcome.detail };
    if (outcome.kind === 'ok' && outcome.answer.status === 'canceled') return { kind: 'cancelled' };
    // It is not one that can be cancelled (any more): how it stands is what counts. What nobody wants is not captured.
    const current = await this.#read(payment);
    const inquiry = current.kind === 'ok' ? inquiryOf(readIntent(current.answer)) : null;
    if (inquiry?.kind === 'not_understood') return inquiry;
    if (inquiry?.kind !== 'ended') return { kind: 'unavailable', detail: detailOf(outcome) };
    return inquiry.result.kind === 'cancelled' ? { kind: 'cancelled' } : inquiry;
  }

  async refund({ refundId, payment, amount }: RefundOrder): Promise<RefundAnswer> {
    const part = toStripeAmount(amount);
    if (part === undefined) {
      return {
        kind: 'refused',
        failure: { code: 'amount_not_supported', message: 'Stripe can not return exactly this amount.' },
      };
    }
    const outcome = await callStripe(() =>
      this.#stripe.refunds.create(
        {
          payment_intent: payment.opening.channelReference,
          amount: part.amount,
          metadata: { [REFUND_KEY]: refundId },
        },
        { idempotencyKey: refundId },
      ),
    );
    switch (outcome.kind) {
      case 'ok': {
        const answer = stateOf(outcome.answer);
        return answer.kind === 'unavailable' ? { kind: 'unknown', detail: answer.detail } : answer;
      }
      case 'refused':
        return { kind: 'refused', failure: { code: outcome.code, message: outcome.message } };
      case 'no_answer':
        return { kind: 'unknown', detail: outcome.detail };
    }
  }

  async askRefund({ refundId, payment }: RefundReference): Promise<RefundInquiry> {
    let last: string | undefined;
    for (let page = 0; page < MOST_REFUND_PAGES; page += 1) {
      const outcome = await callStripe(() =>
        this.#stripe.refunds.list({
          payment_intent: payment.opening.channelReference,
          limit: PAGE_SIZE,
          ...(last !== undefined && { starting_after: last }),
        }),
      );
      if (outcome.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(outcome) };
      const { data, has_more: hasMore } = outcome.answer;
      const refund = data.find(({ metadata }) => metadata?.[REFUND_KEY] === refundId);
      if (refund !== undefined) return stateOf(refund);
      last = data.at(-1)?.id;
      if (!hasMore || last === undefined) return { kind: 'not_received' };
    }
    return { kind: 'unavailable', detail: 'the list of refunds is too long' };
  }

  async readCallback(callback: RawCallback): Promise<CallbackReading> {
    const signed = readSigned(this.#stripe, callback, this.#callbackSecrets);
    return signed.kind === 'signed' ? this.#finished(signed.event.id, readEvent(signed.event)) : signed;
  }

  async #finished(callbackId: string, reading: EventReading): Promise<CallbackReading> {
    switch (reading.kind) {
      case 'read':
        return { kind: 'genuine', callbacks: [{ callbackId, notification: reading.notification }] };
      case 'not_understood':
        return { kind: 'not_understood', reference: callbackId, reason: reading.detail };
      case 'dispute_of': {
        // A dispute names the payment by Stripe's ID alone.
        const outcome = await callStripe(() => this.#stripe.paymentIntents.retrieve(reading.intentId));
        // Of an account that this one can not look into: asking again would only be refused again.
        if (outcome.kind === 'refused' && outcome.code === 'resource_missing') {
          return this.#finished(callbackId, disputeNotification(reading.dispute, undefined));
        }
        if (outcome.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(outcome) };
        const attemptId = outcome.answer.metadata[ATTEMPT_KEY];
        return this.#finished(callbackId, disputeNotification(reading.dispute, attemptId));
      }
    }
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

/** A payment that waits to be captured is under way. */
function inquiryOf(reading: IntentReading): PaymentInquiry {
  switch (reading.kind) {
    case 'ended':
    case 'not_understood':
      return reading;
    case 'under_way':
    case 'to_capture':
      return { kind: 'pending' };
    case 'not_confirmed':
      return { kind: 'not_submitted' };
  }
}

/** What became of a submission, told by how its payment stands; what is not understood is told when it is asked for. */
function answerOf(inquiry: Exclude<PaymentInquiry, { kind: 'not_submitted' }>): SubmissionAnswer {
  switch (inquiry.kind) {
    case 'ended':
    case 'pending':
      return inquiry;
    case 'not_understood':
    case 'unavailable':
      return { kind: 'unknown', detail: inquiry.detail };
  }
}

function stateOf(
  refund: Stripe.Refund,
): Extract<RefundInquiry, { kind: 'pending' | 'ended' | 'unavailable' }> {
  const reading = readRefund(refund);
  switch (reading.kind) {
    case 'ended':
      return { kind: 'ended', channelReference: refund.id, result: reading.result };
    case 'under_way':
      return { kind: 'pending', channelReference: refund.id };
    case 'not_understood':
      return { kind: 'unavailable', detail: reading.detail };
  }
}

function detailOf(outcome: { kind: string; code?: string; detail?: string }): string {
  return outcome.detail ?? outcome.code ?? outcome.kind;
}
