import { addSeconds } from '../add-seconds.ts';
import { isSameMoney } from '../same-money.ts';
import type { EntryOfDispute, EntryState, OwnEntry } from './own-entry.ts';
import type { Side } from './reconciliation.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * The result of comparing an entry of the gateway's books with the channel's entry:
 * - `amount`: the amounts differ.
 * - `state`: the states differ.
 * - `pending`: one side still awaits an outcome.
 * - `agreed`: the entries agree.
 * - `no_money`: neither side moved money, so there is nothing to add up.
 */
export type Verdict = 'amount' | 'state' | 'pending' | 'agreed' | 'no_money';

export function verdictOf(own: OwnEntry, there: Side): Verdict {
  return own.dispute === null ? moneyVerdict(own, there) : disputeVerdict(own, own.dispute, there);
}

/**
 * Whether the channel's line may be out of date, because it shows an earlier state than the gateway knows. For example, the
 * line says `pending`, but the payment has succeeded since. Some channels list each step on the day on which it happened. So
 * the gateway looks for a later line before it decides whether the books agree.
 */
export function awaitsLaterLine({ subject, state, amount, dispute }: OwnEntry, there: Side): boolean {
  if (dispute === null) {
    // The gateway records that the attempt has ended unpaid. The channel may list the payment as pending for ever. So do not
    // wait for a later line in the channel's books.
    const isEnded = state === 'succeeded' || (subject === 'refund' && state !== 'pending');
    return isEnded && there.state === 'pending';
  }
  if (dispute.isSetAside || there.state !== 'opened') return false;
  return state === 'won' || (state === 'lost' && !isSameMoney(amount, there.amount));
}

function moneyVerdict(own: OwnEntry, there: Side): Verdict {
  if (isLineBeforeReversal(own, there)) return 'no_money';
  const hereMoves = movesMoney(own.state);
  const thereMoves = movesMoney(there.state);
  if (hereMoves && thereMoves && !isSameMoney(own.amount, there.amount)) return 'amount';
  if (own.state === 'pending' || there.state === 'pending') return 'pending';
  if (hereMoves !== thereMoves) return 'state';
  return hereMoves ? 'agreed' : 'no_money';
}

/**
 * Whether the channel's line shows a refund as made although the channel took the refund back later. Some channels list both
 * steps, each on its own day. A line that is more than a day later than the reversal shows that the channel made the refund
 * again. The margin of a day is needed because some books give a date without a time, and because clocks differ.
 */
function isLineBeforeReversal({ refund, state }: OwnEntry, there: Side): boolean {
  const reversal = refund?.reversal;
  if (reversal === undefined || state !== 'failed' || there.state !== 'succeeded') return false;
  const madeAgainAfter = addSeconds(reversal.toldAt ?? reversal.reversedAt, DAY_SECONDS);
  if (there.at !== null && there.at > madeAgainAfter) return false;
  return isSameMoney(reversal.amount, there.amount);
}

/**
 * Whether the money of an entry in this state has moved or may still move. Only then are the amounts of both books compared.
 */
function movesMoney(state: EntryState): boolean {
  return state === 'succeeded' || state === 'pending';
}

/**
 * Compares what the gateway and the channel's books say about who has the money of a dispute. The bank has the money while the
 * dispute is open and after it is lost.
 *
 * If only the channel's books show the outcome, the result is `pending`, because the gateway still waits for the outcome. If
 * only the gateway knows that the dispute was lost, the result can still be `agreed`: according to the channel's books, the
 * bank has had the disputed amount since the dispute was opened.
 *
 * The books for the day on which the dispute was opened show the amount that was first disputed. If the bank took another
 * amount in the end, the result is `pending` until a later line of the books shows that amount.
 *
 * If the gateway does not know yet that the bank took any money, because the channel has only announced the dispute, the result
 * is also `pending`, whatever the books show.
 */
function disputeVerdict(own: OwnEntry, { isSetAside, openingAmount }: EntryOfDispute, there: Side): Verdict {
  const thereWithdrawn = isWithdrawn(there.state);
  if (isSetAside) return thereWithdrawn ? 'state' : 'no_money';
  if (there.state === 'pending' || (own.state === 'opened' && own.at === null)) return 'pending';
  if (isAllBack(own, there)) return 'no_money';
  const isSameAmount = isSameMoney(own.amount, there.amount);
  const isOpening = there.state === 'opened' && isSameMoney(openingAmount, there.amount);
  if (!isOpening && !isSameAmount) return 'amount';
  if (own.state === 'opened' && there.state !== 'opened') return 'pending';
  if (isWithdrawn(own.state) !== thereWithdrawn) return 'state';
  if (!isSameAmount) return 'pending';
  return 'agreed';
}

/**
 * Whether the bank has given back at least the amount that the gateway records as disputed. If so, the recorded amounts may
 * differ: if the gateway first learned of the dispute when the bank had already given back a part, it does not know the amount
 * that was first disputed.
 */
function isAllBack(own: OwnEntry, there: Side): boolean {
  const isSameCurrency = own.amount.currency === there.amount.currency;
  const isEnough = isSameCurrency && there.amount.amountMinor >= own.amount.amountMinor;
  return own.state === 'won' && there.state === 'won' && isEnough;
}

function isWithdrawn(state: EntryState): boolean {
  return state === 'opened' || state === 'lost';
}
