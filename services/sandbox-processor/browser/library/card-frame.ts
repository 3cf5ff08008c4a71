import type { FrameSettings, FrameStart, FromFrame, Outcome, Problem, ToFrame } from '../protocol.ts';
import { ChallengeOverlay } from './challenge-overlay.ts';
import { type SchemeWatch, watchScheme } from './color-scheme.ts';

/**
 * The messages from the card frame that the library passes on to the shop's page, through `SandboxElements` or
 * `SandboxComponents`. The class `CardFrame` handles all other messages itself.
 */
export type FrameEvent = Extract<
  FromFrame,
  | { readonly type: 'ready' | 'load_failed' | 'change' }
  | { readonly type: 'focus' | 'blur' | 'escape' | 'enter' }
>;

export interface CardFrameOptions {
  /** The processor's origin. */
  readonly origin: string;
  readonly publicKey: string;
  readonly credential: string;
  readonly settings: Omit<FrameSettings, 'scheme'>;
  /** The colour scheme of the card form: dark or light. If absent, it is that of the page around the form. */
  readonly scheme?: FrameSettings['scheme'] | undefined;
  onEvent(event: FrameEvent): void;
}

const loadTimeoutMs = 15_000;

/**
 * The height of the frame until the card form reports its own height, in multiples of the font size (em). It is close to the
 * final height, so that the page hardly moves when the form appears.
 */
const usualHeightEm = 11.6;

/** The card form in a page of a shop. It is a frame from the processor's origin, so the shop's page cannot read the card. */
export class CardFrame {
  readonly #options: CardFrameOptions;
  readonly #overlay: ChallengeOverlay;
  readonly #calls = new Map<number, (outcome: Outcome) => void>();
  #settings: FrameSettings;
  #iframe: HTMLIFrameElement | null = null;
  #port: MessagePort | null = null;
  #scheme: SchemeWatch | null = null;
  #loading: ReturnType<typeof setTimeout> | undefined;
  #lastCall = 0;

  constructor(options: CardFrameOptions) {
    this.#options = options;
    this.#settings = { ...options.settings, scheme: options.scheme ?? 'light' };
    this.#overlay = new ChallengeOverlay(options.origin, () => this.send({ type: 'challenge_finished' }));
  }

  get isMounted(): boolean {
    return this.#iframe !== null;
  }

  mount(target: string | Element): void {
    const node = typeof target === 'string' ? document.querySelector(target) : target;
    if (!node) throw new Error('There is no element to mount the card form into.');
    this.unmount();
    const nonce = [...crypto.getRandomValues(new Uint32Array(4))].join('-');
    const iframe = document.createElement('iframe');
    iframe.src = `${this.#options.origin}/frames/card#${nonce}`;
    iframe.title = 'Card';
    // Set the style by script, because a shop's content security policy may forbid inline styles.
    iframe.style.cssText = 'display:block;width:100%;border:0;overflow:hidden';
    iframe.style.height = `calc(${usualHeightEm} * ${this.#settings.appearance.fontSizeBase ?? '16px'})`;
    // Send the start message on every load, because a frame that is moved within the document loads again.
    iframe.addEventListener('load', () => this.#start(iframe, nonce));
    this.#iframe = iframe;
    this.#scheme = watchScheme(node, this.#options.scheme, (scheme) => {
      iframe.style.colorScheme = scheme;
      this.update({ scheme });
    });
    this.#loading = setTimeout(() => this.#failToLoad(), loadTimeoutMs);
    node.replaceChildren(iframe);
  }

  unmount(): void {
    clearTimeout(this.#loading);
    this.#scheme?.stop();
    this.#overlay.close();
    this.#iframe?.remove();
    this.#iframe = null;
    this.#disconnect();
  }

  update(settings: Partial<FrameSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
    this.send({ type: 'settings', settings });
  }

  send(message: ToFrame): void {
    this.#port?.postMessage(message);
  }

  focus(): void {
    this.#iframe?.focus();
    this.send({ type: 'focus' });
  }

  /**
   * Sends the call `validate` or `confirm` to the card form in the frame. With either call, the form shows its errors and
   * focuses the first invalid field. With `confirm`, it also pays if the card is valid.
   */
  ask(type: 'validate' | 'confirm'): Promise<Outcome> {
    if (this.#port === null) return Promise.resolve(unreachable);
    this.#lastCall += 1;
    const call = this.#lastCall;
    return new Promise((resolve) => {
      this.#calls.set(call, resolve);
      this.send({ type, call });
    });
  }

  #start(iframe: HTMLIFrameElement, nonce: string): void {
    this.#disconnect();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<FromFrame>) => this.#hear(data);
    const { publicKey, credential, origin } = this.#options;
    const start: FrameStart = {
      type: 'sandbox:start',
      nonce,
      publicKey,
      credential,
      settings: this.#settings,
    };
    iframe.contentWindow?.postMessage(start, origin, [port2]);
  }

  #hear(message: FromFrame): void {
    switch (message.type) {
      case 'answer':
        this.#calls.get(message.call)?.(message.outcome);
        this.#calls.delete(message.call);
        return;
      case 'height':
        if (this.#iframe) this.#iframe.style.height = `${message.px}px`;
        return;
      case 'challenge':
        this.#overlay.open(message, this.#settings.scheme);
        return;
      case 'challenge_over':
        this.#overlay.close();
        return;
      case 'ready':
        if (this.#iframe) this.#iframe.title = message.title;
        clearTimeout(this.#loading);
        break;
      case 'load_failed':
        clearTimeout(this.#loading);
        break;
      case 'change':
      case 'focus':
      case 'blur':
      case 'escape':
      case 'enter':
        break;
    }
    this.#options.onEvent(message);
  }

  #failToLoad(): void {
    this.#options.onEvent({ type: 'load_failed', problem: unreachable });
  }

  /**
   * Closes the connection to the frame, which was removed or is loading again. Pending calls end with `unreachable`, because
   * the frame will not answer them.
   */
  #disconnect(): void {
    this.#port?.close();
    this.#port = null;
    for (const resolve of this.#calls.values()) resolve(unreachable);
    this.#calls.clear();
  }
}

const unreachable: Problem = {
  kind: 'unreachable',
  message: 'The card form of the processor did not answer.',
};
