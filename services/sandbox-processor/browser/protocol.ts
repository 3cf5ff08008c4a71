/**
 * The messages between the library in a shop's page and the card frame. They travel through a message port, which the library
 * passes with `FrameStart`. Nobody else in the page can read or send them.
 */

export type ColorScheme = 'light' | 'dark';

/** Values for the variables of Stripe's appearance API. Unknown names, and values that are not valid CSS, are ignored. */
export type Appearance = Readonly<Record<string, string | undefined>>;

export interface FrameSettings {
  /** A BCP 47 tag; `auto` means the browser's language. */
  readonly locale: string;
  readonly scheme: ColorScheme;
  readonly appearance: Appearance;
  readonly readOnly: boolean;
}

/** The only message that the frame accepts from its window, and only once. It carries the port for all other messages. */
export interface FrameStart {
  readonly type: 'sandbox:start';
  /** The nonce from the fragment of the frame's own URL. Only the script that created the frame knows it. */
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

/** A bank's 3-D Secure page, and the texts around it in the payer's language. */
export interface Challenge {
  readonly url: string;
  readonly title: string;
  readonly leave: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

/** Why a call failed. After `unreachable`, it is unknown whether the call was carried out. */
export interface Problem {
  readonly kind: 'unreachable' | 'refused';
  readonly message: string;
}

/** The result of a call. `payment` is the processor's answer about the payment. */
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
 * A finished 3-D Secure page sends this to the page around it. The message contains no result, so the frame then asks the
 * processor.
 */
export const challengeFinished = 'sandbox:challenge_finished';
