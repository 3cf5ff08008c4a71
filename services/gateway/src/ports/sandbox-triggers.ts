import type { SandboxTrigger } from '@kassa/contracts';
import type { PaymentReference } from './payment-channel.ts';

/** What testers may do to a processor that is a simulator. Production has no such thing. */
export interface SandboxTriggers {
  /** The processor makes it happen to the payment, and tells of it by its callback. */
  pull(payment: PaymentReference, what: SandboxTrigger): Promise<TriggerAnswer>;
}

export type TriggerAnswer =
  | { readonly kind: 'pulled' }
  | { readonly kind: 'not_possible'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly detail: string };
