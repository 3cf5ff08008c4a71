import type { CardInput, ChannelType, InitCheckoutResult, PaymentRenderType } from '@kassa/contracts';
import type { Attempts } from './attempts.ts';
import type { CheckoutApi } from './checkout-api.ts';
import { ConnectionError, UnsupportedRenderTypeError } from './checkout-errors.ts';
import type { CheckoutProgress } from './checkout-progress.ts';
import { deviceId } from './device-id.ts';
import { mayHaveArrived, orderHasMoved } from './failed-call.ts';
import type { PendingVisit } from './pending-visit.ts';
import type { Renderer } from './renderers/renderer.ts';
import { requireSafeAddress } from './safe-address.ts';
import type { StatusWatch } from './status-watch.ts';
import { describeTerminal } from './terminal.ts';

export type SubmitOutcome =
  /** Something is missing or wrong in the form; the field says what and has the focus. */
  | { readonly status: 'invalid' }
  /** The consumer is on the way to the processor's page. */
  | { readonly status: 'redirecting'; readonly url: string }
  /** The service has it; the `result` event follows, or came already. */
  | { readonly status: 'submitted' };

export interface PaymentParts {
  readonly methodCode: string;
  readonly attempt: InitCheckoutResult;
  readonly form: HTMLFormElement;
  readonly renderer: Renderer;
  readonly api: CheckoutApi;
  readonly attempts: Attempts;
  readonly progress: CheckoutProgress;
  readonly watch: StatusWatch;
  readonly visit: PendingVisit;
  readonly navigate: (url: string) => void;
}

/** A payment method on the page. It may be submitted again after a failure: each is an attempt of its own. */
export class Payment {
  readonly methodCode: string;
  readonly renderType: PaymentRenderType;
  readonly channelType: ChannelType;
  readonly #parts: PaymentParts;
  #submit: Promise<SubmitOutcome> | null = null;
  #redirectUrl = '';

  constructor(parts: PaymentParts) {
    this.#parts = parts;
    this.methodCode = parts.methodCode;
    this.renderType = parts.attempt.extension.paymentRenderType;
    this.channelType = parts.attempt.channelType;
  }

  /**
   * Submits what was entered. However often it is called while one is on its way, it is one submit.
   * Throws `ServiceError` when the service refused (for example TOO_MANY_ATTEMPTS).
   */
  submit(): Promise<SubmitOutcome> {
    this.#submit ??= this.#submitOnce().finally(() => {
      this.#submit = null;
    });
    return this.#submit;
  }

  /** Takes what was entered out of the form. Done by itself when the consumer leaves or has paid. */
  clear(): void {
    this.#parts.renderer.clear();
  }

  /** Takes the form, and what was entered in it, off the page. */
  unmount(): void {
    this.clear();
    this.#parts.form.remove();
  }

  async #submitOnce(): Promise<SubmitOutcome> {
    const { renderer, progress, watch, attempts } = this.#parts;
    if (progress.busy || progress.ended) return { status: 'submitted' };
    const entry = renderer.read();
    if (!entry.valid) return { status: 'invalid' };

    progress.submitting();
    renderer.setDisabled(true);
    let sent = false;
    try {
      await this.#openAttempt();
      sent = true;
      return await this.#send(entry.card);
    } catch (error) {
      attempts.spent();
      if (orderHasMoved(error) || (sent && mayHaveArrived(error))) {
        // Whether the submit arrived is for the service to say; INIT opens the form again.
        progress.processing();
        progress.connected(!(error instanceof ConnectionError));
        void watch.run();
        return { status: 'submitted' };
      }
      progress.reopen();
      throw error;
    } finally {
      renderer.setDisabled(false);
    }
  }

  async #openAttempt(): Promise<void> {
    const attempt = await this.#parts.attempts.open(this.methodCode);
    // A gateway may route a second attempt to another channel, whose form would not be this one.
    if (attempt.extension.paymentRenderType !== this.renderType) {
      throw new UnsupportedRenderTypeError(attempt.extension.paymentRenderType);
    }
    this.#redirectUrl = attempt.paymentUrl;
  }

  async #send(card: CardInput | undefined): Promise<SubmitOutcome> {
    const { api, attempts, progress, watch, visit, navigate } = this.#parts;
    const { paymentUrl } = await api.submit({
      terminal: describeTerminal(),
      deviceId: deviceId(),
      ...(card ? { card } : {}),
    });
    attempts.spent();

    const address = paymentUrl || (this.renderType === 'REDIRECT' ? this.#redirectUrl : '');
    if (address) {
      const url = requireSafeAddress(address);
      visit.begin(url);
      // A browser may keep this page in memory while the consumer is away.
      this.clear();
      progress.redirecting();
      navigate(url);
      return { status: 'redirecting', url };
    }
    progress.processing();
    void watch.run();
    return { status: 'submitted' };
  }
}
