import type { InitCheckoutResult } from '@kassa/contracts';
import { abortable } from '../abortable.ts';
import { ConnectionError } from '../checkout-errors.ts';
import type { CheckoutProgress } from '../checkout-progress.ts';
import type { SubmitOutcome } from '../submit-outcome.ts';
import type { Renderer, RendererContext } from './renderer.ts';

/** What a processor's form reports after confirming a payment. Only the gateway knows the result of the payment. */
export type Confirmation =
  /** Nothing was sent to the processor: the consumer must correct the form first, or has cancelled. */
  | 'not_sent'
  /** The processor did not answer. The same payment can be confirmed again without charging the consumer twice. */
  | 'repeatable'
  /**
   * The processor received the payment, or may have received it. So the SDK does not pay again, and waits for the gateway to
   * report the result.
   */
  | 'sent'
  /**
   * The processor received the payment. The gateway can ask the processor for the result with `sessionResult`, which only the
   * processor's library in this page knows.
   */
  | { readonly sessionResult: string }
  /** The processor received the payment. The consumer must continue on another page, for example for 3-D Secure. */
  | { readonly leadsTo: string };

/** A processor's form in the page, controlled through the processor's library. It belongs to one attempt. */
export interface ProcessorForm {
  /** Returns true if the input is valid. Otherwise the form shows what is wrong. */
  check(): Promise<boolean> | boolean;
  /** Makes the payment. Never rejects. */
  confirm(): Promise<Confirmation>;
  setDisabled(disabled: boolean): void;
  clear(): void;
  remove(): void;
}

type DrawForm = (context: RendererContext) => Promise<ProcessorForm>;

/** Thrown when the form's attempt was abandoned at the gateway, because another tab opened a new attempt. */
class AttemptLeft extends Error {}

/**
 * The part of the code that is the same for all processors' forms. Each attempt has its own form, and the form makes the
 * payment itself.
 */
class ProcessorFormRenderer implements Renderer {
  readonly #context: RendererContext;
  readonly #draw: DrawForm;
  readonly #stopFollowing: () => void;
  #attempt: InitCheckoutResult;
  /** The form of the present attempt; null after an attempt has ended, until the form of the next attempt is ready. */
  #form: ProcessorForm | null;
  #renewal: Promise<ProcessorForm> | null = null;
  /** Whether the SDK is submitting the attempt to the gateway and has no answer yet. */
  #isTelling = false;

  constructor(context: RendererContext, draw: DrawForm, form: ProcessorForm) {
    this.#context = context;
    this.#draw = draw;
    this.#attempt = context.attempt;
    this.#form = form;
    this.#stopFollowing = context.submission.parts.progress.follow(({ phase }) => {
      if (phase === 'paid' || phase === 'expired') this.#takeOff();
      // If the form for a new attempt cannot be loaded, ignore the error. The next submit tries again and reports it.
      if (phase === 'failed') this.#renew().catch(() => undefined);
    });
    this.#takeOffAtEnd();
  }

  async pay(): Promise<SubmitOutcome> {
    const { submission, signal } = this.#context;
    const { progress } = submission.parts;
    const form = this.#form ?? (await this.#renew());
    if (progress.ended) return { status: 'submitted' };
    const isComplete = await abortable(Promise.resolve(form.check()), signal);
    // Do not pay if another submit started while the form checked its input. Do not pay either if the form was replaced by the
    // form of a new attempt.
    if (!progress.idle) return { status: 'submitted' };
    if (!isComplete || form !== this.#form) return { status: 'invalid' };
    form.setDisabled(true);
    try {
      return await this.#confirm(form);
    } finally {
      if (form === this.#form) form.setDisabled(false);
    }
  }

  clear(): void {
    this.#form?.clear();
  }

  remove(): void {
    const { submission } = this.#context;
    const { progress } = submission.parts;
    this.#stopFollowing();
    this.#takeOff();
    // The form is being removed during a payment, so it can no longer report the result. Wait for the gateway's status instead.
    if (this.#isTelling) return;
    if (progress.awaitsConfirm || progress.snapshot.phase === 'confirming') submission.await();
  }

  /**
   * Submits the attempt to the gateway first, and only then lets the processor's form make the payment. So the gateway already
   * waits for the result when the processor charges the consumer.
   */
  async #confirm(form: ProcessorForm): Promise<SubmitOutcome> {
    const { submission, signal } = this.#context;
    const { progress, watch } = submission.parts;
    const isKnownToService = progress.awaitsConfirm;
    progress.confirming();
    if (!isKnownToService) {
      const submitted = await this.#tellService();
      if (submitted === 'left') {
        await this.#renew();
        return { status: 'invalid' };
      }
      if (!submitted) return { status: 'submitted' };
      // The form must not pay now. Either the form has been removed, or the gateway's answer is about an attempt that another
      // tab opened.
      if (signal.aborted || submitted.answer.transactionId !== this.#attempt.transactionId)
        return submission.await();
    }
    void watch.run();
    // Stop waiting for the form as soon as the gateway reports a result. The form may report later than the gateway, or never.
    const ending = Promise.race([form.confirm(), endOfConfirming(progress)]);
    const confirmation = await abortable(ending, signal);
    if (progress.snapshot.phase !== 'confirming') return { status: 'submitted' };
    if (typeof confirmation === 'object') {
      if ('leadsTo' in confirmation) return submission.leadOn(confirmation.leadsTo);
      return submission.confirmed(this.#attempt.transactionId, confirmation.sessionResult);
    }
    if (confirmation === 'sent') return submission.await();
    progress.confirmAgain();
    if (confirmation === 'not_sent') return { status: 'invalid' };
    throw new ConnectionError('The processor could not be reached. Submit again: you pay only once.');
  }

  async #tellService() {
    const { submission, attempt } = this.#context;
    submission.parts.attempts.spent();
    this.#isTelling = true;
    try {
      return await submission.tellService(attempt.extension.paymentRenderType, {
        accept: (open) => {
          if (open.transactionId !== this.#attempt.transactionId) throw new AttemptLeft();
        },
      });
    } catch (error) {
      if (error instanceof AttemptLeft) return 'left';
      throw error;
    } finally {
      this.#isTelling = false;
    }
  }

  /** Opens a new attempt, and replaces the form of the finished attempt with the form of the new one. */
  #renew(): Promise<ProcessorForm> {
    const { submission, signal } = this.#context;
    const { attempts, methodCode } = submission.parts;
    const renew = async () => {
      this.#takeOff();
      const attempt = await abortable(attempts.open(methodCode), signal);
      const form = await abortable(this.#draw({ ...this.#context, attempt }), signal);
      this.#attempt = attempt;
      this.#form = form;
      this.#takeOffAtEnd();
      return form;
    };
    this.#renewal ??= renew().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  /** Removes the form if the order was paid or expired while the form was loading. */
  #takeOffAtEnd(): void {
    if (this.#context.submission.parts.progress.ended) this.#takeOff();
  }

  #takeOff(): void {
    this.#form?.remove();
    this.#form = null;
  }
}

export async function createProcessorForm(context: RendererContext, draw: DrawForm): Promise<Renderer> {
  return new ProcessorFormRenderer(context, draw, await draw(context));
}

/** Resolves when the phase of the checkout is no longer `confirming`, for example because the gateway has reported a result. */
function endOfConfirming(progress: CheckoutProgress): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (progress.snapshot.phase === 'confirming') return;
      stop();
      resolve();
    };
    const stop = progress.follow(look);
    look();
  });
}
