import type { ErrorDefinition } from './error-definition.ts';

/** Errors of any call: the gateway could not read the request, did not trust the caller, or failed itself. */
export const requestErrors = {
  INVALID_REQUEST: {
    code: 40001,
    httpStatus: 400,
    retryable: false,
    meaning:
      'The request is malformed: bad JSON, a missing or unknown member, or a member with a wrong type or value.',
    whatToDo: 'Read `error.fields`: each entry names a member and what is wrong with it.',
  },
  INVALID_SIGNATURE: {
    code: 40101,
    httpStatus: 401,
    retryable: false,
    meaning:
      'A signature header is missing or malformed, the merchant is unknown, or no active public key verifies the signature.',
    whatToDo:
      'The sandbox returns the server’s six lines in `error.debug`. Compare them with the six lines that you signed. Check that your public key is registered.',
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
    meaning: 'The operator’s token is missing, wrong, expired or revoked.',
    whatToDo:
      'Send `Authorization: Bearer <token>` with a valid token. An admin creates one with `kassa-admin operators create`.',
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
  OPERATOR_FORBIDDEN: {
    code: 40304,
    httpStatus: 403,
    retryable: false,
    meaning: 'The operator’s token has a lower role than this call needs.',
    whatToDo: 'Use a token with the role that the detail names, or ask an admin to make the call.',
  },
  NOT_FOUND: {
    code: 40401,
    httpStatus: 404,
    retryable: false,
    meaning: 'This path does not exist.',
    whatToDo: 'Check the path against the API reference.',
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
  UNAVAILABLE: {
    code: 50301,
    httpStatus: 503,
    retryable: true,
    meaning: 'The gateway cannot process the request right now, for example while its database restarts.',
    whatToDo: 'Repeat the identical request after the seconds in `Retry-After`.',
  },
} as const satisfies Record<string, ErrorDefinition>;
