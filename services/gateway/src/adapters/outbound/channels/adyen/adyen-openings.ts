import { type AttemptOpening, noPageParts } from '../../../../domain/attempt/payment-attempt.ts';
import type { OpeningAnswer, OpeningOrder } from '../../../../ports/payment-channel.ts';
import type { AdyenAmount } from './adyen-amounts.ts';
import { callAdyen, detailOf } from './adyen-calls.ts';
import { instructionsOf } from './adyen-instructions.ts';
import type { ElsewhereMethod } from './adyen-methods.ts';
import { consumerOf, linesOf } from './adyen-order-data.ts';
import type { AdyenApis } from './adyen-package.ts';
import type { AdyenPage } from './adyen-page.ts';
import { readPayment } from './adyen-results.ts';

/**
 * The longest lifetime of a session that the gateway requests. Adyen allows 24 hours (API description, `expiresAt`);
 * one minute is subtracted for the call itself.
 */
const LONGEST_SESSION_MS = 24 * 3_600_000 - 60_000;

const DAY_MS = 24 * 3_600_000;

/** The data of an Adyen account that is needed to open a payment. */
export interface AdyenAccount {
  readonly apis: () => AdyenApis;
  readonly merchantAccount: string;
  readonly countryCode: string;
  readonly clientKey: string;
  /** The environment of the Adyen account, by the name that Adyen's browser component uses for it. */
  readonly environment: string;
  readonly page: AdyenPage;
}

/**
 * Creates an Adyen session for a card payment, in which the consumer pays with Adyen's component in the browser.
 *
 * @param cardBrands the brands to show next to the component
 */
export async function openSession(
  account: AdyenAccount,
  order: OpeningOrder,
  amount: AdyenAmount,
  cardBrands: readonly string[],
): Promise<OpeningAnswer> {
  const { apis, countryCode, clientKey, environment, page } = account;
  const expiresAt = earlier(order.expiresAt, new Date(Date.now() + LONGEST_SESSION_MS));
  const outcome = await callAdyen(() =>
    apis().payments.sessions(
      {
        ...paymentOf(account, order, amount),
        expiresAt,
        // Adyen Web 6 cannot start a session without a country. The cashier does not ask consumers for their country, so the
        // gateway sends the country of the Adyen account.
        countryCode,
        allowedPaymentMethods: ['scheme'],
        storePaymentMethodMode: 'disabled' as never,
        // Do not use native 3-D Secure. It would show banks' pages in a frame of the cashier, and the cashier's content
        // security policy forbids such frames.
        authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' as never } },
      },
      { idempotencyKey: order.attemptId },
    ),
  );
  if (outcome.kind !== 'ok') return notOpened(outcome);
  const { id, sessionData } = outcome.answer;
  if (!id || !sessionData) return { kind: 'unavailable', detail: 'Adyen opened no session' };
  return {
    kind: 'opened',
    opening: {
      channelReference: id,
      renderType: 'COMPONENT_SDK',
      paymentUrl: null,
      ...noPageParts,
      publicKey: clientKey,
      library: page.library,
      stylesheet: page.stylesheet,
      component: { type: 'Card', environment, session: { id, sessionData } },
      cardBrands,
      payableUntil: expiresAt,
    },
  };
}

/** Creates an Adyen session on a page that Adyen hosts ("Hosted Checkout"). The consumer pays there by one method. */
export async function openHosted(
  account: AdyenAccount,
  order: OpeningOrder,
  amount: AdyenAmount,
  { type, countries }: ElsewhereMethod,
): Promise<OpeningAnswer> {
  const expiresAt = earlier(order.expiresAt, new Date(Date.now() + LONGEST_SESSION_MS));
  const outcome = await callAdyen(() =>
    account.apis().payments.sessions(
      {
        ...paymentOf(account, order, amount),
        mode: 'hosted' as never,
        expiresAt,
        countryCode: countries?.[amount.currency] ?? account.countryCode,
        allowedPaymentMethods: [type],
        storePaymentMethodMode: 'disabled' as never,
      },
      { idempotencyKey: order.attemptId },
    ),
  );
  if (outcome.kind !== 'ok') return notOpened(outcome);
  const { id, url } = outcome.answer as { readonly id?: string; readonly url?: unknown };
  const paymentUrl = redirectUrlOf({ type: 'redirect', url });
  if (!id || paymentUrl === undefined)
    return { kind: 'unavailable', detail: 'Adyen named no page of a session' };
  return {
    kind: 'opened',
    opening: {
      channelReference: id,
      renderType: 'REDIRECT',
      paymentUrl,
      ...noPageParts,
      cardBrands: [],
      payableUntil: expiresAt,
    },
  };
}

/**
 * Opens a payment that the consumer makes outside the cashier: on the page of a method such as a wallet, or by instructions such
 * as those for a bank transfer.
 */
export async function openElsewhere(
  account: AdyenAccount,
  order: OpeningOrder,
  amount: AdyenAmount,
  method: ElsewhereMethod,
): Promise<OpeningAnswer> {
  const { type, countries, needsLines, isByInstructions, resultWithinDays } = method;
  const { country } = ((needsLines || isByInstructions) && order.customer?.billingAddress) || {};
  const countryCode = country ?? countries?.[amount.currency] ?? account.countryCode;
  const outcome = await callAdyen(() =>
    account.apis().payments.payments(
      {
        ...paymentOf(account, order, amount),
        paymentMethod: { type: type as never },
        sessionValidity: offerEndsAt(order, resultWithinDays).toISOString(),
        countryCode,
        ...(needsLines && { lineItems: linesOf(order, amount) }),
      },
      { idempotencyKey: order.attemptId },
    ),
  );
  if (outcome.kind !== 'ok') return notOpened(outcome);
  const reading = readPayment(outcome.answer as never);
  if (reading.kind === 'ended' && reading.result.kind === 'failed') {
    return { kind: 'refused', failure: reading.result.failure };
  }
  const { action, pspReference } = outcome.answer as {
    readonly action?: Readonly<Record<string, unknown>> | null;
    readonly pspReference?: string;
  };
  if (reading.kind === 'not_understood') return { kind: 'unavailable', detail: reading.detail };
  const way = isByInstructions
    ? byInstructions(action, amount)
    : reading.kind === 'action' && byPage(redirectUrlOf(action));
  if (!way) return { kind: 'unavailable', detail: 'Adyen did not say how the consumer pays' };
  return {
    kind: 'opened',
    opening: {
      channelReference: pspReference ?? order.attemptId,
      renderType: 'REDIRECT',
      ...way,
      ...noPageParts,
      cardBrands: [],
      ...(resultWithinDays === undefined ? { payableUntil: order.expiresAt } : { resultWithinDays }),
    },
  };
}

/**
 * Returns the time until which Adyen keeps the offer to the consumer. If the method's result takes days, the offer lasts as
 * long as the gateway waits for the result. Otherwise, Adyen would close the offer at the end of the order's validity
 * (`OFFER_CLOSED`). That would end the attempt although the money may be on its way.
 */
function offerEndsAt({ expiresAt }: OpeningOrder, resultWithinDays = 0): Date {
  return new Date(expiresAt.getTime() + resultWithinDays * DAY_MS);
}

type Way = Pick<AttemptOpening, 'paymentUrl' | 'instructions'>;

function byPage(paymentUrl: string | undefined): Way | undefined {
  return paymentUrl === undefined ? undefined : { paymentUrl };
}

function byInstructions(
  action: Readonly<Record<string, unknown>> | null | undefined,
  amount: AdyenAmount,
): Way | undefined {
  const instructions = instructionsOf(action ?? {}, amount);
  return instructions && { paymentUrl: null, instructions };
}

/** The members that every request to open a payment contains, whether in an Adyen session or by a redirect. */
function paymentOf({ merchantAccount }: AdyenAccount, order: OpeningOrder, amount: AdyenAmount) {
  const { attemptId, returnUrl } = order;
  return {
    merchantAccount,
    amount,
    reference: attemptId,
    returnUrl,
    ...consumerOf(order),
    channel: 'Web' as never,
    captureDelayHours: 0,
    // Ask for redirects by GET. Otherwise Adyen may require a form post, which a plain link cannot make.
    redirectToIssuerMethod: 'GET',
    redirectFromIssuerMethod: 'GET',
  };
}

/**
 * The channel's answer when Adyen returned no session and no page. Even if Adyen did open a payment, the consumer cannot pay
 * it.
 */
function notOpened(
  outcome: Exclude<Awaited<ReturnType<typeof callAdyen>>, { kind: 'ok' }>,
): Extract<OpeningAnswer, { kind: 'refused' | 'unavailable' }> {
  return outcome.kind === 'refused'
    ? {
        kind: 'refused',
        failure: { code: outcome.code, message: outcome.message, category: 'try_another_method' },
      }
    : { kind: 'unavailable', detail: detailOf(outcome) };
}

/**
 * The address to which Adyen wants the consumer redirected. Undefined if Adyen wants anything other than a plain redirect over
 * https.
 */
function redirectUrlOf(action: Readonly<Record<string, unknown>> | null | undefined): string | undefined {
  const { type, method = 'GET', url } = action ?? {};
  if (type !== 'redirect' || method !== 'GET' || typeof url !== 'string') return undefined;
  return URL.canParse(url) && new URL(url).protocol === 'https:' ? url : undefined;
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
