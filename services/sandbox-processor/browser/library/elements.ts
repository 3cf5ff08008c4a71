import type { Appearance, ColorScheme, Outcome, Problem } from '../protocol.ts';
import { CardFrame } from './card-frame.ts';
import { Emitter } from './emitter.ts';
import { ExpressCheckoutElement, type ExpressOptions } from './express-checkout.ts';

/** `SandboxElements(publicKey, options)`: the processor's library with the interface of Stripe.js. */

interface AppearanceOptions {
  readonly theme?: 'stripe' | 'night' | 'flat';
  readonly variables?: Appearance;
}

interface CommonOptions {
  readonly appearance?: AppearanceOptions;
  readonly locale?: string;
}

interface PaymentOptions extends CommonOptions {
  readonly clientSecret: string;
}

/** The options of a form that is shown before the payment exists. Stripe calls such a form deferred. */
interface DeferredOptions extends CommonOptions {
  readonly clientSecret?: never;
  readonly mode: 'payment';
  readonly amount: number;
  readonly currency: string;
}

type ElementsOptions = PaymentOptions | DeferredOptions;

interface ElementOptions {
  readonly readOnly?: boolean;
}

interface ElementError {
  readonly type: 'card_error' | 'validation_error' | 'api_connection_error' | 'invalid_request_error';
  readonly code?: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly payment_intent?: { readonly id: string; readonly status: string };
}

interface ElementEvents {
  readonly ready: { readonly elementType: 'payment' };
  readonly loaderror: { readonly elementType: 'payment'; readonly error: ElementError };
  readonly change: {
    readonly elementType: 'payment';
    readonly collapsed: false;
    readonly empty: boolean;
    readonly complete: boolean;
    readonly value: { readonly type: 'card' };
  };
  readonly focus: { readonly elementType: 'payment' };
  readonly blur: { readonly elementType: 'payment' };
  readonly escape: { readonly elementType: 'payment' };
}

interface ConfirmOptions {
  readonly elements?: Elements;
  readonly clientSecret?: string;
  readonly confirmParams?: { readonly return_url?: string };
  readonly redirect?: 'always' | 'if_required';
}

type Confirmed =
  | {
      readonly paymentIntent: {
        readonly id: string;
        readonly object: 'payment_intent';
        readonly status: string;
      };
    }
  | { readonly error: ElementError };

const elementType = 'payment';

class PaymentElement extends Emitter<ElementEvents> {
  readonly #frame: CardFrame;

  constructor(
    origin: string,
    publicKey: string,
    options: PaymentOptions,
    { readOnly = false }: ElementOptions,
  ) {
    super();
    this.#frame = new CardFrame({
      origin,
      publicKey,
      credential: options.clientSecret,
      settings: {
        locale: options.locale ?? 'auto',
        appearance: options.appearance?.variables ?? {},
        readOnly,
      },
      scheme: schemeOf(options.appearance),
      onEvent: (event) => {
        switch (event.type) {
          case 'ready':
          case 'focus':
          case 'blur':
          case 'escape':
            return this.emit(event.type, { elementType });
          case 'load_failed':
            return this.emit('loaderror', { elementType, error: errorOf(event.problem) });
          case 'change': {
            const { empty, complete } = event;
            const value = { type: 'card' } as const;
            return this.emit('change', { elementType, collapsed: false, empty, complete, value });
          }
          case 'enter':
            return;
        }
      },
    });
  }

  mount(target: string | Element): void {
    this.#frame.mount(target);
  }

  unmount(): void {
    this.#frame.unmount();
  }

  destroy(): void {
    this.#frame.unmount();
  }

  update({ readOnly }: ElementOptions): this {
    if (readOnly !== undefined) this.#frame.update({ readOnly });
    return this;
  }

  focus(): void {
    this.#frame.focus();
  }

  blur(): void {
    this.#frame.send({ type: 'blur' });
  }

  clear(): void {
    this.#frame.send({ type: 'clear' });
  }

  /**
   * The frame with the card form. Only `Elements` and `confirmPayment` use this member, which Stripe's interface does not have.
   */
  get frame(): CardFrame {
    return this.#frame;
  }
}

class Elements {
  readonly #origin: string;
  readonly #publicKey: string;
  readonly #options: ElementsOptions;
  #element: PaymentElement | null = null;
  #express: ExpressCheckoutElement | null = null;

  constructor(origin: string, publicKey: string, options: ElementsOptions) {
    this.#origin = origin;
    this.#publicKey = publicKey;
    this.#options = options;
  }

  get clientSecret(): string | undefined {
    return this.#options.clientSecret;
  }

  /** The button of the wallet. Only `confirmPayment` uses this member, which Stripe's interface does not have. */
  get express(): ExpressCheckoutElement | null {
    return this.#express;
  }

  create(type: 'payment', options?: ElementOptions): PaymentElement;
  create(type: 'expressCheckout', options?: ExpressOptions): ExpressCheckoutElement;
  create(
    type: string,
    options: ElementOptions & ExpressOptions = {},
  ): PaymentElement | ExpressCheckoutElement {
    if (this.#element || this.#express) throw new Error('These elements have their element already.');
    const given = this.#options;
    if (type === elementType && given.clientSecret !== undefined) {
      this.#element = new PaymentElement(this.#origin, this.#publicKey, given, options);
      return this.#element;
    }
    if (type === 'expressCheckout' && given.clientSecret === undefined) {
      this.#express = this.#createExpress(given, options);
      return this.#express;
    }
    throw new Error(`There is no element "${type}" for these options.`);
  }

  getElement(type: 'payment'): PaymentElement | null {
    return type === elementType ? this.#element : null;
  }

  #createExpress(given: DeferredOptions, options: ExpressOptions): ExpressCheckoutElement {
    const { amount, currency, appearance, locale = 'auto' } = given;
    return new ExpressCheckoutElement(
      {
        origin: this.#origin,
        publicKey: this.#publicKey,
        locale,
        scheme: schemeOf(appearance),
        appearance: appearance?.variables ?? {},
        amount,
        currency,
      },
      options,
    );
  }

  /** Shows what is wrong with the typed card, and focuses the first invalid field of the card form. */
  async submit(): Promise<{ error?: ElementError; selectedPaymentMethod?: string }> {
    if (this.#express) return { selectedPaymentMethod: 'sandbox_pay' };
    const outcome = await mounted(this).ask('validate');
    return outcome.kind === 'valid' ? { selectedPaymentMethod: 'card' } : { error: errorOf(outcome) };
  }

  async update({ appearance, locale }: CommonOptions): Promise<void> {
    const scheme = schemeOf(appearance);
    this.#element?.frame.update({
      ...(appearance?.variables && { appearance: appearance.variables }),
      ...(scheme && { scheme }),
      ...(locale && { locale }),
    });
  }
}

export function elementsOf(origin: string) {
  return (publicKey: string, stripeLike: { readonly locale?: string } = {}) => ({
    elements: (options: ElementsOptions): Elements =>
      new Elements(origin, publicKey, { ...stripeLike, ...options }),

    /**
     * Pays with the typed card or with what the payer has approved in the wallet, and resolves when the payment has a result.
     * If the payment has not failed, then sends the payer to `return_url`; with `redirect: 'if_required'`, the payer stays on
     * the page.
     */
    async confirmPayment({
      elements,
      clientSecret,
      confirmParams,
      redirect,
    }: ConfirmOptions): Promise<Confirmed> {
      if (!elements) throw new Error('confirmPayment needs `elements`.');
      const confirmed = confirmedAs(await confirm(elements, clientSecret));
      if ('error' in confirmed || redirect === 'if_required') return confirmed;
      const url = new URL(confirmParams?.return_url ?? '');
      url.searchParams.set('payment_intent', confirmed.paymentIntent.id);
      url.searchParams.set('redirect_status', confirmed.paymentIntent.status);
      location.assign(url);
      return new Promise(() => {});
    },
  });
}

function confirm(elements: Elements, clientSecret: string | undefined): Promise<Outcome> {
  const { express } = elements;
  if (express) {
    if (clientSecret === undefined) throw new Error('confirmPayment needs `clientSecret` with this element.');
    return express.confirm(clientSecret);
  }
  if (clientSecret !== undefined && clientSecret !== elements.clientSecret)
    throw new Error('The client secret is not the one that the elements were made with.');
  return mounted(elements).ask('confirm');
}

function mounted(elements: Elements): CardFrame {
  const frame = elements.getElement(elementType)?.frame;
  if (!frame?.isMounted) throw new Error('The payment element is not mounted.');
  return frame;
}

function schemeOf(appearance: AppearanceOptions | undefined): ColorScheme | undefined {
  if (appearance?.theme === undefined) return undefined;
  return appearance.theme === 'night' ? 'dark' : 'light';
}

function confirmedAs(outcome: Outcome): Confirmed {
  if (outcome.kind === 'payment' && (outcome.status === 'succeeded' || outcome.status === 'processing'))
    return { paymentIntent: { id: outcome.id, object: 'payment_intent', status: outcome.status } };
  return { error: errorOf(outcome) };
}

const authenticationFailed = 'payment_intent_authentication_failure';

/** Stripe's wording of an error. */
function errorOf(outcome: Outcome | Problem): ElementError {
  switch (outcome.kind) {
    case 'invalid':
      return { type: 'validation_error', code: outcome.code, message: outcome.message };
    case 'unreachable':
      return { type: 'api_connection_error', message: outcome.message };
    case 'refused':
      return { type: 'invalid_request_error', message: outcome.message };
    case 'payment': {
      const { id, failure } = outcome;
      if (failure === null || outcome.status !== 'failed')
        return {
          type: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          message: `The payment is ${outcome.status}.`,
          payment_intent: { id, status: outcome.status === 'cancelled' ? 'canceled' : outcome.status },
        };
      const { code, message } = failure;
      const payment_intent = { id, status: 'requires_payment_method' };
      if (code === 'authentication_failed')
        return { type: 'invalid_request_error', code: authenticationFailed, message, payment_intent };
      if (code === 'insufficient_funds')
        return { type: 'card_error', code: 'card_declined', decline_code: code, message, payment_intent };
      return { type: 'card_error', code, message, payment_intent };
    }
    case 'valid':
      return { type: 'invalid_request_error', message: 'The card was not sent.' };
  }
}
