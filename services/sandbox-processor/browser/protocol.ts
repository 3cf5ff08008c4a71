/**
 * The messages between the library in a shop's page and the card frame. They go through a message port that the library hands
 * over with `FrameStart`. Nobody else in the page can read or send them.
 */

export type ColorScheme = 'light' | 'dark';

/** The form's appearance, in variables of Stripe's appearance API. Unknown variables and invalid CSS values are ignored. */
export type Appearance = Readonly<Record<string, string | undefined>>;

export interface FrameSettings {
  /** The language of the form as a BCP 47 tag; `auto` means the browser's language. */
  readonly locale: string;
  readonly scheme: ColorScheme;
  readonly appearance: Appearance;
  readonly readOnly: boolean;
}

/**
 * The message that starts the card frame, which accepts it only once. It contains the port through which all other messages go.
 */
export interface FrameStart {
  readonly type: 'sandbox:start';
  /**
   * The nonce in the fragment of the frame's URL. It proves that the sender created the frame, because nobody else knows it.
   */
  readonly nonce: string;
  readonly publicKey: string;
  /** The client secret or the session data. */
  readonly credential: string;
  readonly settings: FrameSettings;
}

export type ToFrame =
  | { readonly type: 'settings'; readonly settings: Partial<FrameSettings> }
  | { readonly type: 'focus' | 'blur' | 'clear' | 'challenge_finished' }
  | { readonly type: 'validate' | 'confirm'; readonly call: number };

export type FromFrame =
  | { readonly type: 'ready'; readonly title: string }
  | { readonly type: 'load_failed'; readonly problem: Problem }
  | { readonly type: 'height'; readonly px: number }
  | { readonly type: 'change'; readonly complete: boolean; readonly empty: boolean }
  | { readonly type: 'focus' | 'blur' | 'escape' | 'enter' }
  | { readonly type: 'challenge_over' }
  | ({ readonly type: 'challenge' } & Challenge)
  | { readonly type: 'answer'; readonly call: number; readonly outcome: Outcome };

/** A 3-D Secure page of the payer's bank, and the texts to show around it, in the payer's language. */
export interface Challenge {
  readonly url: string;
  readonly title: string;
  readonly leave: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

/** Why a call to the card form failed. `unreachable` means that it is unknown whether the call was carried out. */
export interface Problem {
  readonly kind: 'unreachable' | 'refused';
  readonly message: string;
}

/** The result of a call to the card form. A result of the kind `payment` contains the payment's state at the processor. */
export type Outcome =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly code: string; readonly message: string }
  | ({ readonly kind: 'payment' } & PaymentState)
  | Problem;

export interface PaymentState {
  readonly id: string;
  readonly status: 'created' | 'requires_action' | 'processing' | 'succeeded' | 'failed' | 'cancelled';
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/**
 * The message by which a finished 3-D Secure page tells the shop's page that the payer has finished. It contains no result, so
 * the card frame then asks the processor.
 */
export const challengeFinished = 'sandbox:challenge_finished';

/** The message that starts the wallet's sheet. The sheet accepts it only once. */
export interface SheetStart {
  readonly type: 'sandbox:sheet';
  /** The nonce in the fragment of the frame's URL, as for the card frame. */
  readonly nonce: string;
  readonly publicKey: string;
  readonly locale: string;
  readonly scheme: ColorScheme;
  readonly amountMinor: number;
  readonly currency: string;
}

/** Tells the sheet to confirm the payment that the shop has created after the payer's approval. */
export interface ToSheet {
  readonly type: 'confirm';
  readonly credential: string;
}

export type FromSheet =
  | { readonly type: 'approved' | 'dismissed' }
  | { readonly type: 'height'; readonly px: number }
  | { readonly type: 'answer'; readonly outcome: Outcome };
