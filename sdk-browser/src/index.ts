export type {
  CheckoutOrder,
  DeclineCategory,
  ErrorName,
  PaymentMethod,
  PaymentRenderType,
} from '@kassa/contracts';
export type { Checkout, MountOptions } from './checkout.ts';
export {
  CheckoutError,
  ConnectionError,
  ServiceError,
  SessionMissingError,
  SupersededError,
  UnsafeAddressError,
  UnsupportedRenderTypeError,
} from './checkout-errors.ts';
export type {
  CheckoutEvents,
  CheckoutPhase,
  CheckoutSnapshot,
  PaymentResult,
} from './checkout-events.ts';
export { type CheckoutSession, type OpenedSession, openSession } from './checkout-session.ts';
export { type CreateCheckoutOptions, createCheckout } from './create-checkout.ts';
export type { Payment, SubmitOutcome } from './payment.ts';
export type { CardFormTexts } from './renderers/card-form-texts.ts';
