import { createHash } from 'node:crypto';
import type { Money } from '@kassa/contracts';
import type { TimeSpan } from '../../../../domain/time-span.ts';
import {
  type CallbackReading,
  type CancellationAnswer,
  CHANNEL_ANSWER_TIMEOUT_MS,
  type ChannelMethod,
  type ChannelNotification,
  type ChannelStatement,
  type CheckStep,
  type DisputeInquiry,
  type OpeningAnswer,
  type OpeningOrder,
  type PageOrigins,
  type PaymentChannel,
  type PaymentInquiry,
  type PaymentReference,
  type RawCallback,
  type RefundAnswer,
  type RefundInquiry,
  type RefundOrder,
  type RefundReference,
  type ReturnParameters,
  type SubmissionAnswer,
} from '../../../../ports/payment-channel.ts';
import { toAdyenAmount } from './adyen-amounts.ts';
import { callAdyen } from './adyen-calls.ts';
import { checkAccount } from './adyen-check.ts';
import {
  type AdyenCredentials,
  type AdyenMode,
  componentEnvironmentOf,
  modeOf,
} from './adyen-credentials.ts';
import { readEvent, readForeignEvent } from './adyen-events.ts';
import { cardMethod, methodsFor, redirectMethods } from './adyen-methods.ts';
import { type AdyenEvent, type NotificationKeys, readBatch } from './adyen-notifications.ts';
import { type AdyenAccount, openRedirect, openSession } from './adyen-openings.ts';
import { adyenPageOf } from './adyen-page.ts';
import { probeReports, type ReportAccess } from './adyen-reports.ts';
import { readPayment } from './adyen-results.ts';
import { readStatement } from './adyen-statement.ts';
import { connectAdyen } from './connect-adyen.ts';

/** Adyen’s neutral name in the merchant interface (interface, section 2.5). */
export const adyenType = 'ProcessorB';

/** A payment may be made at the last moment, and its notification takes time. */
const AFTER_THE_LAST_MOMENT_MS = 60_000;
/**
 * Adyen keeps an idempotency key for at least seven days ("API idempotency"); after that, the same call would
 * make another refund. One day is subtracted for clock differences and running calls.
 */
const KEY_LIFETIME_MS = 6 * 24 * 3_600_000;
/** The longest possible query; Adyen's own results are far shorter. */
const LONGEST_REDIRECT_RESULT = 16_384;

export interface AdyenSettings {
  readonly channelId: string;
  readonly credentials: AdyenCredentials;
  /** In hexadecimal. A signature of any of these keys is valid. */
  readonly hmacKeys: readonly string[];
  /** The origin of Adyen's API and reports, or null for Adyen's own origins. */
  readonly url: string | null;
  readonly timeoutMs?: number;
}

/**
 * Adyen behind the channel port. A card is paid in a session, through Adyen's component in the consumer's
 * browser; the other methods are paid by a redirect. Adyen reports results by notifications only: its API
 * cannot retrieve a payment, and the gateway concludes nothing from silence.
 */
export class AdyenChannel implements PaymentChannel {
  readonly channelId: string;
  readonly channelType = adyenType;
  readonly pageOrigins: PageOrigins;
  readonly #mode: AdyenMode;
  readonly #account: AdyenAccount;
  readonly #methods: readonly string[];
  readonly #keys: NotificationKeys;
  readonly #reports: ReportAccess | null;

  constructor({
    channelId,
    credentials,
    hmacKeys,
    url,
    timeoutMs = CHANNEL_ANSWER_TIMEOUT_MS,
  }: AdyenSettings) {
    const { merchantAccount, countryCode, clientKey, methods } = credentials;
    const { callbackLogin = null, reportLogin } = credentials;
    this.channelId = channelId;
    this.#mode = modeOf(credentials);
    const environment = componentEnvironmentOf(credentials);
    const page = adyenPageOf(environment);
    this.pageOrigins = page.origins;
    this.#methods = methods?.split(',') ?? [cardMethod.code];
    this.#keys = { hmacKeys, login: callbackLogin };
    const origin = url ?? `https://ca-${this.#mode}.adyen.com`;
    this.#reports =
      reportLogin === undefined ? null : { origin, merchantAccount, login: reportLogin, timeoutMs };
    const apis = connectAdyen({ mode: this.#mode, credentials, url, timeoutMs });
    this.#account = { apis, merchantAccount, countryCode, clientKey, environment, page };
  }

  methods(amount: Money): readonly ChannelMethod[] {
    return methodsFor(amount, this.#methods);
  }

  async open(order: OpeningOrder): Promise<OpeningAnswer> {
    const amount = toAdyenAmount(order.amount);
    if (amount === undefined || !this.methods(order.amount).some(({ code }) => code === order.methodCode)) {
      const message = 'Adyen cannot charge this amount with this method.';
      return {
        kind: 'refused',
        failure: { code: 'amount_not_supported', message, category: 'try_another_method' },
      };
    }
    const method = redirectMethods.find(({ code }) => code === order.methodCode);
    return method === undefined
      ? openSession(this.#account, order, amount)
      : openRedirect(this.#account, order, amount, method);
  }

  /** The consumer pays on Adyen's page or in its component; a notification reports the result. */
  submit(): Promise<SubmissionAnswer> {
    return Promise.resolve({ kind: 'pending' });
  }

  /** Adyen's API cannot retrieve a payment: only a notification reports its result. */
  ask(): Promise<PaymentInquiry> {
    return Promise.resolve({ kind: 'pending' });
  }

  /** Adyen captures every payment by itself as soon as it is authorised (`captureDelayHours`). */
  capture(): Promise<PaymentInquiry> {
    return this.ask();
  }

  /**
   * After 3-D Secure on a separate page, a card is charged only when this result is submitted ("Confirm a
   * redirect on your server"). Anybody could submit the result of another payment of the account, so Adyen's
   * answer has to name this payment.
   */
  async takeReturn({ attemptId }: PaymentReference, parameters: ReturnParameters): Promise<PaymentInquiry> {
    const { redirectResult } = parameters;
    if (!redirectResult || redirectResult.length > LONGEST_REDIRECT_RESULT) return { kind: 'pending' };
    // If the same result is submitted again, for example by a reload, Adyen repeats its first answer.
    const idempotencyKey = createHash('sha256').update(redirectResult).digest('hex');
    const outcome = await callAdyen(() =>
      this.#account.apis().payments.paymentsDetails({ details: { redirectResult } }, { idempotencyKey }),
    );
    if (outcome.kind === 'no_answer') return { kind: 'unavailable', detail: outcome.detail };
    if (outcome.kind === 'refused' || outcome.answer.merchantReference !== attemptId)
      return { kind: 'pending' };
    const reading = readPayment(outcome.answer as never);
    switch (reading.kind) {
      case 'ended':
      case 'not_understood':
        return reading;
      case 'under_way':
      case 'action':
        return { kind: 'pending' };
    }
  }

  /**
   * Adyen can cancel only an authorised payment, and reports later whether it did. A cancellation could therefore
   * undo a payment that the gateway has just accepted, so the gateway sends none. Sessions and pages expire by
   * themselves, and a payment made at their last moment is returned like any late payment.
   */
  cancel({ opening }: PaymentReference): Promise<CancellationAnswer> {
    const endsAt = (opening.payableUntil?.getTime() ?? 0) + AFTER_THE_LAST_MOMENT_MS;
    return Promise.resolve({ kind: Date.now() < endsAt ? 'pending' : 'cancelled' });
  }

  /**
   * Adyen accepts a refund and judges it later; for example, a notification reports that the amount was too high.
   */
  async refund({ refundId, payment, amount: wanted }: RefundOrder): Promise<RefundAnswer> {
    const amount = toAdyenAmount(wanted);
    const { paymentReference } = payment;
    if (amount === undefined) {
      const message = 'Adyen cannot return exactly this amount.';
      return { kind: 'refused', failure: { code: 'amount_not_supported', message } };
    }
    if (!paymentReference) {
      return { kind: 'not_sent', detail: 'Adyen’s reference of the payment is not known' };
    }
    const outcome = await callAdyen(() =>
      this.#account
        .apis()
        .modifications.refundCapturedPayment(
          paymentReference,
          { merchantAccount: this.#account.merchantAccount, amount, reference: refundId },
          { idempotencyKey: refundId },
        ),
    );
    switch (outcome.kind) {
      case 'ok': {
        const { status, pspReference } = outcome.answer;
        return String(status) === 'received' && pspReference
          ? { kind: 'pending', channelReference: pspReference }
          : { kind: 'unknown', detail: `Adyen names a refund that is ${status}` };
      }
      case 'refused':
        return { kind: 'refused', failure: { code: outcome.code, message: outcome.message } };
      case 'no_answer':
        return { kind: 'unknown', detail: outcome.detail };
    }
  }

  /**
   * Adyen cannot retrieve a refund. A refund with a known reference has reached Adyen. Any other refund can be
   * sent again with its idempotency key: if the first call arrived, Adyen repeats its first answer while it keeps
   * the key.
   */
  askRefund({ channelReference, acceptedAt }: RefundReference): Promise<RefundInquiry> {
    if (channelReference !== null) return Promise.resolve({ kind: 'pending', channelReference });
    return Promise.resolve(
      Date.now() - acceptedAt.getTime() < KEY_LIFETIME_MS
        ? { kind: 'cannot_tell' }
        : {
            kind: 'unavailable',
            detail: 'it is too old to be sent again under its key: look for it in Adyen’s Customer Area',
          },
    );
  }

  /** Adyen's Disputes API accepts a defence, but does not report the state of a dispute. */
  askDispute(): Promise<DisputeInquiry> {
    return Promise.resolve({ kind: 'not_askable' });
  }

  readCallback(callback: RawCallback): Promise<CallbackReading> {
    const batch = readBatch(callback, this.#keys);
    if (batch.kind !== 'verified') return Promise.resolve(batch);
    if (batch.isLive !== (this.#mode === 'live')) {
      return Promise.resolve({ kind: 'unreadable', reason: 'it comes from Adyen’s other environment' });
    }
    // Adyen does not sign `REPORT_AVAILABLE`, and sends nothing after it until it is accepted ("Retry queue"). It
    // has no effect, so it needs no signature. It is not stored, because an unsigned event could otherwise block
    // a signed one with the same ID.
    if (batch.unsigned.some((event) => this.#notificationOf(event).kind !== 'irrelevant')) {
      return Promise.resolve({
        kind: 'forged',
        reason: 'the HMAC signature of a notification is missing',
      });
    }
    const callbacks = batch.events.map((event) => ({
      // Adyen's documentation: a repeated notification has the same reference and event code.
      callbackId: `${event.pspReference}:${event.eventCode}:${event.success}`,
      notification: this.#notificationOf(event),
    }));
    return Promise.resolve({ kind: 'genuine', callbacks, acknowledgement: '[accepted]' });
  }

  #notificationOf(event: AdyenEvent): ChannelNotification {
    return event.merchantAccountCode === this.#account.merchantAccount
      ? readEvent(event)
      : readForeignEvent(event);
  }

  statement(span: TimeSpan): Promise<ChannelStatement> {
    return this.#reports === null
      ? Promise.resolve({ kind: 'unavailable', detail: 'the account has no report user here' })
      : readStatement(span, this.#reports);
  }

  check(): Promise<readonly CheckStep[]> {
    return checkAccount({
      apis: this.#account.apis,
      merchantAccount: this.#account.merchantAccount,
      methods: this.#methods,
      probeReports: () => probeReports(this.#reports),
    });
  }
}
