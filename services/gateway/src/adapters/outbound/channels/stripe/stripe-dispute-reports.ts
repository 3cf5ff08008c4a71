import type { DisputeCategory, DisputeReason } from '@kassa/contracts';
import type Stripe from 'stripe';
import type { DisputeReport } from '../../../../domain/dispute/dispute.ts';
import { fromDisputedAmount, roundedUp } from './stripe-amounts.ts';
import { notUnderstood, type Reading } from './stripe-results.ts';

type Meaning = Pick<DisputeReport, 'kind' | 'isAnnouncement' | 'mayReopen' | 'stage' | 'isCalledLost'>;

const opened: Meaning = { kind: 'opened' };
/** A bank's inquiry takes no money. Stripe lists it as a dispute ("How disputes work" in Stripe's documentation). */
const announced: Meaning = { kind: 'opened', isAnnouncement: true, stage: 'inquiry' };

/** An appeal comes after an outcome, so it opens an ended dispute again. */
const openAgain: Meaning = { kind: 'opened', mayReopen: true };

/**
 * What each status of a dispute means ("The Dispute object" in Stripe's documentation). The status `prevented` is handled
 * separately.
 */
const meanings: Readonly<Record<string, Meaning>> = {
  needs_response: opened,
  under_review: opened,
  appeal_needs_response: openAgain,
  appeal_under_review: openAgain,
  won: { kind: 'won' },
  lost: { kind: 'lost' },
  warning_needs_response: announced,
  warning_under_review: announced,
  warning_closed: { kind: 'won', stage: 'inquiry' },
};

/**
 * Reads the state of a dispute. A dispute that Stripe prevented never becomes a chargeback, so it stays open for ever. But if
 * Stripe gave the consumer the money, the gateway treats the dispute as lost.
 *
 * If the bank decides partly in the merchant's favour, Stripe ends the dispute as lost, and returns a part of its money
 * ("Dispute for full charge amount after a partial refund was issued" in Stripe's support pages).
 *
 * Stripe documents that a dispute lists at most two balance transactions ("The Dispute object"). So after a win and a later
 * loss, Stripe may list only the first withdrawal and the reinstatement. This looks like a loss whose money the bank returned;
 * the domain distinguishes the two.
 *
 * If the list does not account for the disputed amount, nobody knows how much the bank has kept. The dispute then counts as
 * open over the amount that the list shows, so that an operator gets a case. It stays open until Stripe lists all transactions
 * or the operator decides.
 */
export function readDispute(dispute: Stripe.Dispute): Reading<DisputeReport> {
  const { status } = dispute;
  if (status === 'prevented' && !isMoneyGone(dispute)) return { kind: 'under_way' };
  const meaning = meaningOf(dispute);
  if (meaning === undefined) return notUnderstood(`a dispute that is ${status}`);
  if (meaning.kind !== 'opened' && isCut(dispute)) return readAs(openAgain, firstWithdrawn(dispute), dispute);
  const taken = meaning.kind === 'lost' ? takenBy(dispute) : amountOf(dispute);
  if (taken > 0) return readAs(meaning, taken, dispute);
  const isCalledLost = status === 'lost';
  return readAs(
    { ...meaning, kind: 'won', ...(isCalledLost && { isCalledLost }) },
    amountOf(dispute),
    dispute,
  );
}

function readAs(meaning: Meaning, minor: number, dispute: Stripe.Dispute): Reading<DisputeReport> {
  const { currency } = dispute;
  const amount = fromDisputedAmount({ amount: minor, currency });
  return amount === undefined
    ? notUnderstood(`${minor} of ${currency}`)
    : { kind: 'ended', result: reportOf(dispute, meaning, amount) };
}

function meaningOf(dispute: Stripe.Dispute): Meaning | undefined {
  const { status } = dispute;
  if (status === 'prevented') return { kind: 'lost' };
  const meaning = Object.hasOwn(meanings, status) ? meanings[status] : undefined;
  if (meaning === opened && isTakenAgain(dispute)) return openAgain;
  if (meaning?.kind !== 'won' || isConversionRest(dispute)) return meaning;
  // The status is either still that of the earlier win, or that of a new win for which Stripe has not listed the returned money
  // yet.
  if (isTakenAgain(dispute)) return openAgain;
  return isKeptInPart(dispute) ? { kind: 'lost' } : meaning;
}

/** Whether the bank returned the money and has taken it again, so that the earlier outcome no longer holds. */
function isTakenAgain(dispute: Stripe.Dispute): boolean {
  if (!hasMoneyBack(dispute) || !isMoneyGone(dispute) || isConversionRest(dispute)) return false;
  return movesOf(dispute).filter(({ amount }) => amount < 0).length > 1;
}

/**
 * The money may come back months later, at another exchange rate. Up to this share of the withdrawn money may then be missing
 * because of the rate. If more is missing, the bank has kept a part.
 */
const LARGEST_CONVERSION_REST = 0.1;

/**
 * Whether all money of a dispute came back, but Stripe converted it at another rate, so that the account received a little less
 * than it paid. In the dispute's own currency, the returned money is then complete.
 */
function isConversionRest(dispute: Stripe.Dispute): boolean {
  const moves = movesOf(dispute);
  const latest = moves.reduce<Stripe.BalanceTransaction | undefined>(
    (last, move) => (last !== undefined && move.created < last.created ? last : move),
    undefined,
  );
  const isBackLast = latest !== undefined && latest.amount > 0;
  const withdrawn = -sumOf(moves.filter(({ amount }) => amount < 0));
  return isBackLast && isConverted(dispute) && -sumOf(moves) <= withdrawn * LARGEST_CONVERSION_REST;
}

/**
 * Returns the amount of a dispute. Stripe can lower this amount although the bank took more. If all the money came back, the
 * disputed amount is all that the bank took.
 */
function amountOf(dispute: Stripe.Dispute): number {
  const moves = movesOf(dispute);
  if (isConverted(dispute) || !hasMoneyBack(dispute) || sumOf(moves) !== 0) return dispute.amount;
  return Math.max(dispute.amount, ...moves.map(({ amount }) => -amount));
}

/**
 * Whether Stripe's list of a dispute's transactions lacks a withdrawal: the withdrawals before the first return of money add up
 * to less than the disputed amount. A list with a single withdrawal is always complete. If Stripe converted the money, the list
 * cannot show this, because the transactions are in another currency.
 */
function isCut(dispute: Stripe.Dispute): boolean {
  const withdrawn = firstWithdrawn(dispute);
  const isSmaller = withdrawn > 0 && withdrawn < dispute.amount;
  return isSmaller && allMovesOf(dispute).length > 1 && !isConverted(dispute);
}

/** Returns, in Stripe's units, what the bank took before it first returned money, as far as Stripe lists it. */
function firstWithdrawn(dispute: Stripe.Dispute): number {
  const moves = movesOf(dispute);
  const firstBack = moves.findIndex(({ amount }) => amount > 0);
  return Math.max(0, -sumOf(firstBack === -1 ? moves : moves.slice(0, firstBack)));
}

function isConverted(dispute: Stripe.Dispute): boolean {
  return movesOf(dispute).some(({ currency }) => currency !== dispute.currency);
}

/**
 * Returns the stage that a dispute has reached. Stripe does not name the stage, so it is derived from the dispute's
 * transactions and status. If the bank has returned the money and then takes it again or appeals, it has objected again, and
 * the stage is later. After that, a report of the first win must not end the dispute. If there is an appeal while the bank
 * still has the money, it is the merchant's appeal, and a win after it looks like a first win.
 */
function stageOf(dispute: Stripe.Dispute): Pick<DisputeReport, 'stage'> {
  if (!hasMoneyBack(dispute)) return {};
  const withdrawals = movesOf(dispute).filter(({ amount }) => amount < 0).length;
  if (withdrawals > 2) return { stage: 'arbitration' };
  return withdrawals === 2 || dispute.status.startsWith('appeal_') ? { stage: 'pre_arbitration' } : {};
}

/**
 * Whether the bank returned a part of the money and kept the rest. In this case, the dispute is not won, whatever its status
 * says.
 */
function isKeptInPart(dispute: Stripe.Dispute): boolean {
  return hasMoneyBack(dispute) && takenBy(dispute) > 0;
}

/**
 * Reads a dispute that Stripe blocked before it took any money, so the merchant keeps the money. Undefined for other disputes.
 */
export function readBlocked(dispute: Stripe.Dispute): DisputeReport | undefined {
  const amount = fromDisputedAmount(dispute);
  const isBlocked = dispute.status === 'prevented' && !mayHavePaidBack(dispute) && !isMoneyGone(dispute);
  return isBlocked && amount !== undefined ? reportOf(dispute, { kind: 'won' }, amount) : undefined;
}

function reportOf(dispute: Stripe.Dispute, meaning: Meaning, amount: DisputeReport['amount']): DisputeReport {
  return {
    ...stageOf(dispute),
    ...meaning,
    ...(meaning.kind !== 'opened' && hasMoneyBack(dispute) && { showsMoneyBack: true }),
    channelReference: dispute.id,
    amount,
    reason: reasonOf(dispute),
    channelUrl: pageOf(dispute),
    ...timeToAnswer(dispute),
  };
}

/**
 * Whether Stripe may have returned the money to the consumer in order to prevent the dispute ("Adds support for Dispute
 * Preventions" in Stripe's documentation). If Stripe blocked the dispute instead, the consumer got nothing.
 */
export function mayHavePaidBack({ status, payment_method_details: details }: Stripe.Dispute): boolean {
  return status === 'prevented' && details?.card?.case_type !== 'block';
}

/** The categories of transactions that move disputed money. A dispute's fees have other categories ("Reporting categories"). */
export const moneyOfDispute: ReadonlySet<string> = new Set(['dispute', 'dispute_reversal']);

/**
 * Whether the dispute took money from the Stripe account and has not returned it. The sum of its balance transactions is then
 * negative.
 */
function isMoneyGone(dispute: Stripe.Dispute): boolean {
  return sumOf(movesOf(dispute)) < 0;
}

/** Whether Stripe has returned money of the dispute to the account, all of it or a part. */
function hasMoneyBack(dispute: Stripe.Dispute): boolean {
  return movesOf(dispute).some(({ amount }) => amount > 0);
}

/**
 * Returns what the bank has taken in the end, in Stripe's units of the dispute's currency:
 *
 * - If Stripe lists no withdrawal yet, this is the disputed amount.
 * - If the balance transactions are in the currency of the dispute, it is their sum.
 * - If they are in the account's own currency, they rarely name an exchange rate. So the result is a share of the disputed
 *   amount: the share of the largest withdrawal that the bank kept. The latest transaction alone does not show this share,
 *   because Stripe can return all the money and then withdraw a part of it again.
 */
function takenBy(dispute: Stripe.Dispute): number {
  const moves = movesOf(dispute);
  const withdrawn = Math.max(0, ...moves.map(({ amount }) => -amount));
  if (withdrawn === 0) return dispute.amount;
  const kept = Math.max(-sumOf(moves), 0);
  return isConverted(dispute)
    ? Math.min(roundedUp((dispute.amount * kept) / withdrawn, dispute.currency), dispute.amount)
    : kept;
}

/**
 * Returns the balance transactions that moved a dispute's money. Stripe documents that it lists at most two, but not which
 * ones. If the list begins with money that came back, the withdrawal before it is missing in the list, and this money does not
 * count.
 */
function movesOf(dispute: Stripe.Dispute): Stripe.BalanceTransaction[] {
  const moves = allMovesOf(dispute);
  const first = moves.findIndex(({ amount }) => amount < 0);
  return first === -1 ? moves : moves.slice(first);
}

/**
 * Returns the listed transactions that moved a dispute's money, the earliest first. Stripe gives their times in whole seconds.
 * Within the same second, a withdrawal comes before the return of its money.
 */
function allMovesOf({ balance_transactions: listed = [] }: Stripe.Dispute): Stripe.BalanceTransaction[] {
  return listed
    .filter(({ reporting_category: category }) => moneyOfDispute.has(category))
    .toSorted((one, other) => one.created - other.created || one.amount - other.amount);
}

function sumOf(moves: readonly Stripe.BalanceTransaction[]): number {
  return moves.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Returns the time by which the merchant must respond to a dispute. Stripe reports 0 or null if the bank accepts no response
 * ("The Dispute object").
 */
function timeToAnswer({ evidence_details: details }: Stripe.Dispute): Pick<DisputeReport, 'respondBy'> {
  return details?.due_by ? { respondBy: new Date(details.due_by * 1000) } : {};
}

/** The category of each reason that Stripe names ("Dispute reason codes"). All other reasons are `general`. */
const categories: Readonly<Record<string, DisputeCategory>> = {
  bank_cannot_process: 'processing_error',
  check_returned: 'processing_error',
  credit_not_processed: 'credit_not_processed',
  debit_not_authorized: 'fraudulent',
  duplicate: 'duplicate',
  fraudulent: 'fraudulent',
  incorrect_account_details: 'processing_error',
  insufficient_funds: 'processing_error',
  product_not_received: 'not_received',
  product_unacceptable: 'not_as_described',
  subscription_canceled: 'cancelled_subscription',
  unrecognized: 'unrecognized',
};

/** The reason of a dispute. Its code is the one of the card network or payment method or, if there is none, Stripe's own. */
function reasonOf({
  reason,
  network_reason_code,
  payment_method_details: details,
}: Stripe.Dispute): DisputeReason {
  const code =
    details?.card?.network_reason_code ||
    details?.klarna?.reason_code ||
    details?.paypal?.reason_code ||
    network_reason_code ||
    reason ||
    'general';
  return {
    category: Object.hasOwn(categories, reason) ? (categories[reason] ?? 'general') : 'general',
    code,
  };
}

/** The dispute's page in Stripe's dashboard. Test data has separate pages. */
function pageOf({ id, livemode: isLive }: Stripe.Dispute): string {
  return `https://dashboard.stripe.com/${isLive ? '' : 'test/'}disputes/${encodeURIComponent(id)}`;
}
