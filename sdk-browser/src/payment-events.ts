/** A field of the card form. */
export type CardFieldName = 'number' | 'expiry' | 'security-code';

/** What a page may know about the input of a mounted payment method. It never contains what was typed. */
export interface PaymentInput {
  /**
   * Whether the card form is filled in and valid. It is always true for the other render types: a processor's form itself shows
   * what is missing when you submit it.
   */
  readonly complete: boolean;
  /** The code of the card's brand, such as `visa`, or of the network that the consumer chose; null while it is unknown. */
  readonly brand: string | null;
  /** The first mistake that the card form shows; null if it shows none. */
  readonly error: { readonly field: CardFieldName; readonly message: string } | null;
}

/** The names of a payment's events, each with the type of the details that its listeners receive. */
export interface PaymentEvents {
  ready: undefined;
  change: PaymentInput;
  focus: { readonly field: CardFieldName };
  blur: { readonly field: CardFieldName };
}

/** Reports an event of the mounted payment. */
export type EmitPaymentEvent = <Name extends keyof PaymentEvents>(
  name: Name,
  detail: PaymentEvents[Name],
) => void;
