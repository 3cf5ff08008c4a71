import type { SandboxTrigger } from '@kassa/contracts';
import type { PaymentReference } from './payment-channel.ts';

/** What testers can trigger at a simulated processor. Production has no triggers. */
export interface SandboxTriggers {
  /** Triggers the event for the payment at the processor, which then reports it by callback. */
  pull(payment: PaymentReference, what: SandboxTrigger): Promise<TriggerAnswer>;
}

export type TriggerAnswer =
  | { readonly kind: 'pulled' }
  | { readonly kind: 'not_possible'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly detail: string };
