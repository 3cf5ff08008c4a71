import type { CashierMessage, FrameLook, NoAutoReturnMark } from '@kassa/contracts';
import type { AppearanceVariables } from './appearance.ts';
import { CheckoutError } from './checkout-errors.ts';

/** Options of an embedded cashier. */
export interface EmbedOptions {
  /** The `pay_url` that your server got when it created the order. */
  readonly payUrl: string;
  /** The element that gets the frame. */
  readonly element: Element;
  /** The frame's title, for screen readers; the default is "Checkout". */
  readonly title?: string;
  /** The cashier's colour scheme, light or dark. By default, it is that of the consumer's device. */
  readonly colorScheme?: 'light' | 'dark';
  /** The language in which the cashier opens, as a BCP 47 tag; by default the browser's. The consumer can change it. */
  readonly locale?: string;
  /**
   * Makes the cashier look like the page. `colorPrimary` (`#rrggbb`) replaces the merchant's own colour; the cashier makes it
   * lighter or darker where text needs more contrast.
   */
  readonly appearance?: {
    readonly variables?: Partial<Pick<AppearanceVariables, 'colorPrimary' | 'borderRadius' | 'fontFamily'>>;
  };
  /** Called when the cashier shows the order. */
  readonly onReady?: () => void;
  /**
   * Called with the result that the framed cashier reports. The result does not prove a payment: ship goods only when the
   * webhook arrives.
   */
  readonly onResult?: (result: EmbeddedResult) => void;
  /**
   * Whether the cashier sends the whole window to the order's `redirect_url` after payment. By default, it does so only if
   * `onResult` is missing.
   */
  readonly autoReturn?: boolean;
  /** Called if the cashier has not responded for a while. The frame stays, and works if the cashier loads later. */
  readonly onError?: (error: CashierSilentError) => void;
  /** Called with the frame's new height in CSS pixels, after the frame was resized. */
  readonly onHeight?: (height: number) => void;
  /** Removes the frame, like `remove()`. */
  readonly signal?: AbortSignal;
}

/**
 * The result of the payment, as the cashier reports it to the page. It does not prove a payment to your server: only the
 * webhook does.
 */
export interface EmbeddedResult {
  readonly outcome: 'paid' | 'failed' | 'expired';
  readonly orderId: string;
}

/** The cashier in the frame has not responded. The browser may have blocked it, or the order cannot be opened. */
export class CashierSilentError extends CheckoutError {
  readonly kind = 'cashier_silent';
}

/** A cashier in a frame of the page. */
export interface EmbeddedCashier {
  readonly frame: HTMLIFrameElement;
  /** Removes the frame. A payment that was submitted continues. */
  remove(): void;
}

const noAutoReturn: NoAutoReturnMark = '&auto_return=0';
const tallestPx = 10_000;
/**
 * How long to wait for the first message from the cashier after its frame has loaded, in milliseconds. The cashier requests the
 * order before it sends this message, so the wait includes the answer of the gateway.
 */
const patienceMs = 15_000;
const outcomes: readonly unknown[] = ['paid', 'failed', 'expired'] satisfies EmbeddedResult['outcome'][];

/**
 * Shows the hosted cashier in a frame that grows with its content. The page's origin must be one of the merchant's allowed
 * origins. Otherwise the browser leaves the frame empty, and `onError` is called.
 */
export function embedCashier(options: EmbedOptions): EmbeddedCashier {
  const { payUrl, element, onReady, onResult, onHeight, onError, signal } = options;
  const { autoReturn = !onResult } = options;
  signal?.throwIfAborted();
  const address = new URL(payUrl);
  const { origin, protocol } = address;
  if (!/^https?:$/.test(protocol)) throw new TypeError('pay_url must be an http(s) address.');
  for (const [name, value] of Object.entries(lookOf(options)))
    if (value) address.hash += `&${name}=${encodeURIComponent(value)}`;
  if (!autoReturn) address.hash += noAutoReturn;

  const frame = document.createElement('iframe');
  frame.title = options.title ?? 'Checkout';
  frame.allow = 'payment *; publickey-credentials-get *';
  Object.assign(frame.style, { display: 'block', width: '100%', height: '640px', border: '0' });
  frame.src = address.href;

  const listening = new AbortController();
  let isHeard = false;
  const complain = () => {
    if (isHeard || listening.signal.aborted) return;
    onError?.(new CashierSilentError(whyUnheard(origin)));
  };
  frame.addEventListener('load', () => setTimeout(complain, patienceMs), { once: true });
  const onMessage = ({ data, source, origin: from }: MessageEvent<CashierMessage | null>) => {
    if (from !== origin || source !== frame.contentWindow || data?.source !== 'kassa') return;
    isHeard = true;
    if (data.type === 'ready') onReady?.();
    if (data.type === 'height' && data.height > 0 && data.height <= tallestPx) {
      frame.style.height = `${Math.ceil(data.height)}px`;
      onHeight?.(data.height);
    }
    if (data.type === 'result' && outcomes.includes(data.outcome)) {
      onResult?.({ outcome: data.outcome, orderId: String(data.orderId) });
    }
  };
  addEventListener('message', onMessage, listening);
  const remove = () => {
    listening.abort();
    frame.remove();
  };
  signal?.addEventListener('abort', remove, listening);
  element.append(frame);
  return { frame, remove };
}

function lookOf({ colorScheme, locale, appearance }: EmbedOptions): FrameLook {
  const { colorPrimary, borderRadius, fontFamily } = appearance?.variables ?? {};
  return {
    color_scheme: colorScheme,
    locale,
    accent_color: colorPrimary,
    radius: borderRadius,
    font: fontFamily,
  };
}

function whyUnheard(origin: string): string {
  return `The cashier did not respond. Is ${location.origin} an allowed origin? Does this page's policy permit frames of ${origin}? Is the order of the pay_url open?`;
}
