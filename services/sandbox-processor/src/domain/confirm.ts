import { type CardDetails, summariseCard } from './card.ts';
import type { Device } from './device.ts';
import { moved, type NextStep, type Payment, type PaymentChange } from './payment.ts';
import { type Scenario, scenarioOf } from './test-cards.ts';
import { later, type Timing } from './timing.ts';

/**
 * A request to confirm a payment: by whom, with which card and from which device. If the payment has a card form, only the
 * payer's browser can confirm it.
 */
export interface Confirmation {
  readonly from: 'server' | 'client';
  readonly card: CardDetails | null;
  /** The wallet that the card comes from; null if the payer has typed it. */
  readonly wallet: Payment['wallet'];
  readonly device: Device | null;
}

export type ConfirmOutcome =
  | ({ readonly kind: 'confirmed' } & PaymentChange)
  | { readonly kind: 'left_to_page'; readonly payment: Payment }
  | { readonly kind: 'card_missing' }
  | { readonly kind: 'card_not_expected' }
  | { readonly kind: 'left_to_client' }
  | { readonly kind: 'not_confirmable' };

/**
 * Confirms a payment. A card is handed to the simulated bank. For any other method, the payer decides on a page of the
 * processor.
 */
export function confirm(
  payment: Payment,
  { from, card, wallet, device }: Confirmation,
  now: Date,
  timing: Timing,
): ConfirmOutcome {
  if (payment.client !== null && from === 'server') return { kind: 'left_to_client' };
  if (payment.method !== 'card') {
    if (card !== null) return { kind: 'card_not_expected' };
    if (payment.status !== 'created') return { kind: 'left_to_page', payment };
    return { kind: 'confirmed', payment: { ...payment, device, updatedAt: now }, events: [] };
  }
  if (card === null) return { kind: 'card_missing' };
  if (payment.status !== 'created') return { kind: 'not_confirmable' };

  const scenario = scenarioOf(card, now);
  const known = { ...payment, card: summariseCard(card), wallet, device, scenario };
  if (scenario === 'three_d_secure')
    return { kind: 'confirmed', payment: moved(known, 'challenge', now), events: [] };
  return {
    kind: 'confirmed',
    payment: { ...moved(known, 'authorise', now), nextStep: settlement(scenario, now, timing) },
    events: [],
  };
}

/**
 * Plans when a payment gets its result. One test card makes the call time out; its result comes much later, so that testers
 * first see an unknown outcome.
 */
function settlement(scenario: Scenario, now: Date, timing: Timing): NextStep {
  const delayMs = scenario === 'times_out' ? timing.callbackDelayMs * 10 : timing.callbackDelayMs;
  return { kind: 'settle', dueAt: later(now, delayMs) };
}
