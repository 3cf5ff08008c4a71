import type { InitCheckoutResult } from '@kassa/contracts';
import { abortable } from '../abortable.ts';
import { ConnectionError } from '../checkout-errors.ts';
import type { SubmitOutcome } from '../submit-outcome.ts';
import type { Renderer, RendererContext } from './renderer.ts';

/** What a processor's form says of its own confirmation. Only the service says how the payment ended. */
export type Confirmation =
  /** Nothing was sent: the form says what has to be mended, or the consumer broke it off. */
  | 'not_sent'
  /** No answer came, and confirming the same payment again stays one payment. */
  | 'repeatable'
  /** The processor has it, or may have it. */
  | 'sent'
  /** The processor has it and waits until the consumer was on a page of its own, as for 3-D Secure. */
  | { readonly leadsTo: string };

/** A processor's form on the page, driven through its library. It belongs to one attempt. */
export interface ProcessorForm {
  /** True when what was entered can be sent; otherwise the form says what is wrong. */
  check(): Promise<boolean> | boolean;
  /** Pays. Never rejects. */
  confirm(): Promise<Confirmation>;
  setDisabled(disabled: boolean): void;
  clear(): void;
  remove(): void;
}

type DrawForm = (context: RendererContext) => Promise<ProcessorForm>;

/** An attempt of the form was left for another, by another tab. */
class AttemptLeft extends Error {}

/** What all processors' forms share: each attempt has a form of its own, and the form itself pays. */
class ProcessorFormRenderer implements Renderer {
  readonly #context: RendererContext;
  readonly #draw: DrawForm;
  readonly #stopFollowing: () => void;
  #attempt: InitCheckoutResult;
  /** Null from when its attempt is over until the next one's is there. */
  #form: ProcessorForm | null;
  #renewal: Promise<ProcessorForm> | null = null;
  /** A submit is on its way to the service: asked now, it would not know of it yet. */
  #isTelling = false;

  constructor(context: RendererContext, draw: DrawForm, form: ProcessorForm) {
    this.#context = context;
    this.#draw = draw;
    this.#attempt = context.attempt;
    this.#form = form;
    this.#stopFollowing = context.submission.parts.progress.follow(({ phase }) => {
      if (phase === 'paid' || phase === 'expired') this.#takeOff();
      // What goes wrong here is tried again, and told, when the consumer submits.
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
    // The form may have taken its time to answer, and another attempt's be there now.
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
    // Without its form nobody can go on with it here.
    if (this.#isTelling) return;
    if (progress.awaitsConfirm || progress.snapshot.phase === 'confirming') submission.await();
  }

  /** The service is told first, so that it waits for the result; then the form pays. */
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
      // The form is gone, or another tab was faster: the service took up something else than it would pay.
      if (signal.aborted || told.answer.transactionId !== this.#attempt.transactionId)
        return submission.await();
    }
    void watch.run();
    // The service may know the end before the form does, and the form may never tell.
    const ending = Promise.race([form.confirm(), progress.leaves('confirming')]);
    const confirmation = await abortable(ending, signal);
    if (progress.snapshot.phase !== 'confirming') return { status: 'submitted' };
    if (typeof confirmation === 'object') return submission.leadOn(confirmation.leadsTo);
    if (confirmation === 'sent') return submission.await();
    progress.confirmAgain();
    if (confirmation === 'not_sent') return { status: 'invalid' };
    throw new ConnectionError('The processor could not be reached. Submit again: it stays one payment.');
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

  /** Puts the form of another attempt in the place of one that is over. */
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

  /** The order may have ended while the form was loaded. */
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
