import type { FromSheet, Outcome, SheetStart, ToSheet } from '../protocol.ts';

export interface WalletSheetOptions extends Omit<SheetStart, 'type' | 'nonce'> {
  /** The processor's origin. */
  readonly origin: string;
  readonly onApproved: () => void;
  readonly onDismissed: () => void;
}

/**
 * The wallet's sheet over the shop's page: a dialog with a frame from the processor's origin. The payer approves the payment or
 * dismisses the sheet. After the approval, the sheet stays open until the payment has a result.
 */
export class WalletSheet {
  readonly #options: WalletSheetOptions;
  #dialog: HTMLDialogElement | null = null;
  #port: MessagePort | null = null;
  #answer: ((outcome: Outcome) => void) | null = null;

  constructor(options: WalletSheetOptions) {
    this.#options = options;
  }

  open(): void {
    const { origin, scheme } = this.#options;
    const nonce = [...crypto.getRandomValues(new Uint32Array(4))].join('-');
    const dialog = document.createElement('dialog');
    // Set the style by script, because a content security policy may forbid inline styles.
    dialog.style.cssText =
      'box-sizing:border-box;width:min(26rem,100%);max-width:none;max-height:100%;margin:auto auto 0;padding:0;border:0;border-radius:1rem 1rem 0 0;overflow:hidden;box-shadow:0 0 0 100vmax rgb(8 12 24/60%)';
    if (innerWidth > 640) dialog.style.cssText += ';margin:auto;border-radius:1rem';
    dialog.setAttribute('aria-label', 'Sandbox Pay');
    const frame = document.createElement('iframe');
    frame.src = `${origin}/frames/wallet#${nonce}`;
    frame.title = 'Sandbox Pay';
    frame.style.cssText = `display:block;width:100%;height:19rem;border:0;color-scheme:${scheme};background:${scheme === 'dark' ? '#1a2030' : '#fff'}`;
    frame.addEventListener('load', () => this.#start(frame, nonce));
    dialog.append(frame);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.#dismiss();
    });
    document.body.append(dialog);
    this.#dialog = dialog;
    dialog.showModal();
  }

  /** Confirms the payment with the card that the payer has approved, and closes the sheet with the result. */
  async confirm(credential: string): Promise<Outcome> {
    const port = this.#port;
    if (!port) return dismissed;
    const outcome = await new Promise<Outcome>((resolve) => {
      this.#answer = resolve;
      const message: ToSheet = { type: 'confirm', credential };
      port.postMessage(message);
    });
    this.close();
    return outcome;
  }

  close(): void {
    const dialog = this.#dialog;
    this.#dialog = null;
    this.#port?.close();
    this.#port = null;
    this.#answer?.(unreachable);
    this.#answer = null;
    // Close the dialog before removing it, because closing returns the focus to the button that opened it.
    dialog?.close();
    dialog?.remove();
  }

  #start(frame: HTMLIFrameElement, nonce: string): void {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<FromSheet>) => this.#hear(data, frame);
    const { origin, publicKey, locale, scheme, amountMinor, currency } = this.#options;
    const start: SheetStart = {
      ...{ type: 'sandbox:sheet', nonce, publicKey },
      ...{ locale, scheme, amountMinor, currency },
    };
    frame.contentWindow?.postMessage(start, origin, [port2]);
    frame.focus();
  }

  #hear(message: FromSheet, frame: HTMLIFrameElement): void {
    switch (message.type) {
      case 'approved':
        this.#options.onApproved();
        return;
      case 'dismissed':
        this.#dismiss();
        return;
      case 'height':
        frame.style.height = `${message.px}px`;
        return;
      case 'answer':
        this.#answer?.(message.outcome);
        this.#answer = null;
    }
  }

  /** The payer can dismiss the sheet until the confirmation of the payment begins. */
  #dismiss(): void {
    if (this.#answer || !this.#dialog) return;
    this.close();
    this.#options.onDismissed();
  }
}

const dismissed: Outcome = { kind: 'invalid', code: 'dismissed', message: 'The payer has dismissed it.' };
const unreachable: Outcome = { kind: 'unreachable', message: 'The wallet did not answer.' };
