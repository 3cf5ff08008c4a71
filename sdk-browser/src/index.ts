export type {
  CheckoutAction,
  CheckoutOrder,
  CheckoutReceipt,
  DeclineCategory,
  ErrorName,
  ExpressPayment,
  PaymentInstructions,
  PaymentMethod,
  PaymentRenderType,
} from '@kassa/contracts';
export type {
  Appearance,
  AppearanceProperty,
  AppearanceRule,
  AppearanceRules,
  AppearanceSelector,
  AppearanceVariables,
} from './appearance.ts';
export type { CardFrameTexts } from './card-frame/card-frame-texts.ts';
export type { ChallengeTexts } from './challenge/challenge-texts.ts';
export type { Checkout } from './checkout.ts';
export {
  CheckoutError,
  ConnectionError,
  LibraryLoadError,
  OriginNotAllowedError,
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
export type { ExpressButtons, ExpressOptions } from './express/express-options.ts';
export { navigateTop } from './leave-page.ts';
export type { MountOptions } from './mount-options.ts';
export type { Payment } from './payment.ts';
export type { CardFieldName, PaymentEvents, PaymentInput } from './payment-events.ts';
export type { PaymentTexts } from './payment-texts.ts';
export type { CardFormTexts } from './renderers/card-form-texts.ts';
export type { SubmitOutcome } from './submit-outcome.ts';
