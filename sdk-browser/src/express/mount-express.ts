import type { ExpressPayment, InitCheckoutResult, PaymentMethod } from '@kassa/contracts';
import type {
  StripeConstructor,
  StripeElementLocale,
  StripeElements,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js';
import { abortable, abortedBy } from '../abortable.ts';
import { LibraryLoadError, UnsupportedRenderTypeError } from '../checkout-errors.ts';
import { awaitLibrary } from '../libraries/await-library.ts';
import { loadLibrary } from '../libraries/load-library.ts';
import { localeOf, type MountParts, submissionOf } from '../mount-payment.ts';
import { appearanceOf } from '../renderers/element-appearance.ts';
import type { Submission } from '../submission.ts';
import type { ExpressButtons, ExpressOptions } from './express-options.ts';

/** For each channel type, the global variable in which the loaded script provides the API of Stripe.js. */
const globalNames: Readonly<Record<string, string>> = {
  __proto__: null as never,
  ProcessorA: 'Stripe',
  Sandbox: 'SandboxElements',
};

/**
 * The wallets that may appear, if the device, the processor's account and the payment's types allow them. In Kassa, the
 * remaining wallets are separate payment methods.
 */
const WALLETS = {
  applePay: 'auto',
  googlePay: 'auto',
  link: 'auto',
  amazonPay: 'never',
  paypal: 'never',
  klarna: 'never',
} as const;

type Stripe = ReturnType<StripeConstructor>;
type ExpressMethod = PaymentMethod & { readonly express: ExpressPayment };

interface ExpressPieces {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
  readonly element: StripeExpressCheckoutElement;
}

/**
 * Shows the processor's buttons for wallets (Stripe's Express Checkout Element, with an intent that is created later). No
 * attempt is opened until the consumer has approved the payment in the wallet. So a consumer who dismisses the wallet has not
 * used up an attempt.
 */
export async function mountExpress(
  parts: MountParts,
  checkout: { paymentMethods(): Promise<readonly PaymentMethod[]> },
  element: Element,
  options: ExpressOptions,
): Promise<ExpressButtons | null> {
  const life = abortedBy(parts.closing, options.signal);
  const { signal } = life;
  const methods = options.methods ?? (await checkout.paymentMethods());
  const method = methods.find(isExpress);
  if (!method || parts.progress.ended) return null;
  signal.throwIfAborted();
  const pieces = await start(parts, method.express, options, signal);
  const node = document.createElement('div');
  node.className = 'kassa-express';
  element.append(node);
  const stopFollowing = parts.progress.follow(() => parts.progress.ended && life.abort());
  signal.addEventListener('abort', () => {
    stopFollowing();
    pieces.element.destroy();
    node.remove();
  });
  let wallets: readonly string[];
  try {
    wallets = await abortable(walletsOf(pieces.element, node), signal);
  } catch (error) {
    life.abort(error);
    throw error;
  }
  if (wallets.length === 0) {
    life.abort();
    return null;
  }
  const submission = submissionOf(parts, method.code, {}, parts.closing);
  listen(submission, method.express, pieces, options);
  return { methodCode: method.code, wallets, unmount: () => life.abort() };
}

/**
 * Whether the consumer can pay with the method through a wallet's button, using a library that this version of the SDK knows.
 */
function isExpress(method: PaymentMethod): method is ExpressMethod {
  return globalNames[method.express?.channelType ?? ''] !== undefined;
}

async function start(
  { baseUrl, ...parts }: MountParts,
  { channelType, library, publicKey, amount, currency, types }: ExpressPayment,
  options: ExpressOptions,
  signal: AbortSignal,
): Promise<ExpressPieces> {
  const extension = { library, paymentRenderType: 'PROCESSOR_ELEMENT' } as const;
  const loading = loadLibrary({ attempt: { channelType, extension }, baseUrl }, globalNames);
  const open = (await abortable(loading, signal)) as StripeConstructor;
  const locale = localeOf({ baseUrl, ...parts }, options) as StripeElementLocale;
  try {
    const stripe = open(publicKey, { locale });
    const elements = stripe.elements({
      ...{ mode: 'payment', amount, currency, locale },
      // The element must be set up like the payment that the gateway opens.
      captureMethod: 'automatic',
      allowedPaymentMethodTypes: [...types],
      appearance: appearanceOf(options.appearance ?? {}),
    });
    const { buttonHeight } = options;
    const element = elements.create('expressCheckout', {
      paymentMethods: WALLETS,
      ...(buttonHeight && { buttonHeight }),
    });
    return { stripe, elements, element };
  } catch (cause) {
    throw new LibraryLoadError("The processor's buttons could not be started.", { cause });
  }
}

/** Puts the buttons into the page, and returns the names of the wallets that the device has. */
async function walletsOf(element: StripeExpressCheckoutElement, node: HTMLElement): Promise<string[]> {
  let available: object | undefined;
  let isReady = false;
  await awaitLibrary("The processor's buttons", (come, fail) => {
    const take = (wallets: object = {}) => {
      available = wallets;
      if (isReady) come();
    };
    element.on('availablepaymentmethodschange', ({ paymentMethods }) => take(paymentMethods));
    element.on('ready', (event) => {
      isReady = true;
      // Libraries without the event above name the wallets here. Stripe calls this member deprecated ("Ready event").
      if (available || 'availablePaymentMethods' in event) take(available ?? event.availablePaymentMethods);
    });
    element.on('loaderror', ({ error }) => fail(`did not load: ${error.message}`));
    element.mount(node);
  });
  // The value of a wallet is `{available: boolean}` or, in the event `ready`, a boolean.
  return Object.entries(available ?? {}).flatMap(([name, is]) => ((is?.available ?? is) ? [name] : []));
}

function listen(
  submission: Submission,
  express: ExpressPayment,
  pieces: ExpressPieces,
  { onError }: ExpressOptions,
): void {
  const { progress } = submission.parts;
  // Do not open the wallet while a payment is in progress.
  pieces.element.on('click', ({ resolve, reject }) => (progress.idle ? resolve() : reject()));
  pieces.element.on('confirm', (event) => {
    if (!progress.idle) return event.paymentFailed();
    pay(submission, express, pieces, event).catch((error: unknown) => {
      event.paymentFailed();
      onError?.(error);
    });
  });
}

/**
 * Makes the payment that the consumer has approved. As with a form, the attempt is first opened and submitted at the gateway,
 * so that the gateway already waits for the result when the processor charges the consumer.
 */
async function pay(
  submission: Submission,
  express: ExpressPayment,
  { stripe, elements }: ExpressPieces,
  event: StripeExpressCheckoutElementConfirmEvent,
): Promise<void> {
  const { progress, watch, api } = submission.parts;
  progress.confirming();
  const { error: refusal } = await elements.submit();
  if (refusal) {
    progress.reopen();
    return event.paymentFailed();
  }
  let opened: InitCheckoutResult | undefined;
  const submitted = await submission.tellService('PROCESSOR_ELEMENT', {
    accept: (attempt) => {
      requireSameAccount(attempt, express);
      opened = attempt;
    },
  });
  const clientSecret = opened?.extension.clientSecret;
  // Do not charge the consumer in two cases: it is unknown whether the gateway waits for the result, or the gateway's answer is
  // about an attempt that another tab has opened.
  if (!submitted || !opened || !clientSecret || submitted.answer.transactionId !== opened.transactionId) {
    event.paymentFailed();
    if (submitted) submission.await();
    return;
  }
  void watch.run();
  const isSent = await confirm({ stripe, elements }, clientSecret, opened.returnUrl, event);
  if (progress.snapshot.phase !== 'confirming') return;
  submission.await();
  // The wallet has sent nothing, so the attempt can be given up immediately. If this call fails, the gateway gives it up later.
  if (!isSent) await api.cancel(opened.transactionId).catch(() => undefined);
}

/** Confirms the payment. Returns whether the processor has received it, or may have received it. */
async function confirm(
  { stripe, elements }: Pick<ExpressPieces, 'stripe' | 'elements'>,
  clientSecret: string,
  returnUrl: string,
  event: StripeExpressCheckoutElementConfirmEvent,
): Promise<boolean> {
  try {
    const { error } = await stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams: { return_url: returnUrl },
      redirect: 'if_required',
    });
    if (error) event.paymentFailed();
    return error?.type !== 'validation_error';
  } catch {
    // `confirmPayment` throws only if this page called it wrongly. It has sent nothing then.
    event.paymentFailed();
    return false;
  }
}

/**
 * Throws if the gateway has opened the attempt at another account than the one whose buttons the page shows. The consumer's
 * approval is not valid for another account.
 */
function requireSameAccount({ channelType, extension }: InitCheckoutResult, express: ExpressPayment): void {
  const isSame =
    channelType === express.channelType &&
    extension.publicKey === express.publicKey &&
    extension.clientSecret;
  if (!isSame) throw new UnsupportedRenderTypeError(extension.paymentRenderType, 'it expressly now');
}
