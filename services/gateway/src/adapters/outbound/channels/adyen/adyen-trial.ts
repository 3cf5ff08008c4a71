import { CHANNEL_ANSWER_TIMEOUT_MS } from '../../../../ports/channel-timeouts.ts';
import type { PaymentReference } from '../../../../ports/payment-channel.ts';
import { type Trial, type TrialAccess, TrialStop, type TrialTask, until } from '../trial/trial-task.ts';
import { answerText, paymentText, refundText } from '../trial/trial-words.ts';
import { callAdyen, detailOf } from './adyen-calls.ts';
import { AdyenChannel } from './adyen-channel.ts';
import type { AdyenCredentials } from './adyen-credentials.ts';
import type { AdyenApis } from './adyen-package.ts';
import { amountOf, readRows } from './adyen-report-rows.ts';
import { downloadReport } from './adyen-reports.ts';
import { type AdyenPayment, readPayment } from './adyen-results.ts';
import { recordTypes } from './adyen-statement.ts';
import { methodTasks } from './adyen-trial-methods.ts';
import { signedForReplay, TrialNotifications } from './adyen-trial-notifications.ts';
import { connectAdyen } from './connect-adyen.ts';

const PRICE = { amountMinor: 1_999, currency: 'EUR' };
const RETURN_URL = 'https://example.com/return';
const DAY_MS = 86_400_000;
/** Adyen captures a payment some time after the authorisation, and makes partial refunds only after the capture. */
const capturePatience = { tries: 20, pauseMs: 30_000 };

/**
 * Adyen's test cards for a server without a browser. In the test environment, `/payments` accepts card data marked with `test_`
 * instead of encrypted data (example "Make a card payment" in `json/CheckoutService-v72.json`).
 */
const card = {
  type: 'scheme',
  encryptedCardNumber: 'test_4111111111111111',
  encryptedExpiryMonth: 'test_03',
  encryptedExpiryYear: 'test_2030',
  encryptedSecurityCode: 'test_737',
};
/** A card with 3-D Secure, from "Make a card payment with 3D Secure 2 native authentication" in the same file. */
const challengedCard = { ...card, encryptedCardNumber: 'test_4035501428146300' };

/**
 * In Adyen's tests, the name of the card's holder determines the result ("Testing result codes", "Test a chargeback scenario").
 */
const holders = {
  paying: 'APPROVED',
  declined: 'DECLINED',
  withoutMoney: 'NOT_ENOUGH_BALANCE',
  disputing: 'chargeback:10.4',
} as const;

/**
 * The trial at Adyen's test environment. It opens a session, but only Adyen's browser component can pay in one, so the trial pays
 * by `/payments`. Adyen reports the results by webhook, so the trial needs the account's webhook.
 */
export const adyenTrial: Trial<AdyenCredentials> = {
  tasks: (access) => {
    const trial = new AdyenTrial(access);
    return [...trial.account(), ...trial.payments(), ...trial.refunds(), ...trial.laterReports()];
  },
  replayedWith: {
    apiKey: 'AQE-replayed-replayed-replayed',
    clientKey: 'test_REPLAYED',
    merchantAccount: 'Replayed',
    countryCode: 'NL',
    hmacKey: '00'.repeat(32),
    reportLogin: 'report@Company.Replayed:replayed',
  },
  webhooks: { areNeeded: true, acknowledgement: '[accepted]', sign: signedForReplay },
};

class AdyenTrial {
  readonly #access: TrialAccess<AdyenCredentials>;
  readonly #apis: () => AdyenApis;
  readonly #channel: AdyenChannel;
  readonly #notifications: TrialNotifications;
  #numbered = 0;

  constructor(access: TrialAccess<AdyenCredentials>) {
    const { credentials, url, fetch } = access;
    const keyFor = (ownId: string) => ownId;
    this.#access = access;
    this.#apis = connectAdyen({
      ...{ mode: 'test', credentials, url, keyFor, fetch },
      timeoutMs: CHANNEL_ANSWER_TIMEOUT_MS,
    });
    // The check of the account need not read a report, because the last task of the trial reads one.
    const { reportLogin: _, ...withoutReports } = credentials;
    this.#channel = new AdyenChannel({
      ...{ channelId: 'ProcessorB', credentials: withoutReports, hmacKeys: [credentials.hmacKey] },
      ...{ url, keyFor, fetch },
    });
    this.#notifications = new TrialNotifications(access, this.#channel);
  }

  account(): readonly TrialTask[] {
    return [
      {
        name: 'the account can be used',
        expected: 'no step failed',
        see: async () => {
          const failed = (await this.#channel.check()).filter(({ outcome }) => outcome === 'failed');
          return failed.length === 0 ? 'no step failed' : failed.map(({ name }) => name).join(', ');
        },
      },
      {
        name: 'a session opens for the browser',
        expected: 'opened COMPONENT_SDK',
        see: async () => {
          const answer = await this.#open();
          return answer.kind === 'opened' ? `opened ${answer.opening.renderType}` : answer.kind;
        },
      },
      ...methodTasks(this.#channel, () => this.#newId('txn')),
    ];
  }

  payments(): readonly TrialTask[] {
    const declined = (name: string, holderName: string, expected: string): TrialTask => ({
      name,
      expected,
      see: async () => {
        const reading = readPayment((await this.#pay({ ...card, holderName })).answer);
        return reading.kind === 'ended' ? paymentText(reading.result) : reading.kind;
      },
    });
    return [
      {
        name: 'a card pays, and a signed webhook tells it',
        expected: 'Authorised; succeeded 1999 EUR',
        see: async () => {
          const { answer, attemptId } = await this.#pay({ ...card, holderName: holders.paying });
          const received = await this.#notifications.received((notification) =>
            notification.kind === 'payment' &&
            notification.attemptId === attemptId &&
            notification.result.kind === 'succeeded'
              ? paymentText({ ...notification.result, card: null })
              : undefined,
          );
          return `${answer.resultCode}; ${received}`;
        },
      },
      declined('a card is declined', holders.declined, 'failed 2'),
      declined('a card without money is declined', holders.withoutMoney, 'failed 12'),
      {
        name: 'a card needs 3-D Secure on the bank’s page',
        expected: 'RedirectShopper action',
        see: async () => {
          const { answer } = await this.#pay(challengedCard, 'always');
          return `${answer.resultCode} ${readPayment(answer).kind}`;
        },
      },
    ];
  }

  refunds(): readonly TrialTask[] {
    return [
      {
        name: 'a payment is refunded at once, as a whole',
        expected: 'succeeded 1999 EUR',
        see: async () => this.#refunded(await this.#paid(), PRICE.amountMinor),
      },
      {
        name: 'a payment is refunded at once in parts, and no further',
        expected: 'succeeded 500 EUR; succeeded 1499 EUR; refused',
        see: async () => {
          const payment = await this.#paid();
          const parts = [];
          for (const part of [500, 1_499, 1]) parts.push(await this.#refunded(payment, part));
          return parts.join('; ');
        },
      },
      {
        name: 'somebody refunds a part in the Customer Area',
        expected: 'succeeded 700 EUR',
        see: async () => this.#refundedByHand(await this.#paid(), 700),
      },
    ];
  }

  laterReports(): readonly TrialTask[] {
    const { reportLogin } = this.#access.credentials;
    return [
      {
        name: 'a payment is disputed',
        expected: 'opened fraudulent',
        see: async () => {
          const { attemptId } = await this.#pay({ ...card, holderName: holders.disputing });
          return this.#notifications.received((notification) => {
            if (notification.kind !== 'dispute' || notification.attemptId !== attemptId) return undefined;
            const { kind, isAnnouncement, reason } = notification.report;
            return isAnnouncement ? undefined : `${kind} ${reason?.category}`;
          });
        },
      },
      {
        name: 'the report of the day before is read',
        expected: reportLogin === undefined ? 'no report user' : 'read',
        see: async () => (reportLogin === undefined ? 'no report user' : this.#readReport(reportLogin)),
      },
    ];
  }

  #open() {
    return this.#channel.open({
      attemptId: this.#newId('txn'),
      methodCode: 'card',
      amount: PRICE,
      description: null,
      returnUrl: RETURN_URL,
      expiresAt: new Date(Date.now() + 3_600_000),
      mayTakeCardNumbers: false,
    });
  }

  async #pay(
    paymentMethod: typeof card & { readonly holderName?: string },
    attemptAuthentication: 'always' | 'never' = 'never',
  ): Promise<{ readonly attemptId: string; readonly answer: AdyenPayment }> {
    const attemptId = this.#newId('txn');
    const request = {
      merchantAccount: this.#access.credentials.merchantAccount,
      amount: { value: PRICE.amountMinor, currency: PRICE.currency },
      reference: attemptId,
      returnUrl: RETURN_URL,
      channel: 'Web',
      captureDelayHours: 0,
      paymentMethod,
      authenticationData: { attemptAuthentication, threeDSRequestData: { nativeThreeDS: 'disabled' } },
      ...(attemptAuthentication === 'always' && { browserInfo, shopperEmail: 'trial@example.com' }),
    };
    const options = { idempotencyKey: attemptId };
    const outcome = await callAdyen(() => this.#apis().payments.payments(request as never, options));
    if (outcome.kind !== 'ok') throw new TrialStop(`no payment: ${detailOf(outcome)}`);
    return { attemptId, answer: outcome.answer };
  }

  async #paid(): Promise<PaymentReference> {
    const { attemptId, answer } = await this.#pay({ ...card, holderName: holders.paying });
    const session = await this.#open();
    const { pspReference } = answer;
    if (answer.resultCode !== 'Authorised' || pspReference === undefined || session.kind !== 'opened') {
      throw new TrialStop(`no payment to refund: ${answer.resultCode}`);
    }
    return { attemptId, methodCode: 'card', opening: session.opening, paymentReference: pspReference };
  }

  /**
   * Refunds a payment as the gateway does: if Adyen refuses the refund because the payment is not captured yet, sends the
   * refund again as a new request.
   */
  #refunded(payment: PaymentReference, amountMinor: number): Promise<string> {
    const refundId = this.#newId('rfd');
    let earlyRefusals = 0;
    return until(this.#access, capturePatience, async () => {
      const answer = await this.#channel.refund({
        ...{ refundId, payment, amount: { ...PRICE, amountMinor }, paid: PRICE, earlyRefusals },
        sendBy: new Date(Date.now() + 60_000),
      });
      earlyRefusals += 1;
      if (answer.kind !== 'pending') return { isOver: true, text: answerText(answer) };
      return this.#resultOf(answer.channelReference);
    });
  }

  /** A refund with the payment's reference looks like one from the Customer Area. */
  #refundedByHand({ attemptId, paymentReference }: PaymentReference, value: number): Promise<string> {
    const { merchantAccount } = this.#access.credentials;
    const amount = { value, currency: PRICE.currency };
    const request = { merchantAccount, amount, reference: attemptId };
    return until(this.#access, capturePatience, async () => {
      const options = { idempotencyKey: this.#newId('rfd') };
      const outcome = await callAdyen(() =>
        this.#apis().modifications.refundCapturedPayment(paymentReference ?? '', request, options),
      );
      if (outcome.kind !== 'ok') return { isOver: true, text: detailOf(outcome) };
      return this.#resultOf(outcome.answer.pspReference);
    });
  }

  /** Returns the result that a webhook reports for the refund with this reference. */
  async #resultOf(channelReference: string): Promise<{ readonly isOver: boolean; readonly text: string }> {
    let isOver = true;
    const text = await this.#notifications.received((notification) => {
      if (notification.kind !== 'refund' && notification.kind !== 'refund_by_reference') return undefined;
      if (notification.channelReference !== channelReference) return undefined;
      const { result } = notification;
      isOver = !isTooEarly(result);
      return result.kind === 'failed' ? 'refused' : refundText(result);
    });
    return { isOver, text };
  }

  async #readReport(login: string): Promise<string> {
    const { merchantAccount } = this.#access.credentials;
    const access = { origin: this.#access.url ?? 'https://ca-test.adyen.com', merchantAccount, login };
    const day = new Date(this.#access.startedAt.getTime() - DAY_MS).toISOString().slice(0, 10);
    const download = await downloadReport(
      { ...access, timeZone: null, timeoutMs: CHANNEL_ANSWER_TIMEOUT_MS, fetch: this.#access.fetch },
      day,
    );
    if (download.kind === 'missing' && download.isForbidden) return 'missing, or forbidden';
    if (download.kind !== 'report') return download.kind;
    const report = readRows(download.csv, day);
    if (typeof report === 'string') return report;
    const { rows, namesModifications } = report;
    if (!namesModifications) return 'no column Modification Psp Reference';
    const unknown = rows.find(({ type }) => !Object.hasOwn(recordTypes, type));
    if (unknown !== undefined) return `unknown record type ${unknown.type}`;
    const amounts = rows.map((row) => {
      const effect = recordTypes[row.type];
      return effect ? amountOf(row, effect.subject) : null;
    });
    return amounts.find((amount) => typeof amount === 'string') ?? 'read';
  }

  /**
   * Creates an ID in the format of a deployment's IDs, because the channel ignores every other format. The ID belongs to no
   * order.
   */
  #newId(prefix: 'txn' | 'rfd'): string {
    this.#numbered += 1;
    return `${prefix}_${this.#access.trialId.padStart(32, '0')}_${this.#numbered}`;
  }
}

function isTooEarly(result: { readonly kind: string; readonly isTooEarly?: true }): boolean {
  return result.isTooEarly === true;
}

/** What 3-D Secure needs to know about a browser (`BrowserInfo`). */
const browserInfo = {
  acceptHeader: '*/*',
  colorDepth: 24,
  javaEnabled: false,
  language: 'en-US',
  screenHeight: 800,
  screenWidth: 1_280,
  timeZoneOffset: 0,
  userAgent: 'kassa-admin',
};
