export type {
  CreatePaymentResult,
  ErrorName,
  EventType,
  FieldError,
  PaymentQueryResult,
  RefundQueryResult,
  RefundResult,
} from '@kassa/contracts';
export {
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  RefusedError,
  ServerError,
  type SignatureDifference,
} from './errors/answer-errors.ts';
export {
  AbortError,
  ConnectionError,
  SigningError,
  TimeoutError,
  UnexpectedAnswerError,
} from './errors/call-errors.ts';
export { KassaError, type KassaErrorCode, type LocalErrorCode } from './errors/kassa-error.ts';
export { type WebhookRefusal, WebhookVerificationError } from './errors/webhook-verification-error.ts';
export { Kassa, type KassaOptions } from './kassa.ts';
export type { DecimalAmount } from './request/exact-amount.ts';
export type { CallOptions } from './request/gateway-client.ts';
export type { PrivateKeySource, SignCallback } from './request/signing-key.ts';
export type { CreatePaymentParams, Payments, ProductParams } from './resources/payments.ts';
export type { CreateRefundParams, Refunds } from './resources/refunds.ts';
export type { WebhookHeaders } from './webhooks/header-values.ts';
export { type SignedTestEvent, signTestEvent, type TestEventOptions } from './webhooks/sign-test-event.ts';
export type { WebhookEvent, WebhookEventData, WebhookEventOf } from './webhooks/webhook-event.ts';
export { Webhooks, type WebhooksOptions } from './webhooks/webhooks.ts';
