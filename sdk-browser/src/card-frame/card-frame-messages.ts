import type { FailureEnvelope, SubmitPaymentRequest, SubmitPaymentResult } from '@kassa/contracts';
import type { AppearanceRules, AppearanceVariables } from '../appearance.ts';
import type { CardFieldName, PaymentEvents } from '../payment-events.ts';
import type { CardFormTexts } from '../renderers/card-form-texts.ts';

/**
 * The messages between a merchant's page and the gateway's frame with the card fields. The SDK in the page can be older than
 * the gateway. So a new version may add members to these messages, but must not change or remove any.
 *
 * No message from the frame contains anything that was typed.
 */

/**
 * The frame's first message. The frame sends it to the page around it, whichever page that is. The page answers with
 * `OpenCardFrame`.
 */
export interface CardFrameHello {
  readonly source: 'kassa-card-frame';
}

/** The fields that are not in the first frame, if each field has a separate frame. */
export type SeparateFieldName = Exclude<CardFieldName, 'number'>;

/** The page's first message to the frame. It comes with the port for all further messages. */
export interface OpenCardFrame {
  readonly source: 'kassa-card-page';
  /** The checkout session of the order whose ID is in the frame's address. */
  readonly session: string;
  readonly cardBrands: readonly string[];
  /** The texts that the merchant's page has set. For all other texts, the frame shows its own English ones. */
  readonly texts: Partial<CardFrameWords>;
  readonly look: CardFrameLook;
  /**
   * Present if each field has a separate frame. The frame that gets this message then shows the card number. It puts the other
   * fields into the frames beside it whose addresses end with `#expiry.` or `#security-code.` followed by this string.
   */
  readonly group?: string;
}

/**
 * The texts of the card fields, as plain strings. In the page, two of the texts are functions, and a message cannot contain
 * functions.
 */
export interface CardFrameWords extends Omit<CardFormTexts, 'brandNotAccepted' | 'securityCodeIncomplete'> {
  /** The error message for a brand that the order does not accept. The frame replaces `{brand}` with the brand's name. */
  readonly brandNotAccepted: string;
  /**
   * The error messages for a security code that is too short: for cards whose code has three digits, and for cards whose code
   * has four.
   */
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
  readonly rules?: AppearanceRules;
}

/** What the frame tells the page. */
export type CardFrameUpdate =
  | { readonly type: 'ready' }
  /** The fields cannot be shown. */
  | { readonly type: 'failed'; readonly why: string }
  /** The height in CSS pixels that the frame needs: the frame of this `field`, or the first frame if `field` is missing. */
  | { readonly type: 'height'; readonly height: number; readonly field?: SeparateFieldName }
  /** The consumer has pressed Enter. */
  | { readonly type: 'enter' }
  | {
      readonly type: 'event';
      readonly name: keyof PaymentEvents;
      readonly detail: PaymentEvents[keyof PaymentEvents];
    };

/** A request from the page to the frame. Each request comes with its own port, through which the frame answers. */
export type CardFrameQuestion =
  /**
   * Checks the input. If it is invalid, the frame shows the mistakes; otherwise it locks the fields until the page sends
   * `release`.
   */
  | { readonly type: 'check' }
  /** Submits the attempt to the gateway, with the card that the last `check` found valid. */
  | { readonly type: 'submit'; readonly payment: Omit<SubmitPaymentRequest, 'orderId' | 'card'> };

/** A message from the page to the frame that needs no answer. */
export type CardFrameOrder =
  | { readonly type: 'release' }
  | { readonly type: 'clear' }
  /** The gateway has opened an attempt that accepts other brands than the page knew before. */
  | { readonly type: 'accept'; readonly cardBrands: readonly string[] }
  /** The bank refused the card because of the input in `field`. The frame shows an error message there. */
  | { readonly type: 'refused'; readonly field: SeparateFieldName };

export interface CardFrameAnswers {
  readonly check: {
    readonly isValid: boolean;
    /** The first field with a mistake, to which the focus moved. */
    readonly field?: CardFieldName;
  };
  readonly submit:
    | { readonly result: SubmitPaymentResult }
    | { readonly refusal: Pick<FailureEnvelope, 'msg' | 'error'>; readonly retryAfterMs: number | null }
    /** It is not known whether the gateway got the payment. */
    | { readonly lost: string };
}
