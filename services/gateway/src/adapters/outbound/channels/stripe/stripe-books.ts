import type { Money } from '@kassa/contracts';
import type Stripe from 'stripe';
import type {
  StatementFee,
  StatementLine,
  UnreadEntry,
} from '../../../../domain/reconciliation/statement-line.ts';
import type { ChannelFee } from '../../../../domain/settlement/channel-fee.ts';
import type { TimeSpan } from '../../../../domain/time-span.ts';
import type { ChannelStatement } from '../../../../ports/payment-channel.ts';
import { fromStripeAmount } from './stripe-amounts.ts';
import { ATTEMPT_KEY, callStripe, detailOf, PAGE_SIZE, REFUND_KEY } from './stripe-calls.ts';
import { entryInLedger, findPayment, intentOf, isLastMove, movesDisputedMoney } from './stripe-disputes.ts';
import { FeesBookedApart } from './stripe-fees.ts';
import { isFeeAlone, mayMovePaymentMoney, meaningForOperator } from './stripe-ledger-types.ts';
import { readRefund } from './stripe-results.ts';

/**
 * The ledger is read in parts of one hour, four parts at a time. With only four calls at once, the gateway stays well below
 * Stripe's limit of calls per second.
 */
const PART_MS = 60 * 60 * 1000;
const PARTS_AT_ONCE = 4;
/**
 * The maximum number of ledger pages that are read for one statement. They contain at most a million entries. Without a limit, a
 * list that never ends would fill the memory.
 */
const MOST_PAGES = 10_000;

/** Thrown inside this module when a page of the ledger cannot be read. The statement is then unavailable. */
class Unreadable extends Error {}

/**
 * Reads the account's statement from Stripe's ledger. Whenever money moves, Stripe adds a balance transaction that names the
 * charge, refund or dispute ("The Balance Transaction object" and "Reporting categories" in Stripe's documentation).
 *
 * A declined card or a bank's inquiry moves no money, so the ledger does not contain it.
 */
export async function readStripeBooks(stripe: Stripe, span: TimeSpan): Promise<ChannelStatement> {
  const parts = partsOf(span);
  const lines: StatementLine[] = [];
  const fees: StatementFee[] = [];
  const feesApart = new FeesBookedApart();
  const unread: UnreadEntry[] = [];
  let pages = 0;
  async function readParts(): Promise<void> {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      let after: string | undefined;
      do {
        pages += 1;
        if (pages > MOST_PAGES) throw new Unreadable(`its list is longer than ${MOST_PAGES} pages`);
        const page: Stripe.ApiList<Stripe.BalanceTransaction> = await readPage(stripe, part, after);
        for (const transaction of page.data) {
          if (isFeeAlone(transaction)) {
            feesApart.add(transaction, await namesIn(stripe, transaction));
            continue;
          }
          const entry = await entryOf(stripe, transaction);
          if (entry === null) continue;
          if ('detail' in entry) {
            unread.push(entry);
            continue;
          }
          if (entry.isLast) lines.push(entry.line);
          fees.push(...feesOf(entry.line, transaction));
        }
        after = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (after !== undefined);
    }
  }
  try {
    await Promise.all(Array.from({ length: PARTS_AT_ONCE }, readParts));
    const accountFees = feesApart.ofAccount;
    return { kind: 'statement', lines, fees: [...fees, ...feesApart.own], accountFees, unread };
  } catch (error) {
    // One part could not be read, so the whole statement fails. Empty the list of parts, so that the concurrent readers do not
    // start with another part.
    parts.length = 0;
    if (error instanceof Unreadable) return { kind: 'unavailable', detail: error.message };
    throw error;
  }
}

async function readPage(
  stripe: Stripe,
  { from, before }: TimeSpan,
  after: string | undefined,
): Promise<Stripe.ApiList<Stripe.BalanceTransaction>> {
  const outcome = await callStripe(() =>
    stripe.balanceTransactions.list({
      created: { gte: toSeconds(from), lt: toSeconds(before) },
      limit: PAGE_SIZE,
      expand: ['data.source'],
      ...(after !== undefined && { starting_after: after }),
    }),
  );
  if (outcome.kind === 'ok') return outcome.answer;
  throw new Unreadable(detailOf(outcome));
}

function partsOf({ from, before }: TimeSpan): TimeSpan[] {
  const parts: TimeSpan[] = [];
  for (let start = from.getTime(); start < before.getTime(); start += PART_MS) {
    parts.push({ from: new Date(start), before: new Date(Math.min(start + PART_MS, before.getTime())) });
  }
  return parts;
}

/**
 * Converts the start or the end of a time span to whole seconds, because Stripe's times have no fractions. Starts and ends are
 * both rounded up, so two adjacent spans neither overlap nor leave a gap.
 */
function toSeconds(moment: Date): number {
  return Math.ceil(moment.getTime() / 1000);
}

/** A transaction of the ledger that moved the money of a payment, refund or dispute. */
interface Entry {
  /** The statement line of the payment, refund or dispute, with its present state. */
  readonly line: StatementLine;
  /**
   * Whether the transaction is the latest one about the payment, refund or dispute. Only then does the statement contain the
   * line.
   */
  readonly isLast: boolean;
}

/**
 * Returns the entry for a transaction of the ledger. Null if the transaction cannot have moved the money of a payment, a refund
 * or a dispute.
 */
async function entryOf(
  stripe: Stripe,
  transaction: Stripe.BalanceTransaction,
): Promise<Entry | UnreadEntry | null> {
  const { type, source } = transaction;
  if (!mayMovePaymentMoney(type)) return null;
  const others = { line: { reference: null, channelReference: transaction.id }, isLast: true } as const;
  if (source === null || typeof source === 'string') return others;
  return (
    (await readEntry(stripe, transaction, source)) ??
    (await unreadEntry(stripe, transaction, source)) ??
    others
  );
}

/** Returns undefined if the gateway does not know the meaning of such a transaction. */
async function readEntry(
  stripe: Stripe,
  transaction: Stripe.BalanceTransaction,
  source: Stripe.BalanceTransactionSource,
): Promise<Entry | undefined> {
  const at = new Date(transaction.created * 1000);
  switch (transaction.type) {
    case 'payment_failure_refund':
      // No document of Stripe says whether this entry is about the failed charge or about a refund of it.
      if (source.object === 'refund') return { line: await failedLine(stripe, source, at), isLast: true };
      return paymentEntry(transaction, source, at);
    case 'charge':
    case 'payment':
      return paymentEntry(transaction, source, at);
    case 'refund':
    case 'payment_refund':
    case 'refund_failure':
      return source.object === 'refund'
        ? { line: await refundLine(stripe, source, at), isLast: isLastOf(transaction, source) }
        : undefined;
    case 'adjustment':
      if (source.object === 'dispute') return disputeEntry(stripe, source, transaction);
      // Stripe books the failure of a refund as `refund_failure` or as an adjustment ("Reporting categories").
      return source.object === 'refund' && idOf(source.failure_balance_transaction) === transaction.id
        ? { line: await refundLine(stripe, source, at), isLast: true }
        : undefined;
    default:
      return undefined;
  }
}

function paymentEntry(
  transaction: Stripe.BalanceTransaction,
  source: Stripe.BalanceTransactionSource,
  at: Date,
): Entry | undefined {
  return source.object === 'charge'
    ? { line: paymentLine(source, at), isLast: isLastOf(transaction, source) }
    : undefined;
}

/**
 * Returns an entry about the gateway's own money that an operator has to look at. Undefined if the money does not belong to the
 * gateway.
 */
async function unreadEntry(
  stripe: Stripe,
  { id, type }: Stripe.BalanceTransaction,
  source: Stripe.BalanceTransactionSource,
): Promise<UnreadEntry | undefined> {
  const names = await namesOf(stripe, source);
  if (names === undefined) return undefined;
  const detail = `Stripe’s ledger has the entry ${id} of the type ${type.slice(0, 64)}, ${meaningForOperator(type)}: look at it in Stripe’s dashboard`;
  return { ...names, detail };
}

/**
 * Returns the IDs of the payment, refund or dispute that a transaction is about. Undefined if it does not belong to the
 * gateway.
 */
async function namesIn(
  stripe: Stripe,
  { source }: Stripe.BalanceTransaction,
): Promise<Omit<UnreadEntry, 'detail'> | undefined> {
  return source === null || typeof source === 'string' ? undefined : namesOf(stripe, source);
}

async function namesOf(
  stripe: Stripe,
  source: Stripe.BalanceTransactionSource,
): Promise<Omit<UnreadEntry, 'detail'> | undefined> {
  switch (source.object) {
    case 'charge': {
      const reference = source.metadata[ATTEMPT_KEY];
      const channelReference = idOf(source.payment_intent) ?? source.id;
      return reference === undefined ? undefined : { subject: 'payment', reference, channelReference };
    }
    case 'refund': {
      const reference = source.metadata?.[REFUND_KEY] ?? (await paymentOf(stripe, source));
      return reference === null ? undefined : { subject: 'refund', reference, channelReference: source.id };
    }
    case 'dispute': {
      const reference = await paymentOf(stripe, source);
      return reference === null ? undefined : { subject: 'dispute', reference, channelReference: source.id };
    }
    default:
      return undefined;
  }
}

/**
 * Whether no later transaction reverses this one. A payment or refund that failed has two transactions in Stripe's ledger, and
 * both show the present state. So only the transaction of the failure gets a line. Otherwise, the statement would list the
 * failure twice.
 */
function isLastOf({ id }: Stripe.BalanceTransaction, source: Stripe.Charge | Stripe.Refund): boolean {
  const failedBy = idOf(source.failure_balance_transaction);
  return failedBy === null || failedBy === id;
}

/**
 * Returns the statement line of a payment. The ledger lists a direct debit from the day on which it was started, days before
 * the bank reports its result. Until then, the payment is pending.
 */
function paymentLine(charge: Stripe.Charge, at: Date): StatementLine {
  const reference = charge.metadata[ATTEMPT_KEY];
  const channelReference = idOf(charge.payment_intent) ?? charge.id;
  if (reference === undefined) return { reference: null, channelReference };
  const { status, amount_captured, currency } = charge;
  const isPaid = status === 'succeeded';
  return {
    subject: 'payment',
    reference,
    channelReference,
    amount: moneyOf({ amount: isPaid ? amount_captured : charge.amount, currency }),
    state: isPaid ? 'succeeded' : status === 'failed' ? 'failed' : 'pending',
    at,
  };
}

/**
 * Returns the statement line of a payment that failed after it was started. The line is made from the refund that returned the
 * payment's money.
 */
async function failedLine(stripe: Stripe, refund: Stripe.Refund, at: Date): Promise<StatementLine> {
  const channelReference = intentOf(refund) ?? refund.id;
  const reference = await paymentOf(stripe, refund);
  if (reference === null) return { reference, channelReference };
  return { subject: 'payment', reference, channelReference, amount: moneyOf(refund), state: 'failed', at };
}

/**
 * Returns the statement line of a refund. A refund that somebody made in the Stripe dashboard has no refund ID of the gateway,
 * so its line has the ID of the refunded attempt as its reference.
 */
async function refundLine(stripe: Stripe, refund: Stripe.Refund, at: Date): Promise<StatementLine> {
  const foreign = { reference: null, channelReference: refund.id } as const;
  const reading = readRefund(refund);
  const state = reading.kind === 'ended' ? reading.result.kind : 'pending';
  const own = refund.metadata?.[REFUND_KEY];
  const reference = own ?? (await paymentOf(stripe, refund));
  if (reference === null) return foreign;
  return {
    subject: 'refund',
    reference,
    channelReference: refund.id,
    amount: moneyOf(refund),
    state,
    at,
  };
}

/** Returns the ID of the attempt whose payment was refunded or disputed. Null if the gateway did not make that payment. */
async function paymentOf(stripe: Stripe, source: Stripe.Refund | Stripe.Dispute): Promise<string | null> {
  const found = await findPayment(stripe, intentOf(source));
  if (found.kind === 'unavailable') throw new Unreadable(found.detail);
  return found.kind === 'known' ? found.attemptId : null;
}

async function disputeEntry(
  stripe: Stripe,
  dispute: Stripe.Dispute,
  transaction: Stripe.BalanceTransaction,
): Promise<Entry | undefined> {
  if (!movesDisputedMoney(transaction)) return undefined;
  const isLast = isLastMove(transaction, dispute);
  const reference = await paymentOf(stripe, dispute);
  if (reference === null) return { line: { reference, channelReference: dispute.id }, isLast };
  const entry = entryInLedger(dispute, transaction);
  if (entry === undefined) throw new Unreadable(`Stripe names ${dispute.amount} of ${dispute.currency}`);
  const at = new Date(transaction.created * 1000);
  const line = {
    subject: 'dispute',
    reference,
    channelReference: dispute.id,
    ...entry,
    at,
  } as const;
  return { line, isLast };
}

/**
 * Returns the fee of a transaction. Empty if the payment was not made by the gateway, or if the gateway does not know the
 * currency.
 */
function feesOf(line: StatementLine, transaction: Stripe.BalanceTransaction): readonly StatementFee[] {
  const settled = settledBy(transaction);
  if (line.reference === null || settled === undefined) return [];
  const { subject, reference, channelReference, at } = line;
  return [{ subject, reference, channelReference, at, ...settled }];
}

/**
 * Returns the fee that Stripe took for a movement ("The Balance Transaction object", `fee` and `net`), in the currency of the
 * account's balance. Undefined if Stripe names no amount in a currency that the gateway knows.
 */
function settledBy({ fee, net, currency }: Stripe.BalanceTransaction): ChannelFee | undefined {
  const taken = fromStripeAmount({ amount: fee, currency });
  const left = fromStripeAmount({ amount: net, currency });
  return taken && left && { fee: taken, net: left };
}

function moneyOf(amount: { amount: number; currency: string }): Money {
  const money = fromStripeAmount(amount);
  if (money === undefined) throw new Unreadable(`Stripe names ${amount.amount} of ${amount.currency}`);
  return money;
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
