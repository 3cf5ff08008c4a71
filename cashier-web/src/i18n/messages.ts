// `npm run messages -w cashier-web` writes this file from messages/en.json.

/** All texts of the cashier. Amounts and dates are passed to them already formatted for the consumer's locale. */
export interface Messages {
  /** The page's title while the order is still unknown. */
  readonly checkout: string;
  readonly pageTitle: (amount: string, merchant: string) => string;
  /** Stands above the amount, beside the merchant's logo. */
  readonly payTo: (merchant: string) => string;
  readonly total: string;
  readonly orderDetails: string;
  readonly quantity: (count: string, price: string) => string;
  /** Until when the order can be paid: a time of day, or a date and a time. */
  readonly payBy: (time: string) => string;
  /** Shown before a clock that counts down the last three minutes. */
  readonly timeLeft: string;
  /** Read aloud by screen readers when five minutes, and one minute, are left. */
  readonly minutesLeft: (minutes: number) => string;
  readonly language: string;
  /** Shown on top of the page where no real money is paid. */
  readonly sandbox: string;
  readonly loading: string;
  readonly paymentMethod: string;
  readonly methodNames: {
    readonly card: string;
    readonly bank_transfer: string;
    readonly bank_transfer_reference: string;
  };
  readonly pay: (amount: string) => string;
  /** The label of the button for a method that is paid on another page, such as a wallet. */
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
  /** Replaces `processingText` if the payment takes longer than 20 seconds. */
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
  /** Tells the consumer of a slow payment by when its result will be known. */
  readonly resultBy: (until: string) => string;
  /** Shown if the order allows no further attempt, but its open attempt can be continued. */
  readonly lastMethod: string;
  /**
   * Shown if the payment in progress could not be cancelled when the consumer asked for it. The payment's result comes by
   * `until`.
   */
  readonly notCancelled: (until: string) => string;
  readonly continueThere: string;
  readonly paidTitle: string;
  readonly paidText: (amount: string, merchant: string) => string;
  readonly alreadyPaidTitle: string;
  readonly alreadyPaidText: (merchant: string) => string;
  readonly backToShop: (merchant: string) => string;
  /** Counts down the five seconds until the page returns to the shop. The button `stayHere` beside it stops that. */
  readonly returningIn: (seconds: number) => string;
  readonly stayHere: string;
  readonly expiredTitle: string;
  readonly expiredText: string;
  readonly linkInvalidTitle: string;
  readonly linkInvalidText: string;
  readonly unreachableTitle: string;
  readonly unreachableText: string;
  readonly notPaidTitle: string;
  /** Why a payment failed, below the title `notPaidTitle`. */
  readonly declined: {
    readonly declined: string;
    readonly insufficient_funds: string;
    readonly expired_card: string;
    readonly incorrect_cvc: string;
    readonly authentication_failed: string;
    readonly processing_error: string;
    readonly try_another_method: string;
    readonly cancelled_by_consumer: string;
    readonly cancelled_at_processor: string;
  };
  readonly notSent: string;
  readonly continuedElsewhere: string;
  readonly noConnection: string;
  readonly formFailed: string;
  readonly methodUnavailable: string;
  readonly nothingAvailable: string;
  readonly tooManyAttempts: string;
  readonly tooFast: string;
  readonly unexpected: string;
  readonly reference: (requestId: string) => string;
  /** Texts around the bank's 3-D Secure page when a frame shows it over the cashier. */
  readonly challenge: {
    readonly challengeTitle: string;
    readonly challengeOnPage: string;
    readonly challengeClose: string;
  };
  /** The labels of the card form, and its messages about missing or invalid input. */
  readonly cardForm: {
    readonly number: string;
    readonly expiry: string;
    readonly expiryFormat: string;
    readonly securityCode: string;
    readonly numberMissing: string;
    readonly numberIncomplete: string;
    readonly numberInvalid: string;
    readonly brandNotAccepted: (brand: string) => string;
    readonly expiryMissing: string;
    readonly expiryInvalid: string;
    readonly expiryPast: string;
    readonly securityCodeMissing: string;
    readonly securityCodeIncomplete: (digits: number) => string;
  };
}
