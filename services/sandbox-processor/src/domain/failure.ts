/** Why a payment or a refund failed: a stable code for programs and a sentence for people. */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
}

const messages = {
  card_declined: 'The card was declined by its bank.',
  insufficient_funds: 'The card has insufficient funds.',
  incorrect_number: 'The card number is not valid.',
  expired_card: 'The card has expired.',
  authentication_failed: 'The cardholder did not pass 3-D Secure authentication.',
  payment_refused: 'The payer refused the payment.',
  refund_failed: "The payer's bank refused the refund.",
} as const;

export type FailureCode = keyof typeof messages;

export function failure(code: FailureCode): Failure {
  return { code, message: messages[code] };
}
