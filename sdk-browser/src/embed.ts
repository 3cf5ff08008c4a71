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
  /** Called with the height in CSS pixels, which the frame has taken already. */
  readonly onHeight?: (height: number) => void;
  /** Takes the frame off the page, like `remove()`. */
  readonly signal?: AbortSignal;
}

export interface EmbeddedResult {
  readonly outcome: 'paid' | 'failed' | 'expired';
  readonly orderId: string;
}

export interface EmbeddedCashier {
  readonly frame: HTMLIFrameElement;
  /** Takes the frame off the page. Whatever was submitted goes on. */
  remove(): void;
}

const tallestPx = 10_000;
const outcomes: readonly unknown[] = ['paid', 'failed', 'expired'] satisfies EmbeddedResult['outcome'][];

/**
 * Shows the hosted cashier in a frame that grows with its content. The page's origin must be one of the
 * merchant's allowed origins, or the browser leaves the frame empty.
 */
export function embedCashier(options: EmbedOptions): EmbeddedCashier {
  const { payUrl, element, onResult, onHeight, signal } = options;
  signal?.throwIfAborted();
  const { origin, protocol } = new URL(payUrl);
  if (!/^https?:$/.test(protocol)) throw new TypeError('A pay_url is an http(s) address.');

  const frame = document.createElement('iframe');
  frame.title = options.title ?? 'Checkout';
  frame.allow = 'payment *; publickey-credentials-get *';
  Object.assign(frame.style, { display: 'block', width: '100%', height: '640px', border: '0' });
  frame.src = payUrl;

  const listening = new AbortController();
  const onMessage = ({ data, source, origin: from }: MessageEvent) => {
    if (from !== origin || source !== frame.contentWindow || data?.source !== 'kassa') return;
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
