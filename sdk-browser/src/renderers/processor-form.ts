import type { InitCheckoutResult } from '@kassa/contracts';
import { abortable } from '../abortable.ts';
import { ConnectionError } from '../checkout-errors.ts';
import type { CheckoutProgress } from '../checkout-progress.ts';
import type { SubmitOutcome } from '../submit-outcome.ts';
import type { Renderer, RendererContext } from './renderer.ts';

/** What a processor's form reports about its confirmation. Only the service knows the result of the payment. */
export type Confirmation =
  /** Nothing was sent: the form shows what to correct, or the consumer cancelled. */
  | 'not_sent'
  /** No answer came; confirming again is still one payment. */
  | 'repeatable'
  /** The processor has the payment, or may have it. */
  | 'sent'
  /** The processor has the payment and needs the consumer to visit another page, as for 3-D Secure. */
  | { readonly leadsTo: string };

/** A processor's form on the page, driven through its library. It belongs to one attempt. */
export interface ProcessorForm {
  /** Returns true if the input is valid; otherwise the form shows what is wrong. */
  check(): Promise<boolean> | boolean;
  /** Makes the payment. Never rejects. */
  confirm(): Promise<Confirmation>;
  setDisabled(disabled: boolean): void;
  clear(): void;
  remove(): void;
}

type DrawForm = (context: RendererContext) => Promise<ProcessorForm>;

/** Another tab abandoned the form's attempt for a new one. */
class AttemptLeft extends Error {}

/** Common behaviour of all processors' forms: each attempt has its own form, and the form itself makes the payment. */
class ProcessorFormRenderer implements Renderer {
  readonly #context: RendererContext;
  readonly #draw: DrawForm;
  readonly #stopFollowing: () => void;
  #attempt: InitCheckoutResult;
  /** Null between the end of an attempt and the next attempt's form. */
  #form: ProcessorForm | null;
  #renewal: Promise<ProcessorForm> | null = null;
  /** A submit is in progress, and the service does not know of it yet. */
  #isTelling = false;

  constructor(context: RendererContext, draw: DrawForm, form: ProcessorForm) {
    this.#context = context;
    this.#draw = draw;
    this.#attempt = context.attempt;
    this.#form = form;
    this.#stopFollowing = context.submission.parts.progress.follow(({ phase }) => {
      if (phase === 'paid' || phase === 'expired') this.#takeOff();
      // Errors here are ignored; the submit retries and reports them.
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
    // The form may have answered late, after another attempt's form replaced it.
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
    // Without its form, the payment cannot continue here.
    if (this.#isTelling) return;
    if (progress.awaitsConfirm || progress.snapshot.phase === 'confirming') submission.await();
  }

  /** Tells the service first, so that it waits for the result; then the form makes the payment. */
  async #confirm(form: ProcessorForm): Promise<SubmitOutcome> {
    const { submission, signal } = this.#context;
    const { progress, watch } = submission.parts;
    const isKnownToService = progress.awaitsConfirm;
    progress.confirming();
    if (!isKnownToService) {
      const told = await this.#tellService();
      if (told === 'left') {
        await this.#renew();
        return { status: 'invalid' };
      }
      if (!told) return { status: 'submitted' };
      // The form is gone, or another tab was faster and the service has a different attempt.
      if (signal.aborted || told.answer.transactionId !== this.#attempt.transactionId)
        return submission.await();
    }
    void watch.run();
    // The service may know the result before the form does, and the form may never report it.
    const ending = Promise.race([form.confirm(), endOfConfirming(progress)]);
    const confirmation = await abortable(ending, signal);
    if (progress.snapshot.phase !== 'confirming') return { status: 'submitted' };
    if (typeof confirmation === 'object') return submission.leadOn(confirmation.leadsTo);
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
      return await submission.tellService(attempt.extension.paymentRenderType, {}, (open) => {
        if (open.transactionId !== this.#attempt.transactionId) throw new AttemptLeft();
      });
    } catch (error) {
      if (error instanceof AttemptLeft) return 'left';
      throw error;
    } finally {
      this.#isTelling = false;
    }
  }

  /** Replaces the form of a finished attempt with that of a new attempt. */
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

  /** The order may have ended while the form loaded. */
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

/** Resolves when the service knows more than that the form is confirming the payment. */
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
