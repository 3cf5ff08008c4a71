import { isSameMoney } from '../same-money.ts';
import type { EntryOfDispute, EntryState, OwnEntry } from './own-entry.ts';
import type { Side } from './reconciliation.ts';

/**
 * The result of comparing both sides' entries for the same object: they differ in amount or state, one side is still pending,
 * or they agree. `no_money`: both sides hold no money for the entry, so there is nothing to add up.
 */
export type Verdict = 'amount' | 'state' | 'pending' | 'agreed' | 'no_money';

export function verdictOf(own: OwnEntry, there: Side): Verdict {
  return own.dispute === null ? moneyVerdict(own, there) : disputeVerdict(own, own.dispute, there);
}

/**
 * Whether the channel's line can be an earlier step of what the gateway knows. Some channels keep every step of an entry on
 * its own day; then a later line decides.
 */
export function awaitsLaterLine({ state, dispute }: OwnEntry, there: Side): boolean {
  return dispute === null
    ? state === 'succeeded' && there.state === 'pending'
    : state === 'won' && there.state === 'opened' && !dispute.isSetAside;
}

function moneyVerdict(own: OwnEntry, there: Side): Verdict {
  const hereMoves = movesMoney(own.state);
  const thereMoves = movesMoney(there.state);
  if (hereMoves && thereMoves && !isSameMoney(own.amount, there.amount)) return 'amount';
  if (own.state === 'pending' || there.state === 'pending') return 'pending';
  if (hereMoves !== thereMoves) return 'state';
  return hereMoves ? 'agreed' : 'no_money';
}

/** Pending money counts too: its amount can be compared. */
function movesMoney(state: EntryState): boolean {
  return state === 'succeeded' || state === 'pending';
}

/**
 * Compares where the money is: the bank has it while a dispute is open and after it is lost. If only the
 * channel's books have an outcome, the gateway still awaits it. If only the gateway has a loss, the books do not
 * differ, because the loss itself moves no money. Books of the day of the opening show the amount disputed
 * then, even if the bank has taken another one since.
 */
function disputeVerdict(own: OwnEntry, { isSetAside, openingAmount }: EntryOfDispute, there: Side): Verdict {
  const thereWithdrawn = isWithdrawn(there.state);
  if (isSetAside) return thereWithdrawn ? 'state' : 'no_money';
  if (there.state === 'pending') return 'pending';
  const isOpening = there.state === 'opened' && isSameMoney(openingAmount, there.amount);
  if (!isOpening && !isSameMoney(own.amount, there.amount)) return 'amount';
  if (own.state === 'opened' && there.state !== 'opened') return 'pending';
  if (isWithdrawn(own.state) !== thereWithdrawn) return 'state';
  return thereWithdrawn ? 'agreed' : 'no_money';
}

function isWithdrawn(state: EntryState): boolean {
  return state === 'opened' || state === 'lost';
}
