import type { ErrorName } from '../src/index.ts';

/**
 * The usual causes of each error, the most frequent first, as the docs list them. In an answer of the gateway, the member
 * `detail` names the one cause that applies.
 */
export const errorCauses: Readonly<Record<ErrorName, readonly string[]>> = {
  INVALID_REQUEST: [
    'A member is missing, is misspelled, or has the wrong type: an amount in quotes, or a number instead of a string.',
    'The body is not strict JSON: it has a duplicate key, a BOM, more than 8 levels, or more than 512 values.',
    'A query parameter is unknown or appears twice.',
    'An address is neither `https:` nor, in the sandbox, `http:` to a loopback address.',
  ],
  INVALID_AMOUNT: [
    'The amount has more decimals than its currency: 10.555 USD, 100.5 JPY.',
    'The amount is zero or negative, or has more than 15 digits in minor units.',
    'The amount was computed with floating-point numbers: 0.1 + 0.2 is 0.30000000000000004.',
  ],
  UNSUPPORTED_CURRENCY: [
    'The code is in lower case or is not in ISO 4217.',
    'The code stands for a unit of account, a precious metal or a test, so nobody can be charged in it.',
    'ISO 4217 has withdrawn the currency. Existing orders in it can still be queried and refunded.',
  ],
  INVALID_SIGNATURE: [
    'The fourth line is the hash of the raw body instead of the canonical one.',
    'The body sent is not the body signed. For example, it was serialised again and 10.00 became 10.',
    'The signed path or query differs from the one sent: a proxy rewrote them, or the pairs are not sorted.',
    'The lines are joined with `\\r\\n`, or a line break follows the last one.',
    'The merchant ID is unknown, or the public key was revoked or belongs to another environment.',
    'A header is missing or malformed: a timestamp in seconds, a nonce shorter than 8 characters, Base64 without padding. `error.fields` names the header.',
    'The call is a channel’s callback, and its signature is not valid.',
  ],
  TIMESTAMP_EXPIRED: [
    'The calling machine’s clock is wrong.',
    'The signed request waited too long: in a queue, or for a retry that reused the old signature.',
  ],
  SESSION_INVALID: [
    '`X-Session-Signature` is missing: the page lost the part of the address after `#session=`.',
    'The session does not belong to the order in `orderId`.',
    'The address was truncated when it was copied or forwarded.',
  ],
  SESSION_EXPIRED: ['The page was opened or left open after the order expired.'],
  OPERATOR_UNAUTHORISED: [
    '`Authorization: Bearer …` is missing, or its token was never created on this deployment.',
    'The token has expired, or an admin has revoked it.',
  ],
  IP_NOT_ALLOWED: [
    'The call left from a new server, or through another NAT address.',
    'A proxy stands in front of the gateway, which is not configured to trust it and sees the proxy’s address.',
  ],
  MERCHANT_DISABLED: [
    'The operator of the gateway switched the account off.',
    'In production, the account is still waiting for approval.',
  ],
  HTTPS_REQUIRED: [
    'The address begins with `http:`.',
    'TLS ends at a proxy that does not send `X-Forwarded-Proto`, or that the gateway is not configured to trust.',
  ],
  OPERATOR_FORBIDDEN: [
    'The token belongs to a viewer or an operator, and the call changes more than the role allows.',
  ],
  NOT_FOUND: [
    'The path is misspelled, ends with a slash, or differs in case.',
    'The path is on another port: merchants call 10020, pages 10030, operators 10040.',
    'The path exists only in the sandbox, and this is production.',
  ],
  ORDER_NOT_FOUND: [
    'The ID belongs to another merchant or another environment.',
    'The call that creates the order got no answer because it never arrived. Repeat it unchanged.',
  ],
  REFUND_NOT_FOUND: [
    'The refund was refused when it was requested; refused refunds are not stored.',
    'The ID is the order’s instead of the refund’s.',
  ],
  CHANNEL_NOT_FOUND: [
    'The callback address configured at the channel has the wrong `channelId`.',
    'The account was removed or is unusable; `kassa-admin channel list` gives the reason.',
  ],
  MERCHANT_NOT_FOUND: ['The merchant ID is misspelled or belongs to another deployment.'],
  EVENT_NOT_FOUND: [
    'The event is older than 30 days.',
    'The event belongs to another merchant; `error.fields` names each unknown ID.',
  ],
  CASE_NOT_FOUND: ['The case was settled, or resolved itself, after it was listed.'],
  ATTEMPT_NOT_FOUND: ['The ID is an order’s ID or the channel’s own ID instead of the attempt’s.'],
  KEY_NOT_FOUND: ['The ID of the public key is misspelled or belongs to another merchant.'],
  OPERATOR_TOKEN_NOT_FOUND: [
    'The ID of the token is misspelled, or the token belongs to another deployment.',
  ],
  METHOD_NOT_ALLOWED: ['A GET was sent where a POST is expected, or the reverse.'],
  BUSY: [
    'A client resent a request without signing it again.',
    'Two workers generate nonces from the same seed, or from the time alone.',
    'Somebody replayed an intercepted request.',
  ],
  DUPLICATE_TRANSACTION: [
    'A call got no answer, and its retry differs from it: in the description, the `redirect_url`, or the sequence of the products.',
    'The IDs are not unique: two shops share a counter, or the test system and the live system do.',
  ],
  DUPLICATE_REFUND: [
    'A call got no answer, and its retry differs from it or names another order.',
    'Refund IDs must be unique across all of the merchant’s orders, but were only unique per order.',
  ],
  ORDER_ALREADY_PAID: ['The consumer has the page open twice, or returned to it after paying.'],
  PAYMENT_IN_PROGRESS: [
    'An attempt was submitted and its result is pending: 3-D Secure, a wallet, or a slow channel.',
    'Another tab has started a payment with another method.',
    'The channel cannot cancel the attempt, or has not answered whether it did. The attempt may still be paid.',
  ],
  DUPLICATE_PUBLIC_KEY: ['The key pair belongs to another merchant, or this merchant used it before.'],
  SECRET_ROTATION_UNDER_WAY: ['The secret was rotated, and the previous one is still valid.'],
  CHANNEL_EXISTS: ['The account was added earlier, perhaps by a call whose answer was lost.'],
  CHANNEL_ACCOUNT_TAKEN: [
    'The key, or the account’s name at the processor, is already registered for the deployment or another merchant.',
    'Another active account was added with the retired account’s key, so the retired account cannot be reactivated.',
  ],
  WORK_UNDER_WAY: ['An expiry, a webhook or a refund that fell due is still being processed.'],
  TRIGGER_NOT_POSSIBLE: [
    'The order is unpaid, or has no attempt at the processor.',
    'The order has no dispute to win or no refund to fail.',
  ],
  ORDER_EXPIRED: ['The consumer took longer than the order’s validity, which is 30 minutes by default.'],
  ORDER_ARCHIVED: [
    'The gateway’s operator moves old orders to an archive outside the database once nothing more is expected to happen to them.',
  ],
  PAYLOAD_TOO_LARGE: [
    'The body has more than 64 KiB at the merchant interface, 16 KiB at the Checkout API, 2 MiB for a channel’s callback, 128 KiB at operations.',
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    '`Content-Type` is missing or is a form type.',
    'The body is compressed, or is not in UTF-8.',
  ],
  REFUND_EXCEEDS_AMOUNT: [
    'Pending refunds count towards the total.',
    'A lost dispute has already returned part of the amount.',
  ],
  TOO_MANY_REFUNDS: ['A subscription or a marketplace returns one large order in very many small parts.'],
  ORDER_NOT_REFUNDABLE: ['The order was never paid, is closed, or is already fully refunded.'],
  ORDER_IN_DISPUTE: [
    'The consumer disputed the payment with their bank.',
    'Another dispute of the same payment was reported, which the operator has to look into first: `error.detail` says so.',
  ],
  CURRENCY_MISMATCH: ['The refund uses the shop’s currency, but the consumer paid in another one.'],
  PAYMENT_METHOD_UNAVAILABLE: [
    'No channel offers this `paymentMethodCode`.',
    'In production, the merchant is not allowed to take card numbers in its own form.',
  ],
  TOO_MANY_ATTEMPTS: [
    'Ten attempts failed or were abandoned, which suggests card testing. Each decline in a processor’s own form counts as an attempt.',
    'Too many payments from the consumer’s address or device were declined, over all orders. The answer has `Retry-After`; wait that long.',
  ],
  ATTEMPT_SUPERSEDED: [
    'The consumer chose another method in another tab or on another device after this page called `init`.',
  ],
  PAYMENT_NOT_INITIALISED: ['`submit` was called before `init`, or after the attempt ended.'],
  WEBHOOK_SWITCHED_OFF: ['The receiver answered 410 Gone, which means “never send here again”.'],
  REFUND_NOT_CANCELLABLE: [
    'The channel already has the refund; only a refund that has not reached it can be cancelled.',
  ],
  RETURN_NOT_REPEATABLE: ['The merchant requested the refund, or the refund did not fail.'],
  MERCHANT_MOVE_NOT_POSSIBLE: ['The merchant is already disabled, already active, or was never pending.'],
  LAST_ACTIVE_KEY: ['The operator tried to revoke the last key before adding a new one.'],
  TOO_MANY_KEYS: ['Rotations added keys without revoking the old ones.'],
  CHANNEL_IN_USE: [
    'The account is not retired.',
    'A payment was once started at the account, successfully or not.',
  ],
  CHANNEL_ACCOUNT_DIFFERS: [
    'The keys were copied from another account, or from another sandbox of the same account.',
    'The business has a new account at the processor and tried to reuse the channel of the old one.',
  ],
  CLOCK_ONLY_FORWARD: ['The moment is before the sandbox’s business time, which may have been moved ahead.'],
  CLOCK_TOO_FAR_AHEAD: ['All tests on this database have moved the clock; their moves add up.'],
  NOTHING_DUE: ['No order is open, and no webhook or refund is waiting.'],
  REFUND_NOT_CONCLUDABLE: [
    'The channel has since reported the refund’s result, or another operator has concluded the refund.',
    'The refund was requested less than an hour ago, so its result can still arrive by itself.',
    'The gateway sent the refund within the last minute, so the channel may be making it now.',
    'The refund ended without returning money. It can then only be concluded as made or made by hand.',
    'The refund is SUCCESS, and the `amount` is missing, is already recorded, or is less than the recorded amount.',
    'The refund only corrects another refund. Conclude that other refund instead.',
    'The `amount` is more than was paid, is in another currency, or was sent together with not_made.',
  ],
  DISPUTE_NOT_CONCLUDABLE: [
    'The payment was never disputed.',
    'The dispute that you named has since been won, and the order now has another dispute.',
    'The channel has since reported the outcome, or another operator has concluded the dispute.',
    'The order already records an outcome of the dispute. To correct it, name its time with `corrects`.',
    'The recorded outcome has changed since the time that you named with `corrects`.',
    'The dispute is over a payment that the order does not count, such as a further payment of the same attempt.',
    'The channel took several payments for the attempt, and you did not say which one the dispute is over.',
    'The `amount` is more than was paid, is in another currency, or was sent together with won.',
  ],
  CASE_NOT_SETTLEABLE: ['The channel has reported a second dispute as lost while the first one was open.'],
  CUSTOMER_NOT_ERASABLE: [
    'The order is in INIT or PAYING.',
    'The order is in PAY_FAIL, and its validity or an attempt has not ended.',
  ],
  LAST_ADMIN_TOKEN: [
    'An admin revoked their own token before creating the one that replaces it.',
    'The tokens of the other admins have expired.',
  ],
  ORDER_FULL: [
    'The order already holds the maximum number of refunds, settled cases or dispute outcomes.',
    'The order’s document would be larger than 1 MiB.',
  ],
  RATE_LIMITED: [
    'The merchant sent more than a burst of 200 and a sustained 100 signed requests per second (the defaults).',
    'A page polls the payment status without `wait`. The limit for a session is a burst of 40, then 10 requests per second.',
    'Too many calls from one address had a wrong signature, an unknown merchant ID, a guessed session or a wrong operator’s token.',
  ],
  INTERNAL_ERROR: ['The gateway has a bug or an internal failure. Search its log for the `request_id`.'],
  CHANNEL_ERROR: ['The processor is down, is too slow, or refused to start the payment.'],
  UNAVAILABLE: ['The database is restarting or failing over, which takes seconds.'],
};
