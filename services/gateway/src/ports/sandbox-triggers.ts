import type { SandboxTrigger } from '@kassa/contracts';
import type { PaymentReference } from './payment-channel.ts';

/** What testers may do to a processor that is a simulator. Production has no triggers. */
export interface SandboxTriggers {
  /** Makes the event happen to the payment at the processor, which reports it by callback. */
  pull(payment: PaymentReference, what: SandboxTrigger): Promise<TriggerAnswer>;
}

export type TriggerAnswer =
  | { readonly kind: 'pulled' }
  | { readonly kind: 'not_possible'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly detail: string };
