import type { SandboxTrigger } from '@kassa/contracts';
import type { PaymentReference } from './payment-channel.ts';

/** What testers can trigger at a simulated processor. There are no triggers in production. */
export interface SandboxTriggers {
  /** Triggers an event for a payment at the simulated processor, which then reports the event by callback. */
  pull(payment: PaymentReference, what: SandboxTrigger): Promise<TriggerAnswer>;
}

export type TriggerAnswer =
  | { readonly kind: 'pulled' }
  | { readonly kind: 'not_possible'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly detail: string };
