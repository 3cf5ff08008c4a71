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
import { neutralNames } from '../channel-kind.ts';
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

/** A payment may be made in the last moment, and its notification takes a while. */
const AFTER_THE_LAST_MOMENT_MS = 60_000;
/**
 * Adyen keeps an idempotency key for seven days at least ("API idempotency"): after that the same call would be
 * another refund. A day is left for clocks and for what is under way.
 */
const KEY_LIFETIME_MS = 6 * 24 * 3_600_000;
/** As long as a query can be; Adyen's own are far shorter. */
const LONGEST_REDIRECT_RESULT = 16_384;

export interface AdyenSettings {
  readonly channelId: string;
  readonly credentials: AdyenCredentials;
  /** In hexadecimal; each verifies. */
  readonly hmacKeys: readonly string[];
  /** Origin of Adyen's interface and reports, or null for Adyen's own. */
  readonly url: string | null;
  readonly timeoutMs?: number;
}

/**
 * Adyen behind the channel port: a session for a card, which its component pays in the consumer's browser, and a
 * payment with a redirect for the other methods. Adyen tells results by notifications only: nothing there can be
 * asked what became of a payment, and nothing is concluded from silence.
 */
export class AdyenChannel implements PaymentChannel {
  readonly channelId: string;
  readonly channelType = neutralNames.adyen;
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
      const message = 'Adyen can not charge this amount with this method.';
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

  /** The consumer pays on Adyen's page or in its component; what comes of it is notified. */
  submit(): Promise<SubmissionAnswer> {
    return Promise.resolve({ kind: 'pending' });
  }

  /** Adyen's interface retrieves no payment: only its notification tells what became of it. */
  ask(): Promise<PaymentInquiry> {
    return Promise.resolve({ kind: 'pending' });
  }

  /** Adyen captures every payment by itself as soon as it is authorised (`captureDelayHours`). */
  capture(): Promise<PaymentInquiry> {
    return this.ask();
  }

  /**
   * A card whose 3-D Secure was on a page of its own is charged only once this is handed in ("Confirm a redirect on
   * your server"). Anybody can bring the result of another payment of the account, so Adyen has to name this one.
   */
  async takeReturn({ attemptId }: PaymentReference, parameters: ReturnParameters): Promise<PaymentInquiry> {
    const { redirectResult } = parameters;
    if (!redirectResult || redirectResult.length > LONGEST_REDIRECT_RESULT) return { kind: 'pending' };
    // Brought again, as by a page that is loaded anew, it is answered as before.
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
   * Adyen can be told to cancel only what it has authorised, and says later whether it has. That could undo a payment
   * which the gateway has just taken as made, so nothing is told: a session and a page end by themselves, and what is
   * paid in their last moment is returned as any late payment.
   */
  cancel({ opening }: PaymentReference): Promise<CancellationAnswer> {
    const endsAt = (opening.payableUntil?.getTime() ?? 0) + AFTER_THE_LAST_MOMENT_MS;
    return Promise.resolve({ kind: Date.now() < endsAt ? 'pending' : 'cancelled' });
  }

  /** Adyen takes a refund and judges it later: that it is too much is told by its notification. */
  async refund({ refundId, payment, amount: wanted }: RefundOrder): Promise<RefundAnswer> {
    const amount = toAdyenAmount(wanted);
    const { paymentReference } = payment;
    if (amount === undefined) {
      const message = 'Adyen can not return exactly this amount.';
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
   * Adyen can not be asked for a refund. One whose reference is known is there; any other can be sent under its key
   * again, which is answered as before if it came — as long as Adyen keeps the key.
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

  /** Adyen's Disputes API takes a defence, and says of no dispute how it stands. */
  askDispute(): Promise<DisputeInquiry> {
    return Promise.resolve({ kind: 'not_askable' });
  }

  readCallback(callback: RawCallback): Promise<CallbackReading> {
    const batch = readBatch(callback, this.#keys);
    if (batch.kind !== 'verified') return Promise.resolve(batch);
    if (batch.isLive !== (this.#mode === 'live')) {
      return Promise.resolve({ kind: 'unreadable', reason: 'it comes from Adyen’s other environment' });
    }
    // Adyen signs no `REPORT_AVAILABLE`, and sends nothing after it until it is accepted ("Retry queue"). What nothing
    // is made of need not be signed; it is not kept either, lest it stand for one that is signed and has the same ID.
    if (batch.unsigned.some((event) => this.#notificationOf(event).kind !== 'irrelevant')) {
      return Promise.resolve({
        kind: 'forged',
        reason: 'the HMAC signature of a notification is missing',
      });
    }
    const callbacks = batch.events.map((event) => ({
      // Adyen's documentation: what comes again has the same reference and event code.
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
