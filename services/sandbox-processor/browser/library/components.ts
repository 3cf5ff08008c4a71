import type { Appearance, Outcome, PaymentState, Problem } from '../protocol.ts';
import { CardFrame, type FrameEvent } from './card-frame.ts';

/** `SandboxComponents`: the processor's library with the interface of Adyen Web 6 (sessions flow). */

interface PaymentResult {
  readonly resultCode: 'Authorised' | 'Received' | 'Refused' | 'Cancelled' | 'Error';
  readonly sessionData: string;
  readonly sessionResult: string;
}

interface CardState {
  readonly isValid: boolean;
  readonly data: { readonly paymentMethod: { readonly type: 'scheme' } };
}

interface CallbackProps {
  readonly onPaymentCompleted?: (result: PaymentResult, component: Card) => void;
  /** Called when the payment fails. As in Adyen Web, also called after an error that leaves the payment's result open. */
  readonly onPaymentFailed?: (result: PaymentResult | CheckoutError, component: Card) => void;
  readonly onError?: (error: CheckoutError, component: Card) => void;
  readonly onChange?: (state: CardState, component: Card) => void;
  readonly onConfigSuccess?: (configured: {
    readonly type: 'card';
    readonly iframesConfigured: true;
  }) => void;
  readonly onEnterKeyPressed?: (activeElement: Element | null, component: Card) => void;
  readonly beforeSubmit?: (
    data: CardState['data'],
    component: Card,
    actions: { resolve(data: unknown): void; reject(): void },
  ) => void;
}

interface CheckoutConfig extends CallbackProps {
  readonly clientKey: string;
  readonly environment: string;
  readonly session: { readonly id: string; readonly sessionData: string };
  readonly locale?: string;
  readonly countryCode?: string;
}

interface CardProps extends CallbackProps {
  readonly showPayButton?: boolean;
  readonly styles?: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
}

class CheckoutError extends Error {
  override readonly name: string;

  constructor(name: 'NETWORK_ERROR' | 'IMPLEMENTATION_ERROR' | 'ERROR', message: string) {
    super(message);
    this.name = name;
  }
}

class Core {
  readonly origin: string;
  readonly options: CheckoutConfig;

  constructor(origin: string, options: CheckoutConfig) {
    this.origin = origin;
    this.options = options;
  }

  remove(component: Card): this {
    component.unmount();
    return this;
  }
}

class Card {
  readonly #frame: CardFrame;
  readonly #props: CheckoutConfig & CardProps;
  #isValid = false;
  #isSubmitting = false;

  constructor(core: Core, props: CardProps = {}) {
    if (!(core instanceof Core))
      throw new CheckoutError(
        'IMPLEMENTATION_ERROR',
        'A component is made with what AdyenCheckout() answered.',
      );
    this.#props = { ...core.options, ...props };
    const { clientKey, session, locale, styles } = this.#props;
    this.#frame = new CardFrame({
      origin: core.origin,
      publicKey: clientKey,
      credential: session.sessionData,
      settings: { locale: locale ?? 'auto', appearance: appearanceOf(styles), readOnly: false },
      onEvent: (event) => this.#hear(event),
    });
  }

  mount(target: string | Element): this {
    this.#isValid = false;
    this.#frame.mount(target);
    return this;
  }

  unmount(): this {
    this.#frame.unmount();
    return this;
  }

  remove(): void {
    this.unmount();
  }

  get isValid(): boolean {
    return this.#isValid;
  }

  get data(): CardState['data'] {
    return { paymentMethod: { type: 'scheme' } };
  }

  showValidation(): this {
    void this.#frame.ask('validate');
    return this;
  }

  setFocusOn(_field: string): this {
    this.#frame.focus();
    return this;
  }

  setStatus(status: 'loading' | 'ready' | 'success' | 'error'): this {
    this.#frame.update({ readOnly: status === 'loading' });
    return this;
  }

  /**
   * Pays with the typed card. The result is reported through `onPaymentCompleted` or `onPaymentFailed`. If the card is invalid,
   * nothing is reported.
   */
  submit(): void {
    if (!this.#isValid) this.showValidation();
    else if (!this.#isSubmitting) void this.#pay();
  }

  async #pay(): Promise<void> {
    this.#isSubmitting = true;
    try {
      if (await this.#mayGoOn()) this.#finish(await this.#frame.ask('confirm'));
    } finally {
      this.#isSubmitting = false;
    }
  }

  #mayGoOn(): Promise<boolean> {
    const { beforeSubmit } = this.#props;
    if (!beforeSubmit) return Promise.resolve(true);
    return new Promise((resolve) => {
      beforeSubmit(this.data, this, { resolve: () => resolve(true), reject: () => resolve(false) });
    });
  }

  #finish(outcome: Outcome): void {
    const { onError, onPaymentFailed } = this.#props;
    if (outcome.kind === 'payment') this.#tellPayment(outcome);
    else if (outcome.kind === 'unreachable' || outcome.kind === 'refused') {
      const error = errorOf(outcome);
      onError?.(error, this);
      onPaymentFailed?.(error, this);
    }
  }

  #tellPayment({ id, status }: PaymentState): void {
    const { session, onPaymentCompleted, onPaymentFailed } = this.#props;
    const resultCode = resultCodes[status];
    const result = { resultCode, sessionData: session.sessionData, sessionResult: id };
    if (resultCode === 'Authorised' || resultCode === 'Received') onPaymentCompleted?.(result, this);
    else onPaymentFailed?.(result, this);
  }

  #hear(event: FrameEvent): void {
    const { onConfigSuccess, onError, onChange, onEnterKeyPressed } = this.#props;
    switch (event.type) {
      case 'ready':
        onConfigSuccess?.({ type: 'card', iframesConfigured: true });
        break;
      case 'load_failed':
        onError?.(errorOf(event.problem), this);
        break;
      case 'change':
        this.#isValid = event.complete;
        onChange?.({ isValid: event.complete, data: this.data }, this);
        break;
      case 'enter':
        if (onEnterKeyPressed) onEnterKeyPressed(document.activeElement, this);
        else this.submit();
        break;
      case 'focus':
      case 'blur':
      case 'escape':
        break;
    }
  }
}

const resultCodes = {
  created: 'Error',
  requires_action: 'Error',
  processing: 'Received',
  succeeded: 'Authorised',
  failed: 'Refused',
  cancelled: 'Cancelled',
} as const satisfies Record<PaymentState['status'], PaymentResult['resultCode']>;

export function componentsOf(origin: string) {
  return {
    async AdyenCheckout(config: CheckoutConfig): Promise<Core> {
      if (!config.clientKey || !config.session?.id || !config.session.sessionData)
        throw new CheckoutError(
          'IMPLEMENTATION_ERROR',
          'Give `clientKey` and `session` with `id` and `sessionData`.',
        );
      return new Core(origin, config);
    },
    Card,
  };
}

function errorOf({ kind, message }: Problem): CheckoutError {
  return new CheckoutError(kind === 'unreachable' ? 'NETWORK_ERROR' : 'ERROR', message);
}

/** Turns the field styles that Adyen Web defines into the appearance variables of the card form. */
function appearanceOf(styles: CardProps['styles']): Appearance {
  return {
    colorText: styles?.base?.color,
    colorBackground: styles?.base?.background,
    fontFamily: styles?.base?.fontFamily,
    fontSizeBase: styles?.base?.fontSize,
    colorDanger: styles?.error?.color,
    colorTextPlaceholder: styles?.placeholder?.color,
  };
}
