import type { Checkout, MountOptions, Payment, PaymentMethod, PaymentRenderType } from '@kassa/sdk-browser';
import { type Notice, noticeOf } from './notice.ts';

/** The form of the selected payment method, which is loading, ready or failed. */
export class MethodForm {
  status = $state.raw<'loading' | 'ready' | 'failed'>('loading');
  /** Why it could not be loaded. */
  problem = $state.raw<Notice | null>(null);
  /** Grows when the form must be reloaded. */
  round = $state.raw(0);
  #payment = $state.raw<Payment | null>(null);
  #renderTypes = $state.raw<ReadonlyMap<string, PaymentRenderType>>(new Map());

  get payment(): Payment | null {
    return this.#payment;
  }

  /**
   * How the form of a payment method is rendered, for example as a redirect; null until the gateway has answered the first
   * request for the form.
   */
  renderTypeOf(method: PaymentMethod): PaymentRenderType | null {
    return this.#renderTypes.get(method.code) ?? null;
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
    try {
      const payment = await checkout.mount(methodCode, element, options);
      this.#payment = payment;
      this.#renderTypes = new Map(this.#renderTypes).set(methodCode, payment.renderType);
      this.status = 'ready';
    } catch (error) {
      const problem = noticeOf(error);
      // If the consumer has selected another method meanwhile, this form's error is not shown. The newer form reports its own
      // progress.
      if (!problem) return;
      this.problem = problem;
      this.status = 'failed';
    }
  }

  retry(): void {
    this.round += 1;
  }
}
