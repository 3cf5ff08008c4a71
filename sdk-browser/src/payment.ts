import type { InitCheckoutResult, PaymentRenderType } from '@kassa/contracts';
import { abortable } from './abortable.ts';
import type { Renderer } from './renderers/renderer.ts';
import type { Submission } from './submission.ts';
import type { SubmitOutcome } from './submit-outcome.ts';

interface PaymentParts {
  readonly attempt: InitCheckoutResult;
  readonly form: HTMLFormElement;
  readonly renderer: Renderer;
  readonly submission: Submission;
  /** Aborted when the payment is taken off the page. */
  readonly life: AbortController;
}

/** A payment method on the page. It may be submitted again after a failure: each is an attempt of its own. */
export class Payment {
  readonly methodCode: string;
  readonly renderType: PaymentRenderType;
  readonly channelType: string;
  readonly #parts: PaymentParts;
  #submit: Promise<SubmitOutcome> | null = null;

  /** @internal */
  constructor(parts: PaymentParts) {
    const { attempt, form, renderer, submission, life } = parts;
    const { methodCode, progress } = submission.parts;
    this.#parts = parts;
    this.methodCode = methodCode;
    this.renderType = attempt.extension.paymentRenderType;
    this.channelType = attempt.channelType;
    const stopFollowing = progress.follow(({ phase }) => {
      // A browser may keep this page in memory while the consumer is away.
      if (progress.ended || phase === 'redirecting') this.clear();
    });
    life.signal.addEventListener('abort', () => {
      stopFollowing();
      this.clear();
      renderer.remove();
      form.remove();
    });
  }

  /**
   * Submits what was entered. However often it is called while one is on its way, it is one submit. A consumer who
   * came back from the processor's page without a result is led there again.
   * Throws `ServiceError` when the service refused (for example TOO_MANY_ATTEMPTS, or PAYMENT_IN_PROGRESS while
   * another method's page waits: then offer `checkout.pendingUrl`), and `LibraryLoadError` or
   * `ConnectionError` when the processor's form could not be reached. Afterwards it can be called again. When the
   * payment is taken off the page it throws the signal's reason at once; what was submitted goes on.
   */
  submit(): Promise<SubmitOutcome> {
    this.#submit ??= abortable(this.#submitOnce(), this.#parts.life.signal).finally(() => {
      this.#submit = null;
    });
    return this.#submit;
  }

  /** Takes what was entered out of the form. Done by itself when the consumer leaves or has paid. */
  clear(): void {
    this.#parts.renderer.clear();
  }

  /** Takes the form, and what was entered in it, off the page. What was submitted goes on. */
  unmount(): void {
    this.#parts.life.abort(new DOMException('The form was taken off the page.', 'AbortError'));
  }

  async #submitOnce(): Promise<SubmitOutcome> {
    const { renderer, submission, life } = this.#parts;
    life.signal.throwIfAborted();
    return submission.parts.progress.idle ? renderer.pay() : submission.goOn(this.renderType);
  }
}
