import { isSameMoney } from '../same-money.ts';
import type { EntryOfDispute, EntryState, OwnEntry } from './own-entry.ts';
import type { Side } from './reconciliation.ts';

/**
 * The result of comparing an entry of the gateway with the channel's: their amounts differ, their states differ, one side still
 * awaits an outcome, or they agree. `no_money`: neither side moved money, so there is nothing to add up.
 */
export type Verdict = 'amount' | 'state' | 'pending' | 'agreed' | 'no_money';

export function verdictOf(own: OwnEntry, there: Side): Verdict {
  return own.dispute === null ? moneyVerdict(own, there) : disputeVerdict(own, own.dispute, there);
}

/**
 * Whether the channel's line may show an earlier step of a payment, refund or dispute that the gateway knows to be finished.
 * Some channels list every step of a payment or dispute on the day on which it happened. Then a later line of the channel shows
 * the outcome.
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

/**
 * Whether an entry's state means that the books have an amount for it, which is then compared: its money has moved or is
 * pending.
 */
function movesMoney(state: EntryState): boolean {
  return state === 'succeeded' || state === 'pending';
}

/**
 * Compares what the gateway and the channel say about a dispute. What matters is who has the money: the bank has it while the
 * dispute is open and after the dispute is lost. If only the channel has an outcome, the gateway still waits for it. If only
 * the gateway knows that the dispute was lost, the books agree, because losing moves no money.
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
