/**
 * What can be wrong with the content of a card field. The library passes these codes on to the shop, so they are the codes of
 * Stripe's validation errors.
 */
export type ProblemCode =
  | 'incomplete_number'
  | 'invalid_number'
  | 'incomplete_expiry'
  | 'invalid_expiry_past'
  | 'incomplete_cvc';

export interface Texts {
  /** The frame's name for screen readers. */
  readonly title: string;
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly expiryHint: string;
  readonly problems: Readonly<Record<ProblemCode, string>>;
  readonly unreachable: string;
  readonly refused: string;
  readonly challengeTitle: string;
  readonly challengeLeave: string;
  readonly wallet: WalletTexts;
}

/** The texts of the wallet's sheet. */
export interface WalletTexts {
  /** The button; `{amount}` stands for the amount. */
  readonly pay: string;
  readonly cancel: string;
  /** What a payment with the card causes. */
  readonly succeeds: string;
  readonly declined: string;
  readonly choose: string;
}
