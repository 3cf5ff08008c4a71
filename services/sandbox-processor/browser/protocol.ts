/**
 * What the library in a shop's page and the card frame say to each other. They talk through a message port that
 * the library hands over with `FrameStart`; nobody else on the page can listen to it or speak on it.
 */

export type ColorScheme = 'light' | 'dark';

/** Values by the names of Stripe's appearance variables; unknown names and values that are no CSS are ignored. */
export type Appearance = Readonly<Record<string, string | undefined>>;

export interface FrameSettings {
  /** BCP 47; `auto` takes the browser's language. */
  readonly locale: string;
  readonly scheme: ColorScheme;
  readonly appearance: Appearance;
  readonly readOnly: boolean;
}

/** The only message that the frame takes from the window, once, with the port that all others use. */
export interface FrameStart {
  readonly type: 'sandbox:start';
  /** From the fragment of the frame's own address: whoever made the frame knows it. */
  readonly nonce: string;
  readonly publicKey: string;
  /** Client secret or session data. */
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

/** A bank's 3-D Secure page and the words around it, in the payer's language. */
export interface Challenge {
  readonly url: string;
  readonly title: string;
  readonly leave: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

/** Why a call came to nothing. `unreachable`: whether it was carried out is not known. */
export interface Problem {
  readonly kind: 'unreachable' | 'refused';
  readonly message: string;
}

/** `payment`: the processor's word on the payment. */
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

/** What a finished 3-D Secure page tells the page around it. It carries nothing: the frame asks the processor. */
export const challengeFinished = 'sandbox:challenge_finished';
