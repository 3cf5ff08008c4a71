import { isSameMoney } from '../same-money.ts';
import type { EntryState, OwnEntry } from './own-entry.ts';
import type { Side } from './reconciliation.ts';

/**
 * What two entries of the same thing come to: they differ in amount or state, one side still waits, or they agree.
 * `no_money`: both say that no money is anywhere else for it, so there is nothing to add up.
 */
export type Verdict = 'amount' | 'state' | 'pending' | 'agreed' | 'no_money';

export function verdictOf(own: OwnEntry, there: Side): Verdict {
  return own.dispute === null ? moneyVerdict(own, there) : disputeVerdict(own, own.dispute.isSetAside, there);
}

function moneyVerdict(own: OwnEntry, there: Side): Verdict {
  const hereMoves = movesMoney(own.state);
  const thereMoves = movesMoney(there.state);
  if (hereMoves && thereMoves && !isSameMoney(own.amount, there.amount)) return 'amount';
  if (own.state === 'pending' || there.state === 'pending') return 'pending';
  if (hereMoves !== thereMoves) return 'state';
  return hereMoves ? 'agreed' : 'no_money';
}

/** Money that is on its way is counted too: its amount can be compared. */
function movesMoney(state: EntryState): boolean {
  return state === 'succeeded' || state === 'pending';
}

/**
 * What counts is where the money is: with the bank while a dispute is open and when it is lost. An outcome that only
 * the channel's books have is waited for here; that they do not tell a loss is no difference, for no money moves by it.
 */
function disputeVerdict(own: OwnEntry, isSetAside: boolean, there: Side): Verdict {
  const thereWithdrawn = isWithdrawn(there.state);
  if (isSetAside) return thereWithdrawn ? 'state' : 'no_money';
  if (there.state === 'pending') return 'pending';
  if (!isSameMoney(own.amount, there.amount)) return 'amount';
  if (own.state === 'opened' && there.state !== 'opened') return 'pending';
  if (isWithdrawn(own.state) !== thereWithdrawn) return 'state';
  return thereWithdrawn ? 'agreed' : 'no_money';
}

function isWithdrawn(state: EntryState): boolean {
  return state === 'opened' || state === 'lost';
}
