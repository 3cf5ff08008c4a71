/**
 * The only table of the gateway's errors. Names, codes and HTTP statuses are part of the interface: a code is never reused and
 * never changes its meaning. The first three digits of a code are its HTTP status.
 *
 * The last two digits count up within each status. In 404 and 422 they are grouped in blocks by kind of caller, so that related
 * errors stay together:
 * - 01 to 19: merchants, cashiers and channels
 * - 20 to 29: operators
 * - 30 to 39: the sandbox's clock and triggers
 */
export interface ErrorDefinition {
  /** The error's code: a number of five digits, of which the first three are the HTTP status. */
  readonly code: number;
  /** The HTTP status that always goes with this error. */
  readonly httpStatus: number;
  /** Whether the same request, signed again, can succeed later. */
  readonly retryable: boolean;
  readonly meaning: string;
  readonly whatToDo: string;
}

export const errorTable = {
  INVALID_REQUEST: {
    code: 40001,
    httpStatus: 400,
    retryable: false,
    meaning:
      'The request is malformed: bad JSON, a missing or unknown member, or a member with a wrong type or value.',
    whatToDo: 'Read `error.fields`: each entry names a member and what is wrong with it.',
  },
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
  INVALID_SIGNATURE: {
    code: 40101,
    httpStatus: 401,
    retryable: false,
    meaning:
      'A signature header is missing or malformed, the merchant is unknown, or no active public key verifies the signature.',
    whatToDo:
      'Compare the six lines that you signed with the server’s, which the sandbox returns in `error.debug`. Check that your public key is registered.',
  },
  TIMESTAMP_EXPIRED: {
    code: 40102,
    httpStatus: 401,
    retryable: true,
    meaning: '`X-Timestamp` differs from the server time by more than two minutes.',
    whatToDo: 'Synchronise the clock, then sign the request again with the current time and a new nonce.',
  },
  SESSION_INVALID: {
    code: 40103,
    httpStatus: 401,
    retryable: false,
    meaning: 'The checkout session is missing, damaged, or belongs to another order.',
    whatToDo: 'Open the `pay_url` of the order as it was returned, including the part after `#`.',
  },
  SESSION_EXPIRED: {
    code: 40104,
    httpStatus: 401,
    retryable: false,
    meaning: 'The order of this checkout session has expired.',
    whatToDo: 'Create a new order and send the consumer to its `pay_url`.',
  },
  OPERATOR_UNAUTHORISED: {
    code: 40105,
    httpStatus: 401,
    retryable: false,
    meaning: 'The operations token is missing or wrong.',
    whatToDo: 'Send `Authorization: Bearer <token>` with the token that the gateway was started with.',
  },
  IP_NOT_ALLOWED: {
    code: 40301,
    httpStatus: 403,
    retryable: false,
    meaning: 'The caller’s IP address is not on the merchant’s allow-list.',
    whatToDo: 'Call from an IP address on the allow-list, or ask the gateway’s operator to add your address.',
  },
  MERCHANT_DISABLED: {
    code: 40302,
    httpStatus: 403,
    retryable: false,
    meaning: 'The merchant account is disabled, or is waiting for approval in production.',
    whatToDo:
      'Contact the operator of the gateway. Your request is correct: the gateway accepted its signature and its IP address.',
  },
  HTTPS_REQUIRED: {
    code: 40303,
    httpStatus: 403,
    retryable: false,
    meaning: 'The request came over plain HTTP; production accepts HTTPS only.',
    whatToDo: 'Use the https address.',
  },
  NOT_FOUND: {
    code: 40401,
    httpStatus: 404,
    retryable: false,
    meaning: 'This path does not exist.',
    whatToDo: 'Check the path against the API reference.',
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
  MERCHANT_NOT_FOUND: {
    code: 40405,
    httpStatus: 404,
    retryable: false,
    meaning: 'No merchant has this ID.',
    whatToDo: 'Check the merchant ID.',
  },
  EVENT_NOT_FOUND: {
    code: 40406,
    httpStatus: 404,
    retryable: false,
    meaning: 'The merchant has no event with this ID, or the event is older than 30 days.',
    whatToDo: 'Use an `event_id` from `GET /api/merchant/event/list`.',
  },
  CASE_NOT_FOUND: {
    code: 40420,
    httpStatus: 404,
    retryable: false,
    meaning: 'No case with this ID waits for the operator.',
    whatToDo:
      'List the open cases with `kassa-admin cases`. The case may have been settled, or may have closed by itself.',
  },
  ATTEMPT_NOT_FOUND: {
    code: 40421,
    httpStatus: 404,
    retryable: false,
    meaning: 'No payment attempt has this ID.',
    whatToDo: 'Find the attempt’s ID with `kassa-admin order show`.',
  },
  KEY_NOT_FOUND: {
    code: 40422,
    httpStatus: 404,
    retryable: false,
    meaning: 'The merchant has no public key with this ID.',
    whatToDo: 'List the merchant’s keys with `kassa-admin keys list`.',
  },
  METHOD_NOT_ALLOWED: {
    code: 40501,
    httpStatus: 405,
    retryable: false,
    meaning: 'The path exists, but not for this HTTP method.',
    whatToDo: 'Use one of the methods in the `Allow` header.',
  },
  BUSY: {
    code: 40901,
    httpStatus: 409,
    retryable: true,
    meaning: 'This merchant already used this nonce within the last five minutes.',
    whatToDo: 'Sign again with a new random nonce. Never send the same signed request twice.',
  },
  DUPLICATE_TRANSACTION: {
    code: 40902,
    httpStatus: 409,
    retryable: false,
    meaning: 'An order with this `merchant_transaction_id` exists with different contents.',
    whatToDo:
      'For a new order, use a new `merchant_transaction_id`. To retry a call that got no answer, repeat it unchanged.',
  },
  DUPLICATE_REFUND: {
    code: 40903,
    httpStatus: 409,
    retryable: false,
    meaning: 'A refund with this `transaction_id` exists with different contents.',
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
  DUPLICATE_PUBLIC_KEY: {
    code: 40906,
    httpStatus: 409,
    retryable: false,
    meaning: 'This public key is already registered, or was revoked.',
    whatToDo:
      'Generate a new key pair. Merchants cannot share keys, and a revoked key cannot be registered again.',
  },
  SECRET_ROTATION_UNDER_WAY: {
    code: 40907,
    httpStatus: 409,
    retryable: false,
    meaning:
      'The merchant already has two active webhook secrets, or the channel already has two active callback secrets.',
    whatToDo:
      'Retire the previous secret, then rotate again. A previous webhook secret also expires by itself, by default 24 hours after the rotation. A previous callback secret never expires.',
  },
  CHANNEL_EXISTS: {
    code: 40920,
    httpStatus: 409,
    retryable: false,
    meaning: 'The merchant or the deployment already has an account of this channel type.',
    whatToDo: 'Replace the account’s credentials with `kassa-admin channel rotate`.',
  },
  CHANNEL_ACCOUNT_TAKEN: {
    code: 40921,
    httpStatus: 409,
    retryable: false,
    meaning: 'Another active channel uses the same account at the processor.',
    whatToDo:
      'Retire the channel that `error.detail` names, or use the credentials of another account at the processor.',
  },
  WORK_UNDER_WAY: {
    code: 40930,
    httpStatus: 409,
    retryable: true,
    meaning: 'Work that is due now is still running, so the sandbox clock did not move.',
    whatToDo:
      'Repeat the request once the due work has ended. Or move the sandbox clock by a duration: this does not wait for due work.',
  },
  TRIGGER_NOT_POSSIBLE: {
    code: 40931,
    httpStatus: 409,
    retryable: false,
    meaning: 'The sandbox’s processor cannot trigger this event in the order’s present state.',
    whatToDo: 'Read in `error.detail` why the event is not possible, and query the order.',
  },
  ORDER_EXPIRED: {
    code: 41001,
    httpStatus: 410,
    retryable: false,
    meaning: 'The order has expired and is closed.',
    whatToDo: 'Create a new order.',
  },
  PAYLOAD_TOO_LARGE: {
    code: 41301,
    httpStatus: 413,
    retryable: false,
    meaning: 'The request body is larger than 64 KiB.',
    whatToDo: 'Send fewer products or shorter strings.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    code: 41501,
    httpStatus: 415,
    retryable: false,
    meaning: 'The body is compressed, or is not `application/json` in UTF-8.',
    whatToDo: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
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
  TOO_MANY_REFUNDS: {
    code: 42209,
    httpStatus: 422,
    retryable: false,
    meaning: 'The order has had 500 refunds, failed ones included.',
    whatToDo: 'Ask the gateway’s operator to return the remaining amount at the processor.',
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
  REFUND_NOT_CANCELLABLE: {
    code: 42220,
    httpStatus: 422,
    retryable: false,
    meaning: 'The refund was already sent to its channel, has ended, or was made by the gateway itself.',
    whatToDo: 'If the refund was sent, wait for its result; it can no longer be cancelled.',
  },
  RETURN_NOT_REPEATABLE: {
    code: 42221,
    httpStatus: 422,
    retryable: false,
    meaning:
      'This refund cannot be repeated. Only a refund that the gateway itself started, for a late or duplicate payment, can be repeated after it failed.',
    whatToDo: 'Look at the order with `kassa-admin order show`.',
  },
  MERCHANT_MOVE_NOT_POSSIBLE: {
    code: 42222,
    httpStatus: 422,
    retryable: false,
    meaning: 'The state of the merchant’s account does not allow this change.',
    whatToDo:
      'Check the merchant with `kassa-admin merchant show`. `error.detail` says which change is possible.',
  },
  LAST_ACTIVE_KEY: {
    code: 42223,
    httpStatus: 422,
    retryable: false,
    meaning: 'This is the merchant’s last active public key; without it the merchant cannot make calls.',
    whatToDo: 'Add another key first. If this key has leaked, you can revoke it at once with `force`.',
  },
  TOO_MANY_KEYS: {
    code: 42224,
    httpStatus: 422,
    retryable: false,
    meaning: 'The merchant already has the maximum number of active public keys.',
    whatToDo: 'Revoke keys that are no longer used.',
  },
  CHANNEL_IN_USE: {
    code: 42227,
    httpStatus: 422,
    retryable: false,
    meaning: 'The account at the processor cannot be removed, because it takes payments or has taken them.',
    whatToDo:
      'Retire the account instead: it then takes no new payments, and payments already started continue.',
  },
  CHANNEL_ACCOUNT_DIFFERS: {
    code: 42228,
    httpStatus: 422,
    retryable: false,
    meaning:
      'The credentials belong to another account at the processor than the one that took this channel’s earlier payments.',
    whatToDo:
      'Use credentials of the account that took this channel’s earlier payments. To use another account, add it as a channel of its own and retire this channel.',
  },
  CLOCK_ONLY_FORWARD: {
    code: 42230,
    httpStatus: 422,
    retryable: false,
    meaning: 'The sandbox clock only moves forward, and it has already passed the requested time.',
    whatToDo: 'Choose a later moment, or move the sandbox clock by a duration.',
  },
  CLOCK_TOO_FAR_AHEAD: {
    code: 42231,
    httpStatus: 422,
    retryable: false,
    meaning: 'The sandbox clock would be more than 400 days ahead of real time.',
    whatToDo: 'Move the sandbox clock by less, or start again with an empty database.',
  },
  NOTHING_DUE: {
    code: 42232,
    httpStatus: 422,
    retryable: false,
    meaning: 'No work is scheduled, so the sandbox clock cannot move to the time of the next work.',
    whatToDo:
      'Move the sandbox clock by a duration, or first create work for a later time, such as an order that will expire.',
  },
  REFUND_NOT_CONCLUDABLE: {
    code: 42240,
    httpStatus: 422,
    retryable: false,
    meaning:
      'The result cannot be recorded now: the refund has already ended, or the gateway is still working on it.',
    whatToDo: 'Read the reason in `error.detail`; look at the order with `kassa-admin order show`.',
  },
  DISPUTE_NOT_CONCLUDABLE: {
    code: 42241,
    httpStatus: 422,
    retryable: false,
    meaning:
      'The outcome cannot be recorded: the order has no open dispute, or its open dispute is not the one you named.',
    whatToDo: 'Read the reason in `error.detail`; look at the order with `kassa-admin order show`.',
  },
  ORDER_FULL: {
    code: 42242,
    httpStatus: 422,
    retryable: false,
    meaning:
      'The action would exceed a limit of the order, so nothing was changed. One order can store only a limited number of refunds, disputes and settled cases.',
    whatToDo:
      'Read in `error.detail` which limit was reached. The order cannot store the new information, so keep it in your own records.',
  },
  RATE_LIMITED: {
    code: 42901,
    httpStatus: 429,
    retryable: true,
    meaning: 'Too many requests.',
    whatToDo: 'Wait for the seconds in `Retry-After`, then send requests more slowly.',
  },
  INTERNAL_ERROR: {
    code: 50001,
    httpStatus: 500,
    retryable: true,
    meaning: 'The gateway failed unexpectedly.',
    whatToDo:
      'Repeat the identical request; if the error persists, report the `request_id` to the gateway’s operator.',
  },
  CHANNEL_ERROR: {
    code: 50201,
    httpStatus: 502,
    retryable: true,
    meaning: 'The payment channel refused the call or gave no usable answer.',
    whatToDo: 'Try again or offer another payment method.',
  },
  UNAVAILABLE: {
    code: 50301,
    httpStatus: 503,
    retryable: true,
    meaning: 'The gateway cannot process the request right now, for example while its database restarts.',
    whatToDo: 'Repeat the identical request after the seconds in `Retry-After`.',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorName = keyof typeof errorTable;

export const errorNames = Object.keys(errorTable) as readonly ErrorName[];

/** The errors that the Checkout API can answer with. */
export const checkoutErrorNames = [
  'INVALID_REQUEST',
  'SESSION_INVALID',
  'SESSION_EXPIRED',
  'HTTPS_REQUIRED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'ORDER_ALREADY_PAID',
  'PAYMENT_IN_PROGRESS',
  'ATTEMPT_SUPERSEDED',
  'ORDER_EXPIRED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYMENT_METHOD_UNAVAILABLE',
  'TOO_MANY_ATTEMPTS',
  'PAYMENT_NOT_INITIALISED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'CHANNEL_ERROR',
  'UNAVAILABLE',
] as const satisfies readonly ErrorName[];
