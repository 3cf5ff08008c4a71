import type { SandboxTrigger } from '@kassa/contracts';
import type { PaymentReference } from './payment-channel.ts';

/** The events that testers can trigger at a simulated processor. There are no triggers in production. */
export interface SandboxTriggers {
  /**
   * Makes the simulated processor trigger an event for a payment, such as a dispute. The processor then reports the event to
   * the gateway by callback.
   */
  pull(payment: PaymentReference, what: SandboxTrigger): Promise<TriggerAnswer>;
}

export type TriggerAnswer =
  | { readonly kind: 'pulled' }
  | { readonly kind: 'not_possible'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly detail: string };
