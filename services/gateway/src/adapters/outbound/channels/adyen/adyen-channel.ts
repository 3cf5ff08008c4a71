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

/**
 * The name of Adyen's channel type in the merchant interface, which does not name processors (interface, section 2.5).
 */
export const adyenType = 'ProcessorB';

/**
 * How long the gateway waits for a notification after a payment can no longer be made. A consumer may pay at the last
 * moment, and Adyen's notification takes time.
 */
const AFTER_THE_LAST_MOMENT_MS = 60_000;
/**
 * How long the gateway sends a refund again under the same idempotency key. Adyen keeps a key for at least seven days
 * ("API idempotency"). Once Adyen has forgotten the key, the same request would make a second refund. One day is
 * subtracted for clock differences and running calls.
 */
const KEY_LIFETIME_MS = 6 * 24 * 3_600_000;
/**
 * The largest `redirectResult` that is sent to Adyen. It is as long as the longest query of a request; genuine results
 * are far shorter.
 */
const LONGEST_REDIRECT_RESULT = 16_384;

export interface AdyenSettings {
  readonly channelId: string;
  readonly credentials: AdyenCredentials;
  /** The keys that sign Adyen's notifications, in hexadecimal. A signature by any of these keys is valid. */
  readonly hmacKeys: readonly string[];
  /** The origin to use for Adyen's API and reports, such as a test server. Null for Adyen's own origins. */
  readonly url: string | null;
  readonly timeoutMs?: number;
}

/**
 * Implements the channel port with Adyen. Cards are paid in an Adyen session, through Adyen's component in the
 * consumer's browser. Other methods redirect the consumer to a page.
 *
 * Adyen reports results only by notifications, because its API cannot retrieve a payment. So an attempt without a
 * notification stays open.
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

  /**
   * Nothing is sent to Adyen here. The consumer pays on Adyen's page or in Adyen's component, and a notification
   * reports the result.
   */
  submit(): Promise<SubmissionAnswer> {
    return Promise.resolve({ kind: 'pending' });
  }

  /** Adyen's API cannot retrieve a payment, so the answer is always "pending". A notification reports the result. */
  ask(): Promise<PaymentInquiry> {
    return Promise.resolve({ kind: 'pending' });
  }

  /**
   * The gateway never has to capture: Adyen captures every payment itself as soon as it is authorised
   * (`captureDelayHours`).
   */
  capture(): Promise<PaymentInquiry> {
    return this.ask();
  }

  /**
   * Submits the result of 3-D Secure that the consumer brings back from a separate page. Adyen charges the card only
   * after that ("Confirm a redirect on your server").
   *
   * A caller could submit the result of another payment in the same account, so Adyen's answer must name this payment.
   */
  async takeReturn({ attemptId }: PaymentReference, parameters: ReturnParameters): Promise<PaymentInquiry> {
    const { redirectResult } = parameters;
    if (!redirectResult || redirectResult.length > LONGEST_REDIRECT_RESULT) return { kind: 'pending' };
    // A consumer who reloads the page submits the same result again. With the same idempotency key, Adyen repeats its
    // first answer.
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
   * Does not cancel at Adyen, but waits until the session or page has expired. Adyen can cancel only an authorised
   * payment and reports later whether it did, so a cancellation could undo a payment that the gateway has just
   * accepted. If the consumer pays at the last moment, the gateway refunds the payment like any late payment.
   */
  cancel({ opening }: PaymentReference): Promise<CancellationAnswer> {
    const endsAt = (opening.payableUntil?.getTime() ?? 0) + AFTER_THE_LAST_MOMENT_MS;
    return Promise.resolve({ kind: Date.now() < endsAt ? 'pending' : 'cancelled' });
  }

  /**
   * Requests a refund. Adyen accepts the request first and decides later: for example, a notification may report that
   * the amount was too high.
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
   * Adyen's API cannot retrieve a refund. A refund that has a reference of Adyen's has reached Adyen. Any other refund
   * can be sent again as long as Adyen keeps its idempotency key: if the first request arrived, Adyen repeats its first
   * answer.
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

  /** Adyen's Disputes API can defend a dispute, but cannot report the state of a dispute. */
  askDispute(): Promise<DisputeInquiry> {
    return Promise.resolve({ kind: 'not_askable' });
  }

  readCallback(callback: RawCallback): Promise<CallbackReading> {
    const batch = readBatch(callback, this.#keys);
    if (batch.kind !== 'verified') return Promise.resolve(batch);
    if (batch.isLive !== (this.#mode === 'live')) {
      return Promise.resolve({ kind: 'unreadable', reason: 'it comes from Adyen’s other environment' });
    }
    // `REPORT_AVAILABLE` is accepted without a signature, because Adyen does not sign it and sends no later event until
    // it is accepted ("Retry queue"). It changes nothing. It is not stored either, because an unsigned event could then
    // block a signed event with the same ID.
    if (batch.unsigned.some((event) => this.#notificationOf(event).kind !== 'irrelevant')) {
      return Promise.resolve({
        kind: 'forged',
        reason: 'the HMAC signature of a notification is missing',
      });
    }
    const callbacks = batch.events.map((event) => ({
      // If Adyen repeats a notification, the repetition has the same reference and event code, according to Adyen's
      // documentation.
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
