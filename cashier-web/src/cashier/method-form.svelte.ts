import type {
  Checkout,
  DeclineCategory,
  MountOptions,
  Payment,
  PaymentInput,
  PaymentMethod,
  PaymentRenderType,
} from '@kassa/sdk-browser';
import { reportIfLate } from './impatience.ts';
import { type Notice, noticeOf } from './notice.ts';

/** A card, as a receipt names it. */
export interface UsedCard {
  readonly brand: string;
  readonly lastFour: string;
}

/** The form of the selected payment method, which is loading, ready or failed. */
export class MethodForm {
  status = $state.raw<'loading' | 'ready' | 'failed'>('loading');
  /** Why it could not be loaded. */
  problem = $state.raw<Notice | null>(null);
  /** Grows when the form must be reloaded. */
  round = $state.raw(0);
  /** What the page may know about the form's input; null while there is no form. */
  input = $state.raw<PaymentInput | null>(null);
  #payment = $state.raw<Payment | null>(null);
  #renderTypes = $state.raw<ReadonlyMap<string, PaymentRenderType>>(new Map());

  get payment(): Payment | null {
    return this.#payment;
  }

  /**
   * How the form of a payment method is rendered, for example as a redirect; null until the gateway has said it, in the list of
   * methods or in its answer to the first request for the form.
   */
  renderTypeOf(method: PaymentMethod): PaymentRenderType | null {
    return this.#renderTypes.get(method.code) ?? method.paymentRenderType ?? null;
  }

  /**
   * Whether the consumer enters the payment details on another page. The gateway decides this for each payment method. Until it
   * has answered, the cashier assumes that only card methods have a form on this page.
   */
  goesElsewhere(method: PaymentMethod): boolean {
    const renderType = this.renderTypeOf(method);
    if (renderType === null) return (method.supported_card_brands ?? []).length === 0;
    return renderType === 'REDIRECT';
  }

  async mount(
    checkout: Checkout,
    methodCode: string,
    element: Element,
    options: MountOptions,
  ): Promise<void> {
    this.status = 'loading';
    this.problem = null;
    this.#payment = null;
    this.input = null;
    try {
      const mounting = checkout.mount(methodCode, element, {
        ...options,
        onDrawn: (payment) => this.#show(payment),
      });
      await reportIfLate(mounting, () => {
        if (!this.#payment) this.#fail({ kind: 'formFailed' });
      });
    } catch (error) {
      const problem = noticeOf(error);
      // If the consumer has selected another method in the meantime, do not show this form's error. The newer form reports its
      // own progress.
      if (problem) this.#fail(problem);
    }
  }

  /** The consumer can use the form now. A submit waits until the gateway has opened the attempt. */
  #show(payment: Payment): void {
    this.#payment = payment;
    payment.on('change', (input) => {
      // Store the input a moment later. The event can occur while the form is being removed, because the focus then leaves
      // the form, and Svelte refuses changes of state while it removes elements.
      queueMicrotask(() => {
        if (payment === this.#payment) this.input = input;
      });
    });
    this.#renderTypes = new Map(this.#renderTypes).set(payment.methodCode, payment.renderType);
    this.problem = null;
    this.status = 'ready';
  }

  #fail(problem: Notice): void {
    this.#payment = null;
    this.problem = problem;
    this.status = 'failed';
  }

  /**
   * Where the page shows a decline. A decline because of a field of the SDK's own card form is shown at that field. If the page
   * was opened after the payment was made, the page does not know which method was used.
   */
  placeOfDecline(category: DeclineCategory, selectedCode: string | null): 'page' | 'method' | 'field' {
    if (!this.#payment || this.#payment.methodCode !== selectedCode) return 'page';
    const isOfField = category === 'incorrect_cvc' || category === 'expired_card';
    return isOfField && this.#payment.renderType === 'OWN_FORM' ? 'field' : 'method';
  }

  retry(): void {
    this.round += 1;
  }
}
