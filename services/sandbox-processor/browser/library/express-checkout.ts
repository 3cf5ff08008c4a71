import type { Appearance, ColorScheme, Outcome } from '../protocol.ts';
import { watchScheme } from './color-scheme.ts';
import { Emitter } from './emitter.ts';
import { WalletSheet } from './wallet-sheet.ts';

/** The settings of the wallet's button, including the amount that it charges. */
export interface ExpressSettings {
  readonly origin: string;
  readonly publicKey: string;
  readonly locale: string;
  readonly scheme: ColorScheme | undefined;
  readonly appearance: Appearance;
  readonly amount: number;
  /** ISO 4217, in lower case or upper case. */
  readonly currency: string;
}

export interface ExpressOptions {
  /** In CSS pixels. */
  readonly buttonHeight?: number;
}

const elementType = 'expressCheckout';
const expressPaymentType = 'sandbox_pay';
const usualHeight = 44;

interface ExpressEvents {
  readonly availablepaymentmethodschange: {
    readonly elementType: typeof elementType;
    readonly paymentMethods: { readonly sandboxPay: { readonly available: true } };
  };
  /** This event also names the wallet, for versions of the browser SDK that listen only to this event. */
  readonly ready: {
    readonly elementType: typeof elementType;
    readonly availablePaymentMethods: { readonly sandboxPay: true };
  };
  readonly click: {
    readonly elementType: typeof elementType;
    readonly expressPaymentType: typeof expressPaymentType;
    readonly resolve: () => void;
    readonly reject: () => void;
  };
  readonly confirm: {
    readonly expressPaymentType: typeof expressPaymentType;
    readonly paymentFailed: () => void;
  };
  readonly cancel: { readonly elementType: typeof elementType };
}

/** The button of the wallet Sandbox Pay, with the interface of Stripe's Express Checkout Element. */
export class ExpressCheckoutElement extends Emitter<ExpressEvents> {
  readonly #settings: ExpressSettings;
  readonly #button = document.createElement('button');
  #scheme: ColorScheme = 'light';
  #stopWatching = () => {};
  #sheet: WalletSheet | null = null;

  constructor(settings: ExpressSettings, { buttonHeight = usualHeight }: ExpressOptions) {
    super();
    this.#settings = settings;
    const button = this.#button;
    button.type = 'button';
    button.lang = 'en';
    button.translate = false;
    button.textContent = 'Sandbox Pay';
    const { borderRadius = '8px' } = settings.appearance;
    // Set the style by script, because a content security policy may forbid inline styles.
    button.style.cssText = `display:block;width:100%;height:${buttonHeight}px;margin:0;border:0;font:600 1.125rem/1 system-ui,sans-serif;cursor:pointer`;
    button.style.borderRadius = borderRadius;
    button.addEventListener('click', () => this.#press());
  }

  mount(target: string | Element): void {
    const node = typeof target === 'string' ? document.querySelector(target) : target;
    if (!node) throw new Error('There is no element to mount the button into.');
    const watch = watchScheme(node, this.#settings.scheme, (scheme) => {
      this.#scheme = scheme;
      const [background, color] = scheme === 'dark' ? ['#fff', '#111827'] : ['#111827', '#fff'];
      Object.assign(this.#button.style, { background, color });
    });
    this.#stopWatching = () => watch.stop();
    node.append(this.#button);
    queueMicrotask(() => {
      const paymentMethods = { sandboxPay: { available: true } } as const;
      this.emit('availablepaymentmethodschange', { elementType, paymentMethods });
      this.emit('ready', { elementType, availablePaymentMethods: { sandboxPay: true } });
    });
  }

  unmount(): void {
    this.#stopWatching();
    this.#sheet?.close();
    this.#button.remove();
  }

  destroy(): void {
    this.unmount();
  }

  /** Confirms the payment that the payer has approved in the sheet. */
  confirm(clientSecret: string): Promise<Outcome> {
    if (!this.#sheet) throw new Error('The payer has not approved the payment.');
    return this.#sheet.confirm(clientSecret);
  }

  /** Asks the shop's page first, as Stripe does, because the page may refuse the click. */
  #press(): void {
    this.emit('click', {
      elementType,
      expressPaymentType,
      resolve: () => this.#open(),
      reject: () => {},
    });
  }

  #open(): void {
    const { origin, publicKey, locale, amount, currency } = this.#settings;
    this.#sheet?.close();
    const sheet = new WalletSheet({
      ...{ origin, publicKey, locale, scheme: this.#scheme },
      ...{ amountMinor: amount, currency: currency.toUpperCase() },
      onApproved: () => this.emit('confirm', { expressPaymentType, paymentFailed: () => sheet.close() }),
      onDismissed: () => this.emit('cancel', { elementType }),
    });
    this.#sheet = sheet;
    sheet.open();
  }
}
