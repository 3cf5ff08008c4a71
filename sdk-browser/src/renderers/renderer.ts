import type { CheckoutOrder, InitCheckoutResult } from '@kassa/contracts';
import type { Appearance } from '../appearance.ts';
import type { CardFieldName, EmitPaymentEvent } from '../payment-events.ts';
import type { PaymentTexts } from '../payment-texts.ts';
import type { Submission } from '../submission.ts';
import type { SubmitOutcome } from '../submit-outcome.ts';
import type { CompletedField } from './lead-through-fields.ts';

export interface RendererContext {
  /**
   * The element into which the renderer puts the payment form. The SDK creates it, and removes it together with the payment.
   */
  readonly form: HTMLFormElement;
  readonly attempt: InitCheckoutResult;
  readonly order: CheckoutOrder;
  /** The gateway's address, taken from the `pay_url`. */
  readonly baseUrl: string;
  readonly submission: Submission;
  readonly texts: Partial<PaymentTexts>;
  /** The elements of the page that hold the card fields, each in a separate frame. */
  readonly fields: Readonly<Record<CardFieldName, Element>> | undefined;
  readonly appearance: Appearance;
  /** BCP 47 tag of the language. */
  readonly locale: string;
  readonly emit: EmitPaymentEvent;
  /** A signal that aborts when the payment is removed from the page. */
  readonly signal: AbortSignal;
}

/** A field whose content can cause a decline. */
export type DeclinedField = Exclude<CardFieldName, 'number'>;

/** A way to render a payment form. */
export interface Renderer {
  /** Checks the input and pays. It is not called again until its promise settles. */
  pay(): Promise<SubmitOutcome>;
  /** Clears the input. */
  clear(): void;
  /** The fields of the card form, if it is in this page. */
  readonly fields?: readonly CompletedField[];
  /** Shows that the bank declined the card because of this field's content. */
  declined?(field: DeclinedField): void;
  /** Accepts other card brands from now on. If it is missing, the form must be drawn again. */
  accept?(cardBrands: readonly string[]): void;
  /** Cleans up, if necessary. The SDK calls it before it removes the content from the page. */
  remove?(): void;
}

export type CreateRenderer = (context: RendererContext) => Renderer | Promise<Renderer>;
