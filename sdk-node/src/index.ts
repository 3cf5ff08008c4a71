// Every type that a file of `resources/` exports is public, so a new call of the merchant interface needs no line here.
export type { ErrorName, EventType, FieldError } from '@kassa/contracts';
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
export type { Claim, EventStore } from './event-stores/event-store.ts';
export { MemoryEventStore } from './event-stores/memory-event-store.ts';
export { type Environment, Kassa, type KassaOptions } from './kassa.ts';
export type { DecimalAmount } from './request/exact-amount.ts';
export type { CallOptions } from './request/gateway-client.ts';
export type { Page, Paged } from './request/paging.ts';
export type { Moment } from './request/signed-query.ts';
export type { PrivateKeySource, SignCallback } from './request/signing-key.ts';
export type { EventListParams, EventListResult, EventPage, LoggedEvent } from './resources/event-pages.ts';
export type * from './resources/events.ts';
export type { EventFollowParams, FollowedEvent } from './resources/follow-events.ts';
export type * from './resources/orders.ts';
export type * from './resources/payments.ts';
export type * from './resources/refunds.ts';
export type * from './resources/reports.ts';
export type * from './resources/sandbox.ts';
export type { WebhookHeaders } from './webhooks/header-values.ts';
export type { WebhookEvent, WebhookEventData, WebhookEventOf } from './webhooks/webhook-event.ts';
export { Webhooks, type WebhooksOptions } from './webhooks/webhooks.ts';
