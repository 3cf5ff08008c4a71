import type { CheckoutPhase, PaymentInstructions } from '@kassa/sdk-browser';
import type { Connection, Place, Situation } from './screen-table.ts';

/**
 * The stage that the page has reached: it is still opening the order, the gateway has refused to open the order, or the
 * checkout is in one of its phases.
 */
export type Stage = 'opening' | 'refused' | CheckoutPhase;

/** What the page knows about the order, the payment and the consumer. */
export interface Facts {
  readonly stage: Stage;
  /** Whether the order was paid before this page was opened. */
  readonly paidBefore: boolean;
  /** Whether the payment has just succeeded in the form on this page. The form's button still shows the success. */
  readonly confirmed: boolean;
  /** Whether the form on this page has sent the payment that is in progress. */
  readonly sent: boolean;
  /** Whether the order has used up its attempts, so that the gateway opens no further one. */
  readonly usedUp: boolean;
  /** Whether the payment takes longer than usual. */
  readonly overdue: boolean;
  /** Whether the payment may take hours or days. */
  readonly slow: boolean;
  /** What the consumer needs in order to pay at a bank or a till; null if the payment is made otherwise. */
  readonly instructions: PaymentInstructions | null;
  /** The address of the processor's page on which the consumer can continue the payment; null if there is none. */
  readonly pendingUrl: string | null;
  /**
   * The address of the processor's page, if the cashier tried to open the page and the browser did not allow it. This can
   * happen if the cashier is shown in a frame. Otherwise null.
   */
  readonly blockedUrl: string | null;
  /** Whether the bank's 3-D Secure page is open over this page. */
  readonly atBank: boolean;
  /** Whether the consumer left the processor's page without finishing the payment. */
  readonly leftEarly: boolean;
  /** Whether the device reports a network. */
  readonly online: boolean;
  /** Whether the gateway answers. */
  readonly connected: boolean;
}

/** Returns the situation of the page. The state table says what the page shows in each situation. */
export function situationOf(facts: Facts): Situation {
  const { stage, overdue } = facts;
  const connection = connectionOf(facts);
  const here = { place: 'here', connection } as const;
  switch (stage) {
    case 'opening':
      return { order: 'unknown', attempt: 'none', ...here };
    case 'refused':
      return { order: 'refused', attempt: 'none', ...here };
    case 'open':
    case 'failed': {
      const attempt = stage === 'failed' ? 'failed' : 'none';
      return { order: 'open', attempt: facts.usedUp ? 'used_up' : attempt, ...here };
    }
    case 'confirming':
      return { order: 'paying', attempt: overdue ? 'confirming_overdue' : 'confirming', ...here };
    case 'submitting':
    case 'processing':
    case 'redirecting': {
      const place = placeOf(facts);
      if (facts.instructions && stage === 'processing')
        return {
          order: 'paying',
          attempt: 'instructed',
          place: facts.blockedUrl ? 'held' : 'here',
          connection,
        };
      if (facts.slow || overdue) {
        return { order: 'paying', attempt: facts.slow ? 'slow' : 'overdue', place, connection };
      }
      const isInForm = place === 'here' || place === 'leaving' || place === 'bank_dialog';
      if (facts.sent && isInForm) return { order: 'paying', attempt: 'sent', place, connection };
      return { order: 'paying', attempt: 'submitted', place, connection };
    }
    case 'paid':
      if (facts.confirmed) return { order: 'paid', attempt: 'confirmed', ...here };
      return { order: 'paid', attempt: facts.paidBefore ? 'succeeded_before' : 'succeeded', ...here };
    case 'expired':
      return { order: 'closed', attempt: 'none', ...here };
  }
}

function connectionOf({ connected, online }: Facts): Connection {
  if (!connected) return 'unanswered';
  return online ? 'connected' : 'offline';
}

function placeOf({ stage, blockedUrl, atBank, pendingUrl, leftEarly }: Facts): Place {
  if (stage === 'redirecting') return 'leaving';
  if (blockedUrl !== null) return 'held';
  if (atBank) return 'bank_dialog';
  if (pendingUrl === null) return 'here';
  return leftEarly ? 'unfinished' : 'returned';
}
