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
} from '../../../../ports/payment-channel.ts';
import { toStripeAmount } from './stripe-amounts.ts';
import {
  ATTEMPT_KEY,
  disputeNotification,
  type EventReading,
  REFUND_KEY,
  readEvent,
} from './stripe-callbacks.ts';
import { callStripe } from './stripe-calls.ts';
import { failureOf } from './stripe-declines.ts';
import { readIntent, readRefund } from './stripe-results.ts';
import { readSigned } from './stripe-signature.ts';

/** The library that belongs to the version of Stripe's interface that the `stripe` package speaks. */
const LIBRARY_URL = 'https://js.stripe.com/endive/stripe.js';
const CARD_BRANDS = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'];
const METHOD: ChannelMethod = { code: 'card', name: 'Card', iconFile: 'card.svg', cardBrands: CARD_BRANDS };
/** More refunds than one payment of the gateway's can have. */
const MOST_REFUNDS = 100;

/** Stripe behind the channel port: a payment intent for each attempt, confirmed in the consumer's browser. */
export class ProcessorAChannel implements PaymentChannel {
  readonly channelId: string;
  readonly channelType = 'ProcessorA';
  /** Stripe names subdomains of its own with a wildcard too ("Content security policy"); a page gets none. */
  readonly pageOrigins: PageOrigins = {
    scripts: ['https://js.stripe.com'],
    styles: [],
    frames: ['https://js.stripe.com', 'https://hooks.stripe.com'],
    connections: ['https://api.stripe.com'],
  };
  readonly #stripe: Stripe;
  readonly #publicKey: string;
  readonly #callbackSecrets: readonly string[];

  /** @param deps.stripe ends each call, repetitions included, within `CHANNEL_ANSWER_TIMEOUT_MS` */
  constructor(deps: {
    channelId: string;
    stripe: Stripe;
    publicKey: string;
    callbackSecrets: readonly string[];
  }) {
    this.channelId = deps.channelId;
    this.#stripe = deps.stripe;
    this.#publicKey = deps.publicKey;
    this.#callbackSecrets = deps.callbackSecrets;
  }

  methods(amount: Money): readonly ChannelMethod[] {
    return toStripeAmount(amount) === undefined ? [] : [METHOD];
  }

  async open({ attemptId, methodCode, amount, description }: OpeningOrder): Promise<OpeningAnswer> {
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
        if (clientSecret === null) return { kind: 'unavailable', detail: 'no client secret came' };
        return {
          kind: 'opened',
          opening: {
            channelReference,
            renderType: 'PROCESSOR_ELEMENT',
            paymentUrl: null,
            clientSecret,
            publicKey: this.#publicKey,
            library: { url: LIBRARY_URL, integrity: null },
            stylesheet: null,
            component: null,
            cardBrands: CARD_BRANDS,
          },
        };
      }
      case 'refused':
        return { kind: 'refused', failure: failureOf(outcome) };
      case 'no_answer':
        return { kind: 'unavailable', detail: outcome.detail };
    }
  }

  /** The consumer's browser confirms the intent with what was typed into Stripe's own form. */
  submit(_submission: Submission): Promise<SubmissionAnswer> {
    return Promise.resolve({ kind: 'pending' });
  }

  async ask({ opening }: PaymentReference): Promise<PaymentInquiry> {
    const outcome = await callStripe(() =>
      this.#stripe.paymentIntents.retrieve(opening.channelReference, { expand: ['latest_charge'] }),
    );
    if (outcome.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(outcome) };
    const reading = readIntent(outcome.answer);
    switch (reading.kind) {
      case 'ended':
        return reading;
      case 'under_way':
        return { kind: 'pending' };
      case 'not_confirmed':
        return { kind: 'not_submitted' };
      case 'not_understood':
        return { kind: 'unavailable', detail: reading.detail };
    }
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
    // It is not one that can be cancelled (any more): how it stands is what counts.
    const inquiry = await this.ask(payment);
    if (inquiry.kind !== 'ended') return { kind: 'unavailable', detail: detailOf(outcome) };
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
    const outcome = await callStripe(() =>
      this.#stripe.refunds.list({ payment_intent: payment.opening.channelReference, limit: MOST_REFUNDS }),
    );
    if (outcome.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(outcome) };
    const { data, has_more: isCut } = outcome.answer;
    const refund = data.find(({ metadata }) => metadata?.[REFUND_KEY] === refundId);
    if (refund !== undefined) return stateOf(refund);
    return isCut
      ? { kind: 'unavailable', detail: 'the list of refunds is too long' }
      : { kind: 'not_received' };
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
        return { kind: 'unreadable', reason: reading.detail };
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

  statement(): Promise<ChannelStatement> {
    return Promise.resolve({ kind: 'unavailable', detail: 'its books are not read yet' });
  }

  check(): Promise<readonly CheckStep[]> {
    return Promise.resolve([{ name: 'account', outcome: 'skipped', detail: 'not checked yet' }]);
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
