import type { RefusalCode } from '../operations/refusal.ts';

/** The API's errors: code, HTTP status and type. */
const errors = {
  invalid_request: [400, 'invalid_request'],
  idempotency_key_missing: [400, 'invalid_request'],
  unauthorized: [401, 'unauthorized'],
  not_found: [404, 'not_found'],
  payment_not_found: [404, 'not_found'],
  voucher_not_found: [404, 'not_found'],
  refund_not_found: [404, 'not_found'],
  dispute_not_found: [404, 'not_found'],
  idempotency_conflict: [409, 'conflict'],
  payment_not_confirmable: [409, 'conflict'],
  trigger_not_possible: [409, 'conflict'],
  payload_too_large: [413, 'invalid_request'],
  payment_not_paid: [422, 'refused'],
  voucher_not_paid: [422, 'refused'],
  currency_mismatch: [422, 'refused'],
  payment_in_dispute: [422, 'refused'],
  amount_exceeds_refundable: [422, 'refused'],
  internal_error: [500, 'processor_error'],
} as const satisfies Record<string, readonly [number, string]> &
  Record<RefusalCode, readonly [number, string]>;

export type ApiErrorCode = keyof typeof errors;

/** An error with which the API answers a call. The caller sees its message. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;

  constructor(code: ApiErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  get status(): number {
    return errors[this.code][0];
  }

  get body() {
    return { error: { type: errors[this.code][1], code: this.code, message: this.message } };
  }
}
