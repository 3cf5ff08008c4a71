import type { InitCheckoutResult, PaymentRenderType } from '@kassa/contracts';
import { abortable } from './abortable.ts';
import type { EventEmitter } from './event-emitter.ts';
import type { PaymentEvents } from './payment-events.ts';
import { leadThroughFields } from './renderers/lead-through-fields.ts';
import type { Renderer } from './renderers/renderer.ts';
import type { Submission } from './submission.ts';
import type { SubmitOutcome } from './submit-outcome.ts';

interface PaymentParts {
  readonly attempt: InitCheckoutResult;
  readonly form: HTMLFormElement;
  readonly renderer: Renderer;
  readonly submission: Submission;
  readonly emitter: EventEmitter<PaymentEvents>;
  /** A signal that aborts when the payment is removed from the page. */
  readonly life: AbortController;
}

/** A payment method that is mounted in the page. It may be submitted again after a failure; each submit is a new attempt. */
export class Payment {
  readonly methodCode: string;
  readonly renderType: PaymentRenderType;
  readonly #parts: PaymentParts;
  #submit: Promise<SubmitOutcome> | null = null;

  /** @internal */
  constructor(parts: PaymentParts) {
    const { attempt, form, renderer, submission, life } = parts;
    const { methodCode, progress } = submission.parts;
    this.#parts = parts;
    this.methodCode = methodCode;
    this.renderType = attempt.extension.paymentRenderType;
    if (renderer.fields) leadThroughFields(form, renderer.fields);
    let { failure: known, phase: before } = progress.snapshot;
    const stopFollowing = progress.follow(({ phase, failure }) => {
      // The consumer has cancelled a submit that gets no answer. The form can be submitted again.
      if (before === 'submitting' && progress.idle) this.#submit = null;
      before = phase;
      // If the same failure was already reported, do not report it again, because the consumer may have corrected the field
      // since.
      if (failure === 'incorrect_cvc' && failure !== known) renderer.declined?.('security-code');
      if (failure === 'expired_card' && failure !== known) renderer.declined?.('expiry');
      known = failure;
      // Clear the card data. The browser may keep this page in memory while the consumer is away.
      if (progress.ended || phase === 'redirecting') this.clear();
    });
    life.signal.addEventListener('abort', () => {
      // A page that removes the payment need not handle the rejection of a running submit.
      this.#submit?.catch(() => undefined);
      stopFollowing();
      this.clear();
      renderer.remove?.();
      form.remove();
    });
  }

  /** The type of the channel that takes the payment; empty until the gateway has opened the attempt. */
  get channelType(): string {
    return this.#parts.attempt.channelType;
  }

  /**
   * Accepts other card brands, without drawing the form again. Returns whether the renderer can do so.
   *
   * @internal
   */
  accept(cardBrands: readonly string[]): boolean {
    const { renderer } = this.#parts;
    renderer.accept?.(cardBrands);
    return !!renderer.accept;
  }

  /**
   * Submits the form. If a submit is already running, it returns the result of that submit. A consumer who came back from the
   * processor's page without a result is sent to that page again.
   *
   * Throws `ServiceError` if the gateway refused the payment: for example TOO_MANY_ATTEMPTS, or PAYMENT_IN_PROGRESS while the
   * page of another method is open (then offer `checkout.pendingUrl`). Throws `LibraryLoadError` or `ConnectionError` if the
   * processor's form could not be reached. You can call it again after an error.
   *
   * If the payment is removed from the page, it throws the signal's reason immediately; a payment that was submitted continues.
   */
  submit(): Promise<SubmitOutcome> {
    this.#submit ??= abortable(this.#submitOnce(), this.#parts.life.signal).finally(() => {
      this.#submit = null;
    });
    return this.#submit;
  }

  /**
   * Calls the listener on each event of this name. If there was such an event before, the listener receives the latest one
   * first. Returns a function that removes the listener.
   */
  on<Name extends keyof PaymentEvents>(
    name: Name,
    listener: (detail: PaymentEvents[Name]) => void,
  ): () => void {
    return this.#parts.emitter.on(name, listener);
  }

  /** Clears the form. This also happens by itself when the consumer leaves the page or has paid. */
  clear(): void {
    this.#parts.renderer.clear();
  }

  /** Removes the form and what was typed into it from the page. A payment that was submitted continues. */
  unmount(): void {
    this.#parts.life.abort();
  }

  async #submitOnce(): Promise<SubmitOutcome> {
    const { renderer, submission, life } = this.#parts;
    life.signal.throwIfAborted();
    return submission.parts.progress.idle ? renderer.pay() : submission.goOn(this.renderType);
  }
}
