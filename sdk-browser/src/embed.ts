import type { CashierMessage, NoAutoReturnMark } from '@kassa/contracts';
import { CheckoutError } from './checkout-errors.ts';

/** Which order's cashier is shown, where, and who is told. */
export interface EmbedOptions {
  /** As your server got it from the creation of the order. */
  readonly payUrl: string;
  /** Where the frame is put. */
  readonly element: Element;
  /** What a screen reader calls the frame; "Checkout" unless given. */
  readonly title?: string;
  /**
   * How the payment ended, as the cashier in the frame says. It is no proof of payment: ship when the webhook
   * arrives.
   */
  readonly onResult?: (result: EmbeddedResult) => void;
  /**
   * Whether the cashier leaves for the order's `redirect_url` by itself once paid, and takes the whole window along.
   * Unless given, it does so only where there is no `onResult`: a page that listens goes on itself.
   */
  readonly autoReturn?: boolean;
  /** Nothing was heard of the cashier for a while. The frame stays: should it still come, it works. */
  readonly onError?: (error: CashierSilentError) => void;
  /** Called with the height in CSS pixels, which the frame has taken already. */
  readonly onHeight?: (height: number) => void;
  /** Takes the frame off the page, like `remove()`. */
  readonly signal?: AbortSignal;
}

/** How the payment ended, for the page to go on. The webhook is the proof of it. */
export interface EmbeddedResult {
  readonly outcome: 'paid' | 'failed' | 'expired';
  readonly orderId: string;
}

/** Nothing was heard of the cashier: the browser may not have shown it, or the order does not open. */
export class CashierSilentError extends CheckoutError {
  readonly kind = 'cashier_silent';
}

/** A cashier in a frame of the page. */
export interface EmbeddedCashier {
  readonly frame: HTMLIFrameElement;
  /** Takes the frame off the page. Whatever was submitted goes on. */
  remove(): void;
}

const noAutoReturn: NoAutoReturnMark = '&auto_return=0';
const tallestPx = 10_000;
/** From when the frame has loaded; then the cashier still asks for the order. */
const patienceMs = 15_000;
const outcomes: readonly unknown[] = ['paid', 'failed', 'expired'] satisfies EmbeddedResult['outcome'][];

/**
 * Shows the hosted cashier in a frame that grows with its content. The page's origin must be one of the
 * merchant's allowed origins, or the browser leaves the frame empty: `onError` is told.
 */
export function embedCashier(options: EmbedOptions): EmbeddedCashier {
  const { payUrl, element, onResult, onHeight, onError, signal } = options;
  const { autoReturn = !onResult } = options;
  signal?.throwIfAborted();
  const address = new URL(payUrl);
  const { origin, protocol } = address;
  if (!/^https?:$/.test(protocol)) throw new TypeError('A pay_url is an http(s) address.');
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
    if (data.type === 'height' && data.height > 0 && data.height <= tallestPx) {
      frame.style.height = `${Math.ceil(data.height)}px`;
      onHeight?.(data.height);
    }
    if (data.type === 'result' && outcomes.includes(data.outcome)) {
      onResult?.({ outcome: data.outcome, orderId: String(data.orderId) });
    }
  };
  addEventListener('message', onMessage, { signal: listening.signal });
  const remove = () => {
    listening.abort();
    frame.remove();
  };
  signal?.addEventListener('abort', remove, { signal: listening.signal });
  element.append(frame);
  return { frame, remove };
}

function whyUnheard(origin: string): string {
  return `Nothing was heard of the cashier. Ask in turn: Is ${location.origin} one of the merchant's allowed origins? Does this page's policy permit frames of ${origin}? Is the pay_url that of an open order?`;
}
