import type { ErrorName } from '../src/index.ts';

/** What brings each error about, the most frequent first. For the docs; `detail` of an answer tells the very case. */
export const errorCauses: Readonly<Record<ErrorName, readonly string[]>> = {
  INVALID_REQUEST: [
    'A member is missing, is misspelled, or has another type: an amount in quotes, a number where a text belongs.',
    'The body is no strict JSON: a key that stands twice, a BOM, more than 8 levels or 512 values.',
    'A query parameter is unknown, or is given twice.',
    'An address is neither `https:` nor, in the sandbox, `http:` to a loopback address.',
  ],
  INVALID_AMOUNT: [
    'The amount has more decimals than its currency: 10.555 USD, 100.5 JPY.',
    'It is zero or negative, or has more than 15 digits in minor units.',
    'It was computed with floating-point numbers: 0.1 + 0.2 is 0.30000000000000004.',
  ],
  UNSUPPORTED_CURRENCY: [
    'The code is in lower case, or is none of ISO 4217.',
    'It is a unit of account, a precious metal or a test code, in which nobody can be charged.',
    'ISO 4217 has withdrawn it. Orders that were accepted in it can still be queried and refunded.',
  ],
  INVALID_SIGNATURE: [
    'The fourth line is the hash of the raw body instead of the canonical one.',
    'The body that was sent is not the one that was signed: it was serialised a second time, and 10.00 became 10.',
    'Path or query differ from what was sent: a proxy rewrote them, or the pairs are not sorted.',
    'The lines are joined with `\\r\\n`, or there is a line break at the end.',
    'The merchant ID is unknown, the public key belongs to another environment or was revoked.',
    'A header is missing or malformed: a timestamp in seconds, a nonce shorter than 8 characters, Base64 without padding. Then `error.fields` names it.',
    'At the channels’ callback address: the channel’s own signature does not verify.',
  ],
  TIMESTAMP_EXPIRED: [
    'The clock of the calling machine is off.',
    'The request was signed, then waited: in a queue, or for a retry that did not sign again.',
  ],
  SESSION_INVALID: [
    '`X-Session-Signature` is missing: the page lost what stands after `#session=`.',
    'The session belongs to another order than `orderId` names.',
    'The address was cut off when it was copied or sent on.',
  ],
  SESSION_EXPIRED: ['The page was opened, or stayed open, beyond the validity of its order.'],
  OPERATOR_UNAUTHORISED: [
    '`Authorization: Bearer …` is missing, or has another token than the gateway was started with.',
  ],
  IP_NOT_ALLOWED: [
    'The call left from a new server, or through another NAT address.',
    'A proxy stands before the gateway that it was not told of, so that it sees the proxy’s address.',
  ],
  MERCHANT_DISABLED: [
    'The operator of the gateway switched the account off.',
    'In production: the account waits for its approval.',
  ],
  HTTPS_REQUIRED: [
    'The address begins with `http:`.',
    'TLS ends at a proxy that does not tell by `X-Forwarded-Proto`, or that the gateway was not told to trust.',
  ],
  NOT_FOUND: [
    'The path is misspelled, has a slash at its end, or another case.',
    'It is on another port: merchants call 10020, pages 10030, operators 10040.',
    'It exists in the sandbox only, and this is production.',
  ],
  ORDER_NOT_FOUND: [
    'The number is of another merchant or of another environment.',
    'The creation was never answered, and it never arrived: repeat it unchanged.',
  ],
  REFUND_NOT_FOUND: [
    'The refund was refused when it was requested; a refused one is not kept.',
    'The number is the order’s instead of the refund’s.',
  ],
  CHANNEL_NOT_FOUND: [
    'The callback address at the channel names another `channelId`.',
    'The account was removed, or can not be used: `kassa-admin channel list` says why.',
  ],
  MERCHANT_NOT_FOUND: ['The merchant ID is misspelled, or of another deployment.'],
  EVENT_NOT_FOUND: [
    'The event is older than 30 days.',
    'It belongs to another merchant; `error.fields` names each that is not known.',
  ],
  CASE_NOT_FOUND: ['It was settled, or ended by itself, since it was listed.'],
  ATTEMPT_NOT_FOUND: ['The identifier is an order’s or the channel’s own instead of the attempt’s.'],
  KEY_NOT_FOUND: ['The key ID is misspelled, or of another merchant.'],
  METHOD_NOT_ALLOWED: ['A GET where a POST belongs, or the other way round.'],
  BUSY: [
    'A client repeated a request without signing it again.',
    'Two workers make their nonces from the same seed, or from the time alone.',
    'Somebody replayed a request that they had overheard.',
  ],
  DUPLICATE_TRANSACTION: [
    'The repetition of a lost call differs: another description, another `redirect_url`, another order of products.',
    'Numbers are not unique: two shops, or test and live, share a counter.',
  ],
  DUPLICATE_REFUND: [
    'The repetition of a lost call differs, or names another order.',
    'Refund numbers are unique for the merchant, over all orders; here they were counted per order.',
  ],
  ORDER_ALREADY_PAID: ['The consumer has the page open twice, or came back to it after having paid.'],
  PAYMENT_IN_PROGRESS: [
    'The attempt was submitted, and its result is not there yet: 3-D Secure, a wallet, a slow channel.',
    'Another tab has begun to pay with another method.',
  ],
  DUPLICATE_PUBLIC_KEY: [
    'The key pair of another merchant, or one that this merchant had before, is used again.',
  ],
  SECRET_ROTATION_UNDER_WAY: ['The secret was rotated, and the one before is still valid.'],
  CHANNEL_EXISTS: ['It was added before, perhaps by a call whose answer was lost.'],
  CHANNEL_ACCOUNT_TAKEN: [
    'The key, or the name that the account has at the processor, was entered for the deployment or for another merchant.',
    'A retired account was to be taken back whose key another one has now.',
  ],
  WORK_UNDER_WAY: ['An expiry, a webhook or a refund that fell due is just being worked on.'],
  TRIGGER_NOT_POSSIBLE: [
    'The order was not paid yet, or has no attempt at the processor.',
    'There is no dispute that could be won, no refund that could fail.',
  ],
  ORDER_EXPIRED: ['The consumer took longer than the order is valid: 30 minutes unless set otherwise.'],
  PAYLOAD_TOO_LARGE: [
    'More than 64 KiB at the merchant interface, 16 KiB at the Checkout API, 256 KiB for a channel’s callback, 128 KiB at operations.',
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    '`Content-Type` is missing or is a form’s.',
    'The body is compressed, or in another encoding than UTF-8.',
  ],
  REFUND_EXCEEDS_AMOUNT: [
    'Refunds that are still pending count too.',
    'A dispute that was lost has already returned a part.',
  ],
  ORDER_NOT_REFUNDABLE: ['The order was never paid, is closed, or is refunded already.'],
  ORDER_IN_DISPUTE: [
    'The consumer objected to the payment at their bank.',
    'Another dispute of the same payment was reported, which the operator has to look into first: `error.detail` says so.',
  ],
  CURRENCY_MISMATCH: ['The refund names the shop’s currency, where the consumer paid in another.'],
  PAYMENT_METHOD_UNAVAILABLE: [
    'No channel offers this `paymentMethodCode`.',
    'In production the merchant has no permission to take card numbers in a form of its own.',
  ],
  TOO_MANY_ATTEMPTS: [
    'Ten tries failed or were abandoned: somebody tries cards. Each decline in a processor’s own form is a try.',
  ],
  PAYMENT_NOT_INITIALISED: ['`submit` was called before `init`, or after the attempt had ended.'],
  WEBHOOK_SWITCHED_OFF: ['The receiver answered 410 Gone, which means: never send here again.'],
  REFUND_NOT_CANCELLABLE: ['Only a refund that its channel does not have can be cancelled.'],
  RETURN_NOT_REPEATABLE: ['The refund was the merchant’s own, or it did not fail.'],
  MERCHANT_MOVE_NOT_POSSIBLE: [
    'The merchant is switched off already, or active already, or was never waiting for an approval.',
  ],
  LAST_ACTIVE_KEY: ['No next key was added before this one was revoked.'],
  TOO_MANY_KEYS: ['Rotations added keys and revoked none.'],
  CHANNEL_IN_USE: ['It was not retired before.', 'A payment was sent to it once, paid or not.'],
  CHANNEL_ACCOUNT_DIFFERS: [
    'The keys were copied from another account, or from another sandbox of the same one.',
    'The business has a new account at the processor and was to go on under the same channel.',
  ],
  CLOCK_ONLY_FORWARD: ['The moment is before the sandbox’s business time, which may have been moved ahead.'],
  CLOCK_TOO_FAR_AHEAD: ['Moves add up, over all tests on this database.'],
  NOTHING_DUE: ['No order is open, no webhook and no refund waits.'],
  REFUND_NOT_CONCLUDABLE: [
    'The channel has told its result meanwhile, or another operator has concluded it.',
    'It was asked for less than an hour ago, so that its result can still come by itself.',
    'The gateway has sent it within the last minute, and the channel may make it now.',
    'It ended without money, which can only be concluded as made or made by hand.',
    'The `amount` is more than was paid, in another currency, or given with not_made.',
  ],
  DISPUTE_NOT_CONCLUDABLE: [
    'The payment was never disputed.',
    'The dispute that you named was won meanwhile, and the order has another one now.',
    'The channel has told the outcome meanwhile, or another operator has concluded the dispute.',
    'The dispute was lost already, and nothing says that the bank took more.',
    'The `amount` is more than was paid, in another currency, or given with won.',
  ],
  RATE_LIMITED: [
    'More than 100 signed requests in a second for long, after a burst of 200, unless the operator set other figures.',
    'A page polls the payment status without `wait`: 10 requests in a second for a session, after a burst of 40.',
  ],
  INTERNAL_ERROR: ['A fault of the gateway. Its log has the `request_id`.'],
  CHANNEL_ERROR: ['The processor is out of order, is too slow, or refused to begin the payment.'],
  UNAVAILABLE: ['The database restarts or is being replaced; it lasts for seconds.'],
};
