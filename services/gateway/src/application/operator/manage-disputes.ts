import {
  type ConcludedDispute,
  concludeDispute,
  type DisputeFinding,
} from '../../domain/dispute/conclude-dispute.ts';
import type { RecordedOutcome } from '../../domain/dispute/disputes-set-aside.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChangeOrder } from '../change-order.ts';
import { moneyText } from '../channels/report-text.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { amountFound } from './amount-found.ts';

interface Dependencies {
  readonly change: ChangeOrder;
  readonly clock: Clock;
}

/** What an operator has found about a dispute. */
export interface FoundDispute extends Omit<DisputeFinding, 'lost'> {
  /**
   * The total amount that the bank took, in major units of the order's currency. Undefined if the bank took the amount that the
   * channel named.
   */
  readonly amount?: number | undefined;
}

/** Operators' decisions about disputes. */
export class ManageDisputes {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Ends a dispute for which the channel reported no outcome. Also corrects a recorded outcome, and records a lost dispute that
   * the channel never reported.
   */
  async conclude(
    orderId: string,
    { amount, ...found }: FoundDispute,
  ): Promise<{ readonly kind: 'concluded'; readonly order: PaymentOrder } | Refusal> {
    const cause = { cause: 'dispute_concluded', note: found.note } as const;
    const change = await this.#deps.change.decide<ConcludedDispute>(orderId, cause, (order) => {
      const lost = amountFound(amount, order.amount.currency);
      if (lost === 'impossible') return { verdict: { kind: 'refused', reason: 'amount_impossible' } };
      const finding = { ...found, ...(lost && { lost }) };
      const concluded = concludeDispute(order, finding, this.#deps.clock.now());
      return concluded.kind === 'concluded'
        ? { order: concluded.order, verdict: concluded }
        : { verdict: concluded };
    });
    if (change.kind === 'order_not_found') return refuse('ORDER_NOT_FOUND', `There is no order ${orderId}.`);
    return change.verdict.kind === 'concluded'
      ? { kind: 'concluded', order: change.order }
      : refuse('DISPUTE_NOT_CONCLUDABLE', refusalText(change.verdict, found));
  }
}

function refusalText(
  refused: Extract<ConcludedDispute, { kind: 'refused' }>,
  found: Omit<FoundDispute, 'amount'>,
): string {
  switch (refused.reason) {
    case 'no_dispute':
      return 'The order has no dispute. If the bank took money all the same, name the dispute with lost and the amount and, if a late or duplicate payment is disputed, with its attempt.';
    case 'another':
      return `The order’s dispute is ${refused.channelReference} now, not ${found.channelReference}: look at that one before you conclude it.`;
    case 'ended':
      return `The order already records an outcome of this dispute: ${recordedText(refused.recorded)}. If that is right, nothing is left to do. If not, check the channel’s own record again. Read the cases about this dispute, too. Then repeat the command with corrects (--corrects ${refused.recorded.since.toISOString()}). If the bank took another amount in all, use lost with this total amount.`;
    case 'reported_again':
      return `The channel has reported this open dispute again, at ${refused.since.toISOString()}: the bank may have taken the money since you looked, or given it back. Check the channel’s own record again. If the dispute has ended there, repeat the command with corrects (--corrects ${refused.since.toISOString()}).`;
    case 'written_off':
      return `The order already records the loss of this payment, under ${refused.channelReference}. If that is right, settle the case. If not, correct the loss under that reference. If more was lost, use lost with the total amount.`;
    case 'nothing_to_correct':
      return 'The order records no outcome of this dispute that you could correct. Look at the order again. If nothing else is recorded there, leave out corrects (--corrects).';
    case 'loss_known':
      return 'The loss of this payment already waits for an operator as a case. There is nothing else to record.';
    case 'amount_needed':
      return 'The channel has reported another amount for this dispute than the order would count. Conclude it with lost and the total amount that the bank took, as the channel’s own record shows it.';
    case 'attempt_needed':
      return 'This order has several payment attempts, and the channel has never reported this dispute. Name the attempt whose money the bank took, as the channel’s own record shows it.';
    case 'attempt_unknown':
      return 'The order has no such payment attempt.';
    case 'payment_not_counted':
      return `The dispute is over the payment ${refused.paymentReference}, which the order does not count. So there is no loss to record. Settle the cases about this payment instead.`;
    case 'payment_needed':
      return 'The channel has taken several payments for this attempt, and has not reported which one this dispute is over. Look it up in the channel’s own record. If the order counts the disputed payment, name the payment’s reference. If not, record nothing and settle the cases about that payment.';
    case 'payment_unknown':
      return 'The attempt has no payment with this reference. If another attempt made the payment, name that attempt.';
    case 'amount_impossible':
      return 'The amount must be one of the order’s currency, and at most what was paid, or what the channel named for this dispute. A dispute that was won has none.';
  }
}

function recordedText({ outcome }: RecordedOutcome): string {
  return outcome.kind === 'won' ? 'won' : `lost, over ${moneyText(outcome.lost)}`;
}
