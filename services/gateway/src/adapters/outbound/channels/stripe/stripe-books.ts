import type { Money } from '@kassa/contracts';
import type Stripe from 'stripe';
import type { StatementLine } from '../../../../domain/reconciliation/statement-line.ts';
import type { TimeSpan } from '../../../../domain/time-span.ts';
import type { ChannelStatement } from '../../../../ports/payment-channel.ts';
import { fromStripeAmount } from './stripe-amounts.ts';
import { ATTEMPT_KEY, callStripe, detailOf, PAGE_SIZE, REFUND_KEY } from './stripe-calls.ts';
import { findDisputedAttempt, intentOf, isLastMove, stateInLedger } from './stripe-disputes.ts';
import { readRefund } from './stripe-results.ts';

/**
 * The span of time is read in parts of one hour, four at once. This stays well below Stripe's limit of calls per
 * second.
 */
const PART_MS = 60 * 60 * 1000;
const PARTS_AT_ONCE = 4;
/**
 * The largest number of pages to read, together a million entries. The limit keeps an endless list from filling the
 * memory.
 */
const MOST_PAGES = 10_000;

/** Thrown when a page cannot be read, and caught in this module. */
class Unreadable extends Error {}

/**
 * Reads the account's statement from Stripe's ledger. Stripe adds a balance transaction to the ledger whenever money
 * moves, however old the payment is. Each transaction names the charge, refund or dispute that moved the money ("The
 * Balance Transaction object", "Reporting categories").
 *
 * What moved no money is not in the ledger, such as a declined card or a bank's inquiry.
 */
export async function readStripeBooks(stripe: Stripe, span: TimeSpan): Promise<ChannelStatement> {
  const parts = partsOf(span);
  const lines: StatementLine[] = [];
  let pages = 0;
  async function readParts(): Promise<void> {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      let after: string | undefined;
      do {
        pages += 1;
        if (pages > MOST_PAGES) throw new Unreadable(`its list is longer than ${MOST_PAGES} pages`);
        const page: Stripe.ApiList<Stripe.BalanceTransaction> = await readPage(stripe, part, after);
        for (const transaction of page.data) lines.push(...(await linesOf(stripe, transaction)));
        after = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (after !== undefined);
    }
  }
  try {
    await Promise.all(Array.from({ length: PARTS_AT_ONCE }, readParts));
    return { kind: 'statement', lines };
  } catch (error) {
    // Empty the list of parts, so that the other concurrent readers start no further parts.
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
 * Converts a moment to Stripe's whole seconds, rounded up. A second that began before the moment counts as before the
 * moment.
 */
function toSeconds(moment: Date): number {
  return Math.ceil(moment.getTime() / 1000);
}

async function linesOf(
  stripe: Stripe,
  transaction: Stripe.BalanceTransaction,
): Promise<readonly StatementLine[]> {
  const { id, type, source, created } = transaction;
  if (source === null || typeof source === 'string') return [];
  const at = new Date(created * 1000);
  switch (type) {
    case 'charge':
    case 'payment':
      return source.object === 'charge' ? [paymentLine(source, at)] : [];
    case 'refund':
    case 'payment_refund':
    case 'refund_failure': {
      if (source.object !== 'refund') return [];
      // The transaction shows the refund's present state, not the state at the time. If the refund has failed
      // meanwhile, only the transaction that records the failure gets a line.
      const failedBy = idOf(source.failure_balance_transaction);
      return failedBy === null || failedBy === id ? [await refundLine(stripe, source, at)] : [];
    }
    case 'adjustment':
      return source.object === 'dispute' ? disputeLines(stripe, source, transaction) : [];
    default:
      return [];
  }
}

function paymentLine(charge: Stripe.Charge, at: Date): StatementLine {
  const reference = charge.metadata[ATTEMPT_KEY];
  const channelReference = idOf(charge.payment_intent) ?? charge.id;
  if (reference === undefined) return { reference: null, channelReference };
  return {
    subject: 'payment',
    reference,
    channelReference,
    amount: moneyOf({ amount: charge.amount_captured, currency: charge.currency }),
    state: 'succeeded',
    at,
  };
}

/**
 * The statement line of a refund. If a person made the refund at Stripe without the gateway, the line gets the attempt
 * ID of the refunded payment as its reference.
 */
async function refundLine(stripe: Stripe, refund: Stripe.Refund, at: Date): Promise<StatementLine> {
  const foreign = { reference: null, channelReference: refund.id } as const;
  const reading = readRefund(refund);
  const state = reading.kind === 'ended' ? reading.result.kind : 'pending';
  const own = refund.metadata?.[REFUND_KEY];
  // A person made this refund at Stripe, and the refund failed. No money moved, so the line has no reference.
  if (own === undefined && state === 'failed') return foreign;
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

/** The ID of the attempt whose payment was refunded. Null if the gateway did not make that payment. */
async function paymentOf(stripe: Stripe, refund: Stripe.Refund): Promise<string | null> {
  const found = await findDisputedAttempt(stripe, intentOf(refund));
  if (found.kind === 'unavailable') throw new Unreadable(found.detail);
  return found.kind === 'known' ? found.attemptId : null;
}

/**
 * The statement lines of a dispute. Their amount is the dispute's own, because the transaction's amount is in the
 * account's settlement currency.
 */
async function disputeLines(
  stripe: Stripe,
  dispute: Stripe.Dispute,
  transaction: Stripe.BalanceTransaction,
): Promise<readonly StatementLine[]> {
  if (!isLastMove(transaction, dispute)) return [];
  const found = await findDisputedAttempt(stripe, intentOf(dispute));
  if (found.kind === 'unavailable') throw new Unreadable(found.detail);
  if (found.kind !== 'known') return [{ reference: null, channelReference: dispute.id }];
  return [
    {
      subject: 'dispute',
      reference: found.attemptId,
      channelReference: dispute.id,
      amount: moneyOf(dispute),
      state: stateInLedger(dispute, transaction),
      at: new Date(transaction.created * 1000),
    },
  ];
}

function moneyOf(amount: { amount: number; currency: string }): Money {
  const money = fromStripeAmount(amount);
  if (money === undefined) throw new Unreadable(`Stripe names ${amount.amount} of ${amount.currency}`);
  return money;
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
