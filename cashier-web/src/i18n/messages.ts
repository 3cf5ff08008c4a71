import type { CardFormTexts, ChallengeTexts, DeclineCategory } from '@kassa/sdk-browser';

/** The card form's words, with its numbers formatted for the buyer's locale like all others. */
export type CardFormMessages = Omit<CardFormTexts, 'securityCodeIncomplete'> & {
  readonly securityCodeIncomplete: (digits: string) => string;
};

/** All texts of the cashier. Amounts, dates and numbers arrive formatted for the buyer's locale. */
export interface Messages {
  /** The page's title before the order is known. */
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
  /** By the method's code; what is not here is called as the service calls it. */
  readonly methodNames: Readonly<Partial<Record<string, string>>>;
  readonly pay: (amount: string) => string;
  readonly continueWith: (method: string) => string;
  readonly redirectExplained: (method: string) => string;
  readonly notStored: string;
  /** Beside a form that is the processor's own, in a frame of its own. */
  readonly goesToProcessor: string;
  readonly cancel: (merchant: string) => string;
  readonly retry: string;

  /** On the button, while the processor's form above it has the payment. */
  readonly paying: string;
  readonly processingTitle: string;
  readonly processingText: string;
  readonly processingLong: (merchant: string) => string;
  /** Where there is time for a payment that is made elsewhere and later. */
  readonly awaitedTitle: string;
  readonly awaitedText: (merchant: string) => string;
  readonly leavingTitle: string;
  readonly leavingText: string;
  /** Where this page may not leave the frame that shows it. */
  readonly openElsewhereText: string;
  readonly openElsewhere: string;
  readonly reconnecting: string;
  readonly offline: string;
  readonly notFinished: string;
  /** Below that question, for consumers who came back without a result. */
  readonly finishThere: string;
  /** What becomes of the payment there: the service takes no other while it is open. */
  readonly otherWay: string;
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
  readonly noConnection: string;
  readonly formFailed: string;
  readonly methodUnavailable: string;
  readonly nothingAvailable: string;
  readonly tooManyAttempts: string;
  readonly tooFast: string;
  readonly unexpected: string;
  readonly reference: (requestId: string) => string;

  /** Around the bank's page for 3-D Secure, where that is shown over this one. */
  readonly challenge: ChallengeTexts;

  readonly cardForm: CardFormMessages;
}
