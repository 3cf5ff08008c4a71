import { createHash } from 'node:crypto';
import type { Money } from '@kassa/contracts';
import { isSameMoney } from '../../../../domain/same-money.ts';
import type { TimeSpan } from '../../../../domain/time-span.ts';
import type {
  CallbackReading,
  ChannelNotification,
  RawCallback,
} from '../../../../ports/channel-callback.ts';
import { CHANNEL_ANSWER_TIMEOUT_MS } from '../../../../ports/channel-timeouts.ts';
import type { CheckStep } from '../../../../ports/check-step.ts';
import type {
  CancellationAnswer,
  ChannelMethod,
  ChannelStatement,
  DisputeInquiry,
  OpeningAnswer,
  OpeningOrder,
  PageOrigins,
  PaymentChannel,
  PaymentInquiry,
  PaymentReference,
  RefundAnswer,
  RefundInquiry,
  RefundOrder,
  RefundReference,
  ReturnParameters,
  SubmissionAnswer,
} from '../../../../ports/payment-channel.ts';
import type { MakeKey } from '../deployment-keys.ts';
import { AccountMethods } from './adyen-account-methods.ts';
import { toAdyenAmount } from './adyen-amounts.ts';
import { callbackIdOf } from './adyen-callback-id.ts';
import { callAdyen } from './adyen-calls.ts';
import { checkAccount } from './adyen-check.ts';
import {
  type AdyenCredentials,
  type AdyenMode,
  componentEnvironmentOf,
  modeOf,
} from './adyen-credentials.ts';
import { readEvent, readForeignEvent } from './adyen-events.ts';
import { elsewhereMethods, methodsFor, offerableMethods } from './adyen-methods.ts';
import { type AdyenEvent, type NotificationKeys, readBatch } from './adyen-notifications.ts';
import { type AdyenAccount, openElsewhere, openHosted, openSession } from './adyen-openings.ts';
import { adyenPageOf } from './adyen-page.ts';
import { requestRefund } from './adyen-refunds.ts';
import { checkReports } from './adyen-report-check.ts';
import type { ReportAccess } from './adyen-reports.ts';
import { readPayment } from './adyen-results.ts';
import { askSession } from './adyen-sessions.ts';
import { readStatement } from './adyen-statement.ts';
import { readUnsigned } from './adyen-unsigned.ts';
import { checkDisputeSetting, type SettingsAccess } from './adyen-webhook-settings.ts';
import { connectAdyen } from './connect-adyen.ts';

/**
 * The name of the channel type Adyen in answers to merchants. No name in the merchant interface may reveal the processor
 * (section 2.5 of the interface specification that Kassa implements).
 */
export const adyenType = 'ProcessorB';

/**
 * How long the gateway still waits for Adyen's notification after the end of a payment's page or session. A consumer may pay at
 * the last moment, and the notification takes time.
 */
const AFTER_THE_LAST_MOMENT_MS = 60_000;
/**
 * How long the gateway may send a refund again under the same idempotency key. Adyen keeps a key for at least seven days ("API
 * idempotency"). After that, a repeated request could make a second refund. So the gateway stops a day earlier, which allows
 * for clock differences and running calls.
 */
const KEY_LIFETIME_MS = 6 * 24 * 3_600_000;
/**
 * The maximum length of a `redirectResult` that is sent to Adyen, in characters. Genuine results are far shorter, and Node.js
 * accepts no request with a longer query.
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
  /** Makes the idempotency key of a call from an ID of the gateway. */
  readonly keyFor: MakeKey;
  /** Makes the HTTP calls. Absent to use the platform's own `fetch`. */
  readonly fetch?: typeof fetch;
}

/**
 * The payment channel of Adyen, which implements the port `PaymentChannel`. Consumers pay by card in Adyen's browser component,
 * within an Adyen session. For any other method, they are redirected to a page or pay by instructions.
 *
 * Adyen's API cannot retrieve a payment, only the result of a session with the help of the consumer's page. Any other result
 * comes by notification. Without a notification, an attempt stays open.
 */
export class AdyenChannel implements PaymentChannel {
  readonly channelId: string;
  readonly channelType = adyenType;
  readonly pageOrigins: PageOrigins;
  readonly #mode: AdyenMode;
  readonly #account: AdyenAccount;
  /** The methods that the operator has set; null if the channel offers all methods of the account. */
  readonly #configured: readonly string[] | null;
  readonly #methods: AccountMethods;
  readonly #settings: SettingsAccess;
  readonly #keys: NotificationKeys;
  readonly #reports: ReportAccess | null;

  constructor({
    channelId,
    credentials,
    hmacKeys,
    url,
    timeoutMs = CHANNEL_ANSWER_TIMEOUT_MS,
    keyFor,
    fetch: send,
  }: AdyenSettings) {
    const { merchantAccount, countryCode, clientKey, methods } = credentials;
    const { callbackLogin = null, reportLogin, reportTimeZone: timeZone = null } = credentials;
    this.channelId = channelId;
    this.#mode = modeOf(credentials);
    const environment = componentEnvironmentOf(credentials);
    const page = adyenPageOf(environment);
    this.pageOrigins = page.origins;
    this.#configured = methods?.split(',') ?? null;
    this.#keys = { hmacKeys, login: callbackLogin };
    const origin = url ?? `https://ca-${this.#mode}.adyen.com`;
    this.#reports =
      reportLogin === undefined
        ? null
        : { origin, merchantAccount, login: reportLogin, timeZone, timeoutMs, fetch: send };
    const apis = connectAdyen({ mode: this.#mode, credentials, url, timeoutMs, keyFor, fetch: send });
    this.#account = { apis, merchantAccount, countryCode, clientKey, environment, page };
    this.#methods = new AccountMethods(this.#account, offerableMethods(this.#configured));
    this.#settings = {
      origin: url ?? `https://management-${this.#mode}.adyen.com`,
      merchantAccount,
      apiKey: credentials.apiKey,
      timeoutMs,
      fetch: send,
    };
  }

  methods(amount: Money): readonly ChannelMethod[] {
    this.#methods.keepFresh();
    return this.#offered(amount);
  }

  #offered(amount: Money): readonly ChannelMethod[] {
    const { known, cardBrands } = this.#methods;
    return methodsFor(amount, { configured: this.#configured, known, cardBrands });
  }

  async open(order: OpeningOrder): Promise<OpeningAnswer> {
    const amount = toAdyenAmount(order.amount);
    const offered = this.#offered(order.amount).find(({ code }) => code === order.methodCode);
    if (amount === undefined || offered === undefined) {
      const message = 'Adyen cannot charge this amount with this method.';
      return {
        kind: 'refused',
        failure: { code: 'amount_not_supported', message, category: 'try_another_method' },
      };
    }
    const method = elsewhereMethods.find(({ code }) => code === order.methodCode);
    if (method === undefined) return openSession(this.#account, order, amount, offered.cardBrands);
    return method.isHosted
      ? openHosted(this.#account, order, amount, method)
      : openElsewhere(this.#account, order, amount, method);
  }

  /**
   * Answers "pending" without a call to Adyen. The consumer pays on Adyen's page or in Adyen's component, and a notification
   * reports the result.
   */
  submit(): Promise<SubmissionAnswer> {
    return Promise.resolve({ kind: 'pending' });
  }

  /**
   * Asks Adyen for the result of a session, if the consumer's page has sent the value that Adyen gave it for this purpose.
   * Adyen's API cannot return the result of any other payment: only a notification reports it.
   */
  ask(payment: PaymentReference): Promise<PaymentInquiry> {
    return askSession(this.#account.apis, payment);
  }

  /**
   * Captures nothing. The gateway requests payments that Adyen itself captures as soon as they are authorised
   * (`captureDelayHours`).
   */
  capture(payment: PaymentReference): Promise<PaymentInquiry> {
    return this.ask(payment);
  }

  /**
   * Submits to Adyen the result of 3-D Secure, which the consumer brings back from the bank's page. Adyen charges the card only
   * after that ("Confirm a redirect on your server").
   *
   * A caller could submit the result of another payment in the same account. So Adyen's answer is used only if it names this
   * payment.
   */
  async takeReturn(payment: PaymentReference, parameters: ReturnParameters): Promise<PaymentInquiry> {
    const { attemptId } = payment;
    const { redirectResult, sessionResult } = parameters;
    // A consumer who comes back from a page that Adyen hosts brings the result of the session.
    if (sessionResult) {
      const inquiry = await this.ask({ ...payment, sessionResult });
      return inquiry.kind === 'not_askable' ? { kind: 'pending' } : inquiry;
    }
    if (!redirectResult || redirectResult.length > LONGEST_REDIRECT_RESULT) return { kind: 'pending' };
    // If the consumer reloads the return page, the gateway submits the same 3-D Secure result again. It uses the same
    // idempotency key, so Adyen repeats its first answer.
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
      case 'under_way':
      case 'not_understood':
        return reading;
      case 'action':
        return { kind: 'pending' };
    }
  }

  /**
   * Answers "pending" until the Adyen session or page has expired. Then it asks Adyen, if Adyen can answer about this payment.
   * If Adyen reports no result, this proves nothing: the consumer may have paid, and Adyen's notifications may be late.
   *
   * The gateway never asks Adyen to cancel. Adyen cancels only authorised payments, and does so some time after the request. By
   * then, the gateway may have accepted the payment.
   */
  async cancel(payment: PaymentReference): Promise<CancellationAnswer> {
    const endsAt = (payment.opening.payableUntil?.getTime() ?? 0) + AFTER_THE_LAST_MOMENT_MS;
    if (Date.now() < endsAt) return { kind: 'pending' };
    const inquiry = await this.ask(payment);
    switch (inquiry.kind) {
      case 'ended':
      case 'not_understood':
      case 'unavailable':
        return inquiry;
      default:
        return { kind: 'not_askable' };
    }
  }

  /**
   * Requests a refund. Adyen accepts the request first and decides later: for example, a notification may report that
   * the amount was too high.
   */
  async refund({
    refundId,
    payment,
    amount: wanted,
    paid,
    earlyRefusals = 0,
  }: RefundOrder): Promise<RefundAnswer> {
    const amount = toAdyenAmount(wanted);
    const { paymentReference } = payment;
    if (amount === undefined) {
      const message = 'Adyen cannot return exactly this amount.';
      return { kind: 'refused', failure: { code: 'amount_not_supported', message } };
    }
    if (!paymentReference) {
      return { kind: 'not_sent', detail: 'Adyen’s reference of the payment is not known' };
    }
    const isWhole = paid !== undefined && isSameMoney(wanted, paid);
    const outcome = await requestRefund(this.#account, paymentReference, {
      refundId,
      amount: isWhole ? null : amount,
      earlyRefusals,
    });
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
   * Says whether the gateway may send a refund to Adyen again. The gateway cannot ask Adyen about refunds, because Adyen's API
   * does not return them. A refund that has a reference from Adyen has arrived there, so it stays pending. Any other refund may
   * be sent again while Adyen remembers the refund's idempotency key: if Adyen already has the refund, it only repeats its
   * first answer.
   */
  askRefund({ channelReference, acceptedAt }: RefundReference): Promise<RefundInquiry> {
    if (channelReference !== null) return Promise.resolve({ kind: 'pending', channelReference });
    return Promise.resolve(
      Date.now() - acceptedAt.getTime() < KEY_LIFETIME_MS
        ? { kind: 'cannot_tell' }
        : {
            kind: 'unavailable',
            detail:
              'the refund is too old to be sent again under its idempotency key: look for it in Adyen’s Customer Area',
          },
    );
  }

  /** Answers that the gateway cannot ask Adyen for the state of a dispute. Adyen's Disputes API can only defend disputes. */
  askDispute(): Promise<DisputeInquiry> {
    return Promise.resolve({ kind: 'not_askable' });
  }

  readCallback(callback: RawCallback): Promise<CallbackReading> {
    const batch = readBatch(callback, this.#keys);
    if (batch.kind !== 'verified') return Promise.resolve(batch);
    if (batch.isLive !== (this.#mode === 'live')) {
      return Promise.resolve({
        kind: 'unreadable',
        reason: 'the callback comes from Adyen’s other environment',
      });
    }
    const unsigned = readUnsigned(batch.unsigned, {
      hasLogin: this.#keys.login !== null,
      read: (event) => this.#notificationOf(event),
    });
    if (unsigned === undefined) {
      return Promise.resolve({
        kind: 'forged',
        reason: 'the HMAC signature of a notification is missing',
      });
    }
    const signed = batch.events.map((event) => ({
      // Adyen may send an event again. The repeated event has the same reference, event code, success and amount, so it gets
      // the same callback ID and is dropped. An event with another amount corrects the earlier event ("Handle webhook events"),
      // so it gets another callback ID and is applied.
      callbackId: callbackIdOf(event),
      notification: this.#notificationOf(event),
    }));
    const isProven = batch.events.length > 0 || this.#keys.login !== null;
    return Promise.resolve({
      kind: 'genuine',
      callbacks: [...signed, ...unsigned],
      acknowledgement: '[accepted]',
      ...(!isProven && { isUnproven: true }),
    });
  }

  #notificationOf(event: AdyenEvent): ChannelNotification {
    return event.merchantAccountCode === this.#account.merchantAccount
      ? readEvent(event, this.#mode)
      : readForeignEvent(event, this.#mode);
  }

  statement(span: TimeSpan): Promise<ChannelStatement> {
    return this.#reports === null
      ? Promise.resolve({ kind: 'unavailable', detail: 'no report user is set for the account' })
      : readStatement(span, this.#reports);
  }

  async check(): Promise<readonly CheckStep[]> {
    const outcome = await this.#methods.refresh();
    return checkAccount({
      outcome,
      known: this.#methods.known,
      methods: this.#configured,
      checkReports: () => checkReports(this.#reports),
      checkDisputeSetting: () => checkDisputeSetting(this.#settings),
    });
  }
}
