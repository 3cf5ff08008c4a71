import type { Messages } from './messages.ts';

export const messages: Messages = {
  checkout: 'Checkout',
  pageTitle: (amount, merchant) => `Pay ${amount} to ${merchant}`,
  payTo: (merchant) => `Pay ${merchant}`,
  total: 'Total',
  orderDetails: 'Order details',
  quantity: (count, price) => `${count} × ${price}`,
  timeLeft: 'Time left to pay',
  minutesLeft: (minutes) => `Minutes left to pay: ${minutes}.`,
  language: 'Language',
  sandbox: 'Sandbox – no real money',
  loading: 'Loading your order…',

  paymentMethod: 'How would you like to pay?',
  methodNames: {
    card: 'Card',
    card_element: 'Card (element)',
    card_component: 'Card (component)',
    bank_transfer: 'Bank transfer',
    bank_transfer_reference: 'Bank transfer by reference',
  },
  pay: (amount) => `Pay ${amount}`,
  continueWith: (method) => `Continue with ${method}`,
  redirectExplained: (method) => `You pay on the next page (${method}), and come back here afterwards.`,
  notStored: 'Your card number and security code are never stored.',
  goesToProcessor: 'Your card details go straight to the payment processor, not to the shop.',
  cancel: (merchant) => `Cancel and go back to ${merchant}`,
  retry: 'Try again',

  paying: 'Processing…',
  processingTitle: 'Your payment is being processed',
  processingText: 'This usually takes a few seconds. Please keep this page open.',
  processingLong: (merchant) =>
    `This is taking longer than usual. You may close this page: ${merchant} will get the result either way.`,
  awaitedTitle: 'Waiting for your payment',
  awaitedText: (merchant) =>
    `A transfer can take a while to arrive. You may close this page: ${merchant} will get the result either way.`,
  leavingTitle: 'Taking you to the next page',
  leavingText: 'You confirm the payment there and come back here afterwards.',
  openElsewhereText:
    'The next step opens in a separate window. Keep this page open; it continues automatically.',
  openElsewhere: 'Open the next step',
  reconnecting: 'No connection. We keep trying; you will not be charged twice.',
  offline: 'You are offline. What you have entered stays here.',
  notFinished: 'Not finished on the other page yet?',
  finishThere:
    'Please continue there. If you have already finished, the result will appear here automatically.',
  otherWay: 'Try another way',
  notCancelled: (until) =>
    `This payment could not be cancelled yet. We keep trying, and the result will be known by ${until} at the latest.`,
  resultBy: (until) => `The result will be known by ${until} at the latest.`,
  continueThere: 'Continue there',

  paidTitle: 'Payment successful',
  paidText: (amount, merchant) => `You paid ${amount} to ${merchant}.`,
  alreadyPaidTitle: 'This order is already paid',
  alreadyPaidText: (merchant) => `There is nothing left to do. ${merchant} has your payment.`,
  backToShop: (merchant) => `Back to ${merchant}`,
  returningIn: (seconds) => `You will be taken back automatically in ${seconds} s`,
  stayHere: 'Stay here',

  expiredTitle: 'The time to pay has run out',
  expiredText:
    'Please start again in the shop. If you have just paid, the shop confirms it; a payment that came too late is returned automatically.',
  linkInvalidTitle: 'This payment link does not work here',
  linkInvalidText:
    'It may be incomplete, or it was opened in another browser or window. Please open it again from the shop.',
  unreachableTitle: 'No connection',
  unreachableText: 'Your order could not be loaded. Please check your connection and try again.',

  notPaidTitle: 'The payment did not go through',
  declined: {
    declined: 'Your bank declined the payment. Use another card or method, or ask your bank.',
    insufficient_funds: 'There is not enough money on this card. Use another card or method.',
    expired_card: 'This card has expired. Use another card.',
    incorrect_cvc: 'The security code is not right. Check it and try again.',
    authentication_failed: 'The payment was not confirmed. Try again, or use another card or method.',
    processing_error: 'Something went wrong at the bank. Nothing was charged; please try again.',
    try_another_method: 'This method does not work right now. Please choose another one.',
    cancelled_by_consumer: 'You cancelled the payment. Nothing was charged.',
    cancelled_at_processor: 'The payment was cancelled on the other page. Nothing was charged.',
  },
  notSent: 'The payment was not sent and nothing was charged. Please try again.',
  continuedElsewhere:
    'You chose another way to pay in another tab or on another device, so nothing was sent from here. To pay here, press the button again.',
  noConnection: 'There is no connection. Check your network and try again.',
  formFailed: 'The form could not be loaded. Try again, or choose another method.',
  methodUnavailable: 'This method is not available right now. Please choose another one.',
  nothingAvailable: 'Paying is not possible right now. Please try again in a moment.',
  tooManyAttempts: 'There were too many attempts for this order. Please start again in the shop.',
  lastMethod:
    'This order allows no further attempts. You can still finish the one that you started with the method below.',
  tooFast: 'That was a little fast. Please wait a moment and try again.',
  unexpected: 'Something went wrong on our side. Please try again.',
  reference: (requestId) => `Reference: ${requestId}`,

  challenge: {
    challengeTitle: 'Confirm the payment',
    challengeOnPage: 'Continue on the full page',
    challengeClose: 'Close',
  },

  cardForm: {
    number: 'Card number',
    expiry: 'Expiry date',
    expiryFormat: 'MM/YY',
    securityCode: 'Security code',
    numberMissing: 'Enter the card number.',
    numberIncomplete: 'The card number is too short.',
    numberInvalid: 'Check the card number: it has a typing error.',
    brandNotAccepted: (brand) => `${brand} is not accepted here. Use another card.`,
    expiryMissing: 'Enter the expiry date.',
    expiryInvalid: 'Enter month and year as on the card.',
    expiryPast: 'This card has expired.',
    securityCodeMissing: 'Enter the security code.',
    securityCodeIncomplete: (digits) => `The security code has ${digits} digits.`,
  },
};
