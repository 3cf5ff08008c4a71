import type { EventType, OrderState, SandboxTrigger } from '@kassa/contracts';

/** How to make an event happen in the sandbox: what the consumer, the merchant and the bank must do. */
export interface Recipe {
  readonly payment: PaymentWay;
  readonly steps: readonly RecipeStep[];
}

export type PaymentWay = { readonly card: string } | { readonly method: string };

export type RecipeStep =
  | { readonly kind: 'refund'; readonly once: OrderState }
  | { readonly kind: 'trigger'; readonly what: SandboxTrigger; readonly once: OrderState };

const succeeds: PaymentWay = { card: '4242424242424242' };
const disputed: RecipeStep = { kind: 'trigger', what: 'dispute_opened', once: 'PAY_SUCCESS' };

export const recipes: Readonly<Record<EventType, Recipe>> = {
  // With this payment method, the consumer has to confirm the payment on the wallet's page. Nobody does so here, so the payment
  // stays pending.
  'order.payment.processing': { payment: { method: 'sandbox_wallet' }, steps: [] },
  'order.payment.succeeded': { payment: succeeds, steps: [] },
  'order.payment.failed': { payment: { card: '4000000000000002' }, steps: [] },
  'order.refund.succeeded': { payment: succeeds, steps: [{ kind: 'refund', once: 'PAY_SUCCESS' }] },
  'order.refund.failed': {
    payment: { card: '4000000000005126' },
    steps: [{ kind: 'refund', once: 'PAY_SUCCESS' }],
  },
  'order.dispute.opened': { payment: succeeds, steps: [disputed] },
  'order.dispute.won': {
    payment: succeeds,
    steps: [disputed, { kind: 'trigger', what: 'dispute_won', once: 'IN_DISPUTE' }],
  },
  'order.dispute.lost': {
    payment: succeeds,
    steps: [disputed, { kind: 'trigger', what: 'dispute_lost', once: 'IN_DISPUTE' }],
  },
};

/** A recipe in words. */
export function describeRecipe({ payment, steps }: Recipe): string {
  const paid = 'card' in payment ? `pay with ${payment.card}` : 'leave the consumer on the wallet’s page';
  const then = steps.map((step) => (step.kind === 'refund' ? 'refund' : step.what));
  return [paid, ...then].join(', then ');
}
