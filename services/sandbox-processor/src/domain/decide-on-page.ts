import { failure } from './failure.ts';
import { moved, type PageDecision, type Payment, type PaymentChange } from './payment.ts';
import { later, type Timing } from './timing.ts';

/**
 * A page of the processor on which the payer decides: `pay` is the page of a wallet or a bank, `challenge` the 3-D Secure page.
 */
export type PageKind = 'pay' | 'challenge';

export const pageDecisions = {
  pay: ['pay', 'refuse', 'cancel'],
  challenge: ['approve', 'fail'],
} as const satisfies Record<PageKind, readonly PageDecision[]>;

export type PageOutcome =
  | ({ readonly kind: 'decided' } & PaymentChange)
  | { readonly kind: 'already_decided' }
  | { readonly kind: 'finished' };

/** Whether the payment still waits for the payer's decision on this page. */
export function isWaitingForPage(payment: Payment, page: PageKind): boolean {
  return page === 'challenge'
    ? payment.status === 'requires_action'
    : payment.status === 'created' && payment.method !== 'card';
}

/** Changes a payment as the payer decided by pressing a button. Pressing the same button again changes nothing. */
export function decideOnPage(
  payment: Payment,
  page: PageKind,
  decision: PageDecision,
  now: Date,
  timing: Timing,
): PageOutcome {
  if (payment.pageDecision === decision) return { kind: 'already_decided' };
  if (!isWaitingForPage(payment, page)) return { kind: 'finished' };

  const decided: Payment = { ...payment, pageDecision: decision };
  const settle = { kind: 'settle', dueAt: later(now, timing.callbackDelayMs) } as const;
  switch (decision) {
    case 'pay':
      // A wallet pays immediately. A bank transfer takes some time after the payer has confirmed it.
      if (payment.method === 'wallet')
        return {
          kind: 'decided',
          payment: moved(decided, 'succeed', now),
          events: [{ type: 'payment.succeeded' }],
        };
      return {
        kind: 'decided',
        payment: { ...moved(decided, 'accept_transfer', now), nextStep: settle },
        events: [],
      };
    case 'approve':
      return {
        kind: 'decided',
        payment: { ...moved(decided, 'authorise', now), nextStep: settle },
        events: [],
      };
    case 'refuse':
      return {
        kind: 'decided',
        payment: { ...moved(decided, 'fail', now), failure: failure('payment_refused') },
        events: [{ type: 'payment.failed' }],
      };
    case 'fail':
      return {
        kind: 'decided',
        payment: { ...moved(decided, 'fail', now), failure: failure('authentication_failed') },
        events: [{ type: 'payment.failed' }],
      };
    case 'cancel':
      return {
        kind: 'decided',
        payment: moved(decided, 'cancel', now),
        events: [{ type: 'payment.cancelled' }],
      };
  }
}
