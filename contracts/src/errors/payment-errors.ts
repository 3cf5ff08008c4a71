import type { ErrorDefinition } from './error-definition.ts';

/** Errors about orders, refunds, payment attempts and events, for merchants, cashiers and channels. */
export const paymentErrors = {
  INVALID_AMOUNT: {
    code: 40002,
    httpStatus: 400,
    retryable: false,
    meaning: 'An amount is zero, negative, too long, or has more decimals than its currency allows.',
    whatToDo: 'Send a positive JSON number in major units with no more decimals than the currency has.',
  },
  UNSUPPORTED_CURRENCY: {
    code: 40003,
    httpStatus: 400,
    retryable: false,
    meaning: 'The currency code is not an ISO 4217 currency that can be charged.',
    whatToDo: 'Use an upper-case three-letter ISO 4217 code, for example USD.',
  },
  ORDER_NOT_FOUND: {
    code: 40402,
    httpStatus: 404,
    retryable: false,
    meaning: 'The merchant has no order with this ID.',
    whatToDo: 'Use the `merchant_transaction_id` or `order_id` of an order this merchant created.',
  },
  REFUND_NOT_FOUND: {
    code: 40403,
    httpStatus: 404,
    retryable: false,
    meaning: 'The merchant has no refund with this ID.',
    whatToDo: 'Use the `transaction_id` of a refund this merchant requested.',
  },
  CHANNEL_NOT_FOUND: {
    code: 40404,
    httpStatus: 404,
    retryable: false,
    meaning: 'No payment channel has this ID.',
    whatToDo: 'Check the callback address that was configured at the channel.',
  },
  EVENT_NOT_FOUND: {
    code: 40406,
    httpStatus: 404,
    retryable: false,
    meaning: 'The merchant has no event with this ID, or the event is older than 30 days.',
    whatToDo: 'Use an `event_id` from `GET /api/merchant/event/list`.',
  },
  DUPLICATE_TRANSACTION: {
    code: 40902,
    httpStatus: 409,
    retryable: false,
    meaning: 'An order with this `merchant_transaction_id` already exists, with different contents.',
    whatToDo:
      'For a new order, use a new `merchant_transaction_id`. To retry a call that got no answer, repeat it unchanged.',
  },
  DUPLICATE_REFUND: {
    code: 40903,
    httpStatus: 409,
    retryable: false,
    meaning: 'A refund with this `transaction_id` already exists, with different contents.',
    whatToDo:
      'For a new refund, use a new `transaction_id`. To retry a call that got no answer, repeat it unchanged.',
  },
  ORDER_ALREADY_PAID: {
    code: 40904,
    httpStatus: 409,
    retryable: false,
    meaning: 'The order is already paid and cannot be paid again.',
    whatToDo: 'Show the success page.',
  },
  PAYMENT_IN_PROGRESS: {
    code: 40905,
    httpStatus: 409,
    retryable: true,
    meaning: 'A payment attempt of this order is being processed.',
    whatToDo:
      'Wait for the attempt’s result (`GET /api/web/payment/status`), or cancel the attempt (`POST /api/web/payment/cancel`), before trying another method.',
  },
  ATTEMPT_SUPERSEDED: {
    code: 40908,
    httpStatus: 409,
    retryable: false,
    meaning: 'Another page has started a newer payment attempt of this order, so this call did nothing.',
    whatToDo:
      'Tell the consumer. To pay from this page, call `POST /api/web/checkout/init` again and submit the attempt that the answer names.',
  },
  ORDER_EXPIRED: {
    code: 41001,
    httpStatus: 410,
    retryable: false,
    meaning: 'The order has expired and is closed.',
    whatToDo: 'Create a new order.',
  },
  ORDER_ARCHIVED: {
    code: 41002,
    httpStatus: 410,
    retryable: false,
    meaning:
      'The order was archived and removed from the gateway’s database, because nothing about it has happened for 540 days or longer.',
    whatToDo:
      'Read in `error.detail` when the order was removed, and which archive has it. Ask the gateway’s operator for the order.',
  },
  REFUND_EXCEEDS_AMOUNT: {
    code: 42201,
    httpStatus: 422,
    retryable: false,
    meaning: 'Pending and completed refunds together would exceed the amount paid.',
    whatToDo: 'Refund at most the refundable amount that `error.detail` names.',
  },
  ORDER_NOT_REFUNDABLE: {
    code: 42202,
    httpStatus: 422,
    retryable: false,
    meaning: 'The order’s state does not allow refunds.',
    whatToDo: 'Query the order; `refundable_amount` is the amount that can be refunded.',
  },
  ORDER_IN_DISPUTE: {
    code: 42203,
    httpStatus: 422,
    retryable: false,
    meaning: 'The order is in dispute; it cannot be refunded until the dispute is resolved.',
    whatToDo:
      'Wait for `order.dispute.won` or `order.dispute.lost`. If `error.detail` says that the gateway’s operator has to look into the dispute, contact the operator.',
  },
  CURRENCY_MISMATCH: {
    code: 42204,
    httpStatus: 422,
    retryable: false,
    meaning: 'The refund currency is not the currency of the payment.',
    whatToDo: 'Refund in the currency of the payment.',
  },
  PAYMENT_METHOD_UNAVAILABLE: {
    code: 42205,
    httpStatus: 422,
    retryable: false,
    meaning: 'This payment method cannot be used for this order.',
    whatToDo: 'Offer one of the methods of `GET /api/web/checkout/payment-methods`.',
  },
  TOO_MANY_ATTEMPTS: {
    code: 42206,
    httpStatus: 422,
    retryable: false,
    meaning:
      'The order has used up its ten payment attempts, or too many payments from the same address or device were declined.',
    whatToDo: 'If the answer has `Retry-After`, wait that long. Otherwise create a new order.',
  },
  PAYMENT_NOT_INITIALISED: {
    code: 42207,
    httpStatus: 422,
    retryable: false,
    meaning: 'There is no open attempt to submit.',
    whatToDo: 'Call `POST /api/web/checkout/init` first.',
  },
  WEBHOOK_SWITCHED_OFF: {
    code: 42208,
    httpStatus: 422,
    retryable: false,
    meaning: 'The webhook endpoint answered 410 and is disabled; nothing is sent to it.',
    whatToDo: 'Have the operator re-enable the endpoint or set another address, then resend the events.',
  },
  TOO_MANY_REFUNDS: {
    code: 42209,
    httpStatus: 422,
    retryable: false,
    meaning: 'The order has had 500 refunds, failed ones included.',
    whatToDo: 'Ask the gateway’s operator to return the remaining amount at the processor.',
  },
  CHANNEL_ERROR: {
    code: 50201,
    httpStatus: 502,
    retryable: true,
    meaning: 'The payment channel refused the call or gave no usable answer.',
    whatToDo: 'Try again or offer another payment method.',
  },
} as const satisfies Record<string, ErrorDefinition>;
