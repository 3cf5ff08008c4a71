/**
 * The one error table. Names, numbers and HTTP statuses are part of the interface: a number is never
 * reused and never changes its meaning (decisions, section 1). The first three digits of a number are
 * its HTTP status.
 *
 * The last two digits begin anew with each status. In 404 and 422 they stand in blocks, one for each kind
 * of caller, so that a new error of the merchant's does not get a number far from its like:
 * - 01 to 19: whoever takes payments, that is merchant, cashier and channels
 * - 20 to 29: the operator, at the operations port
 * - 30 to 39: what only the sandbox has, its clock and its triggers
 */
export interface ErrorDefinition {
  /** Five digits; the first three are the HTTP status. */
  readonly code: number;
  /** The HTTP status that always goes with this error. */
  readonly httpStatus: number;
  /** Whether sending the same request again, unchanged but freshly signed, can succeed. */
  readonly retryable: boolean;
  readonly meaning: string;
  readonly whatToDo: string;
}

export const errorTable = {
  INVALID_REQUEST: {
    code: 40001,
    httpStatus: 400,
    retryable: false,
    meaning: 'The request is malformed: bad JSON, a missing, unknown or ill-typed member, or a bad value.',
    whatToDo: 'Read `error.fields`: each entry names the member and what is wrong with it.',
  },
  INVALID_AMOUNT: {
    code: 40002,
    httpStatus: 400,
    retryable: false,
    meaning: 'An amount is zero, negative, too long, or has more decimals than its currency.',
    whatToDo: 'Send a positive JSON number in major units with at most the decimals of the currency.',
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
      'A signature header is missing or malformed, the merchant is unknown, or no active public key verifies.',
    whatToDo:
      'Compare the six signed lines with your own (the sandbox returns them in `error.debug`), and check that the public key was uploaded.',
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
    meaning: 'The checkout session was valid once; its order has expired.',
    whatToDo: 'Create a new order and send the consumer to its `pay_url`.',
  },
  OPERATOR_UNAUTHORISED: {
    code: 40105,
    httpStatus: 401,
    retryable: false,
    meaning: 'The operations token is missing or wrong.',
    whatToDo: 'Send `Authorization: Bearer <token>` with the token the gateway was started with.',
  },
  IP_NOT_ALLOWED: {
    code: 40301,
    httpStatus: 403,
    retryable: false,
    meaning: "The calling address is not on the merchant's allow-list.",
    whatToDo: 'Call from an allowed server, or add this one to the allow-list.',
  },
  MERCHANT_DISABLED: {
    code: 40302,
    httpStatus: 403,
    retryable: false,
    meaning: 'The merchant account is switched off, or waits for its approval in production.',
    whatToDo:
      'Contact the operator of the gateway. The request itself is well signed and comes from an allowed address.',
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
    meaning: 'There is nothing at this path.',
    whatToDo: 'Check the path against the contract docs.',
  },
  ORDER_NOT_FOUND: {
    code: 40402,
    httpStatus: 404,
    retryable: false,
    meaning: 'The merchant has no order with this number.',
    whatToDo: 'Use the `merchant_transaction_id` or `order_id` of an order this merchant created.',
  },
  REFUND_NOT_FOUND: {
    code: 40403,
    httpStatus: 404,
    retryable: false,
    meaning: 'The merchant has no refund with this number.',
    whatToDo: 'Use the `transaction_id` of a refund this merchant requested.',
  },
  CHANNEL_NOT_FOUND: {
    code: 40404,
    httpStatus: 404,
    retryable: false,
    meaning: 'No payment channel has this identifier.',
    whatToDo: 'Check the callback address that was configured at the channel.',
  },
  MERCHANT_NOT_FOUND: {
    code: 40405,
    httpStatus: 404,
    retryable: false,
    meaning: 'There is no merchant with this identifier.',
    whatToDo: 'Check the merchant ID.',
  },
  EVENT_NOT_FOUND: {
    code: 40406,
    httpStatus: 404,
    retryable: false,
    meaning: 'The merchant has no event with this identifier, or it is older than 30 days.',
    whatToDo: 'Take the `event_id` of an event of `GET /api/merchant/event/list`.',
  },
  CASE_NOT_FOUND: {
    code: 40420,
    httpStatus: 404,
    retryable: false,
    meaning: 'Nothing waits for the operator under this identifier.',
    whatToDo: 'List what waits with `kassa-admin cases`; it may have been settled or have ended by itself.',
  },
  ATTEMPT_NOT_FOUND: {
    code: 40421,
    httpStatus: 404,
    retryable: false,
    meaning: 'There is no payment attempt with this identifier.',
    whatToDo: 'Look at the order with `kassa-admin order show`; it names its attempts.',
  },
  KEY_NOT_FOUND: {
    code: 40422,
    httpStatus: 404,
    retryable: false,
    meaning: 'The merchant has no public key with this identifier.',
    whatToDo: 'List its keys with `kassa-admin keys list`.',
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
    meaning: 'This nonce was used by this merchant within the last five minutes.',
    whatToDo: 'Sign again with a new random nonce; never send one signed request twice.',
  },
  DUPLICATE_TRANSACTION: {
    code: 40902,
    httpStatus: 409,
    retryable: false,
    meaning: 'An order with this `merchant_transaction_id` exists and has other contents.',
    whatToDo: 'Use a new number for a new order; to repeat a lost call, repeat it unchanged.',
  },
  DUPLICATE_REFUND: {
    code: 40903,
    httpStatus: 409,
    retryable: false,
    meaning: 'A refund with this `transaction_id` exists and has other contents.',
    whatToDo: 'Use a new number for a new refund; to repeat a lost call, repeat it unchanged.',
  },
  ORDER_ALREADY_PAID: {
    code: 40904,
    httpStatus: 409,
    retryable: false,
    meaning: 'The order is paid; it can not be paid again.',
    whatToDo: 'Show the success page.',
  },
  PAYMENT_IN_PROGRESS: {
    code: 40905,
    httpStatus: 409,
    retryable: true,
    meaning: 'An attempt of this order is being processed.',
    whatToDo: 'Wait for its result (`GET /api/web/payment/status`) before trying another method.',
  },
  DUPLICATE_PUBLIC_KEY: {
    code: 40906,
    httpStatus: 409,
    retryable: false,
    meaning: 'This public key is registered already, or was revoked.',
    whatToDo: 'Generate a new key pair; each merchant has keys of its own, and a revoked one never returns.',
  },
  SECRET_ROTATION_UNDER_WAY: {
    code: 40907,
    httpStatus: 409,
    retryable: false,
    meaning: 'Two webhook secrets of the merchant, or two callback secrets of a channel, are active already.',
    whatToDo: 'Retire the older one first; a webhook secret also ends by itself.',
  },
  CHANNEL_EXISTS: {
    code: 40920,
    httpStatus: 409,
    retryable: false,
    meaning: 'There is an account of this channel type already, of the merchant or of the deployment.',
    whatToDo: 'Replace its credentials with `kassa-admin channel rotate`.',
  },
  CHANNEL_ACCOUNT_TAKEN: {
    code: 40921,
    httpStatus: 409,
    retryable: false,
    meaning: 'Another channel that takes payments is the same account at the processor.',
    whatToDo: 'Retire the channel that `error.detail` names first, or enter another account.',
  },
  WORK_UNDER_WAY: {
    code: 40930,
    httpStatus: 409,
    retryable: true,
    meaning: 'Something that is due now is still being done, so the sandbox clock did not move.',
    whatToDo: 'Repeat the request when it is done, or move the clock by a duration.',
  },
  TRIGGER_NOT_POSSIBLE: {
    code: 40931,
    httpStatus: 409,
    retryable: false,
    meaning: 'In the state that the order is in, this can not be made to happen at the sandbox’s processor.',
    whatToDo: 'Read in `error.detail` what is missing; query the order.',
  },
  ORDER_EXPIRED: {
    code: 41001,
    httpStatus: 410,
    retryable: false,
    meaning: 'The order is past its validity and closed.',
    whatToDo: 'Create a new order.',
  },
  PAYLOAD_TOO_LARGE: {
    code: 41301,
    httpStatus: 413,
    retryable: false,
    meaning: 'The request body is larger than 64 KiB.',
    whatToDo: 'Send fewer products or shorter texts.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    code: 41501,
    httpStatus: 415,
    retryable: false,
    meaning: 'The body is not uncompressed `application/json` in UTF-8.',
    whatToDo: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  REFUND_EXCEEDS_AMOUNT: {
    code: 42201,
    httpStatus: 422,
    retryable: false,
    meaning: 'Pending and completed refunds together would exceed the order amount.',
    whatToDo: 'Refund at most the refundable amount that `error.detail` names.',
  },
  ORDER_NOT_REFUNDABLE: {
    code: 42202,
    httpStatus: 422,
    retryable: false,
    meaning: 'The order is in a state in which nothing can be refunded.',
    whatToDo: 'Query the order: `refundable_amount` says what can be returned.',
  },
  ORDER_IN_DISPUTE: {
    code: 42203,
    httpStatus: 422,
    retryable: false,
    meaning: 'The order is in dispute; it can not be refunded until the dispute is resolved.',
    whatToDo:
      'Wait for `order.dispute.won` or `order.dispute.lost`. Where `error.detail` names the operator, ask the operator.',
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
    meaning: 'This payment method can not be used for this order.',
    whatToDo: 'Offer one of the methods of `GET /api/web/checkout/payment-methods`.',
  },
  TOO_MANY_ATTEMPTS: {
    code: 42206,
    httpStatus: 422,
    retryable: false,
    meaning: 'The order had ten payment attempts.',
    whatToDo: 'Create a new order.',
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
    meaning: 'The webhook endpoint answered 410 and is switched off; nothing is sent to it.',
    whatToDo: 'Have the operator switch it on again, or set another address; then send again.',
  },
  REFUND_NOT_CANCELLABLE: {
    code: 42220,
    httpStatus: 422,
    retryable: false,
    meaning: 'The refund was sent to its channel, has ended, or was made by the gateway itself.',
    whatToDo: 'Wait for its result; what was sent can not be taken back.',
  },
  RETURN_NOT_REPEATABLE: {
    code: 42221,
    httpStatus: 422,
    retryable: false,
    meaning: 'The refund is no failed return of money that came too late or twice.',
    whatToDo: 'Look at the order with `kassa-admin order show`.',
  },
  MERCHANT_MOVE_NOT_POSSIBLE: {
    code: 42222,
    httpStatus: 422,
    retryable: false,
    meaning: 'In the state that the merchant is in, this can not be done with its account.',
    whatToDo: 'Look at the merchant with `kassa-admin merchant show`; `error.detail` says what leads on.',
  },
  LAST_ACTIVE_KEY: {
    code: 42223,
    httpStatus: 422,
    retryable: false,
    meaning: 'It is the last active public key: without it the merchant could not call any more.',
    whatToDo: 'Add the next key first; or revoke this one by force, if it leaked.',
  },
  TOO_MANY_KEYS: {
    code: 42224,
    httpStatus: 422,
    retryable: false,
    meaning: 'The merchant has as many active public keys as it may have.',
    whatToDo: 'Revoke those that are not used any more.',
  },
  CHANNEL_IN_USE: {
    code: 42227,
    httpStatus: 422,
    retryable: false,
    meaning: 'The account takes payments, or payments were made at it, so that it can not be removed.',
    whatToDo: 'Retire it: it takes no new payments then, and what was begun goes on.',
  },
  CHANNEL_ACCOUNT_DIFFERS: {
    code: 42228,
    httpStatus: 422,
    retryable: false,
    meaning:
      'The credentials are of another account at the processor than the one at which payments of this channel were made.',
    whatToDo:
      'Give credentials of the same account. Take payments at the other account through a channel of its own, and retire this one.',
  },
  CLOCK_ONLY_FORWARD: {
    code: 42230,
    httpStatus: 422,
    retryable: false,
    meaning: 'The sandbox clock moves forward only, and it has passed this moment.',
    whatToDo: 'Name a later moment, or move it by a duration.',
  },
  CLOCK_TOO_FAR_AHEAD: {
    code: 42231,
    httpStatus: 422,
    retryable: false,
    meaning: 'The sandbox clock would be more than 400 days ahead of real time.',
    whatToDo: 'Move it by less, or start again with an empty database.',
  },
  NOTHING_DUE: {
    code: 42232,
    httpStatus: 422,
    retryable: false,
    meaning: 'Nothing waits for its time, so there is no moment to move the sandbox clock to.',
    whatToDo: 'Create something that waits, or move the clock by a duration.',
  },
  REFUND_NOT_CONCLUDABLE: {
    code: 42240,
    httpStatus: 422,
    retryable: false,
    meaning: 'The refund has ended already, or the gateway is still working on it.',
    whatToDo: 'Read the reason in `error.detail`; look at the order with `kassa-admin order show`.',
  },
  DISPUTE_NOT_CONCLUDABLE: {
    code: 42241,
    httpStatus: 422,
    retryable: false,
    meaning: 'The order has no open dispute, or another one than the dispute that you named.',
    whatToDo: 'Read the reason in `error.detail`; look at the order with `kassa-admin order show`.',
  },
  RATE_LIMITED: {
    code: 42901,
    httpStatus: 429,
    retryable: true,
    meaning: 'Too many requests.',
    whatToDo: 'Wait for the seconds in `Retry-After`, then go on more slowly.',
  },
  INTERNAL_ERROR: {
    code: 50001,
    httpStatus: 500,
    retryable: true,
    meaning: 'The gateway failed unexpectedly.',
    whatToDo: 'Repeat the identical request; if it persists, report the `request_id`.',
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
    meaning: 'The gateway can not do this right now, for example while its database restarts.',
    whatToDo: 'Repeat the identical request after the seconds in `Retry-After`.',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorName = keyof typeof errorTable;

export const errorNames = Object.keys(errorTable) as readonly ErrorName[];

/** What the Checkout API answers with: the part of the table that a consumer's page can meet. */
export const checkoutErrorNames = [
  'INVALID_REQUEST',
  'SESSION_INVALID',
  'SESSION_EXPIRED',
  'HTTPS_REQUIRED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'ORDER_ALREADY_PAID',
  'PAYMENT_IN_PROGRESS',
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
