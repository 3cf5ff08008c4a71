import type { FailureEnvelope, SubmitPaymentRequest, SubmitPaymentResult } from '@kassa/contracts';
import type { AppearanceVariables } from '../appearance.ts';
import type { PaymentEvents } from '../payment-events.ts';
import type { CardFormTexts } from '../renderers/card-form-texts.ts';

/**
 * The messages between a merchant's page and the gateway's frame with the card fields. The page's SDK can be older than the
 * gateway: members may be added here, but none may change or go.
 *
 * No message from the frame contains anything that was typed.
 */

/** The frame's first message, to whatever page is around it. It asks for `OpenCardFrame`. */
export interface CardFrameHello {
  readonly source: 'kassa-card-frame';
}

/** The page's first message to the frame. It comes with the port for all further messages. */
export interface OpenCardFrame {
  readonly source: 'kassa-card-page';
  /** The session of the order that the frame's address names. */
  readonly session: string;
  readonly cardBrands: readonly string[];
  /** The page's own texts. In place of missing ones, the frame has English ones. */
  readonly texts: Partial<CardFrameWords>;
  readonly look: CardFrameLook;
}

/** The texts of the card fields. Functions cannot be sent, so their texts are made in advance. */
export interface CardFrameWords extends Omit<CardFormTexts, 'brandNotAccepted' | 'securityCodeIncomplete'> {
  /** Contains `{brand}` in place of the brand's name. */
  readonly brandNotAccepted: string;
  /** For a code of three digits, and for one of four. */
  readonly securityCodeIncomplete3: string;
  readonly securityCodeIncomplete4: string;
  readonly securityCodeWrong: string;
}

/** How the fields look, as CSS values. */
export interface CardFrameLook {
  /** BCP 47 tag of the language of the texts. */
  readonly locale: string;
  readonly direction: string;
  readonly colorScheme: string;
  /** The colour of the labels. */
  readonly colorLabel: string;
  readonly variables: Partial<AppearanceVariables>;
}

/** What the frame tells the page. */
export type CardFrameNews =
  | { readonly type: 'ready' }
  /** The fields cannot be shown. */
  | { readonly type: 'failed'; readonly why: string }
  /** The height in CSS pixels that the fields need. */
  | { readonly type: 'height'; readonly height: number }
  /** The consumer has pressed Enter. */
  | { readonly type: 'enter' }
  | {
      readonly type: 'event';
      readonly name: keyof PaymentEvents;
      readonly detail: PaymentEvents[keyof PaymentEvents];
    };

/** What the page asks of the frame. Each question comes with a port for its answer. */
export type CardFrameQuestion =
  /** Checks the input, shows mistakes, and holds the fields until `release`. */
  | { readonly type: 'check' }
  /** Submits the attempt with the card that was checked. */
  | { readonly type: 'submit'; readonly payment: Omit<SubmitPaymentRequest, 'orderId' | 'card'> };

/** What the page tells the frame. It expects no answer. */
export type CardFrameOrder =
  | { readonly type: 'release' }
  | { readonly type: 'clear' }
  /** The bank refused the card because of what is in this field. */
  | { readonly type: 'refused'; readonly field: 'expiry' | 'security-code' };

export interface CardFrameAnswers {
  readonly check: { readonly isValid: boolean };
  readonly submit:
    | { readonly result: SubmitPaymentResult }
    | { readonly refusal: Pick<FailureEnvelope, 'msg' | 'error'>; readonly retryAfterMs: number | null }
    /** It is not known whether the gateway got the payment. */
    | { readonly lost: string };
}
