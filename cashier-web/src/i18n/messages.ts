import type { CardFormTexts, DeclineCategory } from '@kassa/sdk-browser';

/** Everything the cashier says. Amounts, dates and numbers arrive formatted for the buyer's locale. */
export interface Messages {
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
  readonly continueTo: (method: string) => string;
  readonly redirectExplained: (method: string) => string;
  readonly notStored: string;
  readonly cancel: (merchant: string) => string;
  readonly retry: string;

  readonly processingTitle: string;
  readonly processingText: string;
  readonly leavingTitle: string;
  readonly leavingText: string;
  readonly reconnecting: string;
  readonly notFinished: string;
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
  readonly methodUnavailable: string;
  readonly tooManyAttempts: string;
  readonly tooFast: string;
  readonly unexpected: string;
  readonly reference: (requestId: string) => string;

  readonly testCards: string;
  readonly testCardOutcomes: {
    readonly succeeds: string;
    readonly declined: string;
    readonly insufficientFunds: string;
    readonly threeDSecure: string;
    readonly late: string;
  };
  readonly testCardsAnyDate: string;

  readonly cardForm: CardFormTexts;
}
