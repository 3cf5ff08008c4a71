import type { CardFormTexts, ChallengeTexts, DeclineCategory } from '@kassa/sdk-browser';

/** The texts of the card form. Numbers in them are already formatted for the consumer's locale. */
export type CardFormMessages = Omit<CardFormTexts, 'securityCodeIncomplete'> & {
  readonly securityCodeIncomplete: (digits: string) => string;
};

/** All texts of the cashier. Amounts, dates and numbers are passed to them already formatted for the consumer's locale. */
export interface Messages {
  /** The page's title while the order is still unknown. */
  readonly checkout: string;
  readonly pageTitle: (amount: string, merchant: string) => string;
  readonly payTo: (merchant: string) => string;
  readonly total: string;
  readonly orderDetails: string;
  readonly quantity: (count: string, price: string) => string;
  readonly timeLeft: string;
  readonly minutesLeft: (minutes: string) => string;
  readonly language: string;
  readonly sandbox: string;
  readonly loading: string;

  readonly paymentMethod: string;
  /**
   * Translated names of payment methods, by method code. A method without an entry is shown by the English name that the
   * gateway sends.
   */
  readonly methodNames: Readonly<Partial<Record<string, string>>>;
  readonly pay: (amount: string) => string;
  readonly continueWith: (method: string) => string;
  readonly redirectExplained: (method: string) => string;
  readonly notStored: string;
  /** Shown beside a payment form that the processor itself provides, in a frame. */
  readonly goesToProcessor: string;
  readonly cancel: (merchant: string) => string;
  readonly retry: string;

  /** The label of the pay button while the processor's form above it handles the payment. */
  readonly paying: string;
  readonly processingTitle: string;
  readonly processingText: string;
  readonly processingLong: (merchant: string) => string;
  /** Shown while a payment is pending that the consumer makes elsewhere and later, such as a bank transfer. */
  readonly awaitedTitle: string;
  readonly awaitedText: (merchant: string) => string;
  readonly leavingTitle: string;
  readonly leavingText: string;
  /** Shown if the cashier is in a frame and is not allowed to open another page there. */
  readonly openElsewhereText: string;
  readonly openElsewhere: string;
  readonly reconnecting: string;
  readonly offline: string;
  readonly notFinished: string;
  /** Shown below the question `notFinished` to a consumer who came back from the processor's page without a result. */
  readonly finishThere: string;
  /** The label of the button that cancels the payment in progress. */
  readonly otherWay: string;
  /**
   * Shown if the payment in progress could not be cancelled when the consumer asked for it. The payment's result comes by
   * `until`.
   */
  readonly notCancelled: (until: string) => string;
  /** Until when the result of a payment that takes long will be known. */
  readonly resultBy: (until: string) => string;
  readonly continueThere: string;

  readonly paidTitle: string;
  readonly paidText: (amount: string, merchant: string) => string;
  readonly alreadyPaidTitle: string;
  readonly alreadyPaidText: (merchant: string) => string;
  readonly backToShop: (merchant: string) => string;
  readonly returningIn: (seconds: string) => string;
  readonly stayHere: string;

  readonly expiredTitle: string;
  readonly expiredText: string;
  readonly linkInvalidTitle: string;
  readonly linkInvalidText: string;
  readonly unreachableTitle: string;
  readonly unreachableText: string;

  readonly notPaidTitle: string;
  readonly declined: Readonly<Record<DeclineCategory, string>>;
  readonly notSent: string;
  readonly continuedElsewhere: string;
  readonly noConnection: string;
  readonly formFailed: string;
  readonly methodUnavailable: string;
  readonly nothingAvailable: string;
  readonly tooManyAttempts: string;
  /** Shown if the order allows no further attempt, but its open attempt can be continued. */
  readonly lastMethod: string;
  readonly tooFast: string;
  readonly unexpected: string;
  readonly reference: (requestId: string) => string;

  /** Texts around the bank's 3-D Secure page when a frame shows it over the cashier. */
  readonly challenge: ChallengeTexts;

  readonly cardForm: CardFormMessages;
}
