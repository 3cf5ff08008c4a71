import type Stripe from 'stripe';
import type { DisputeReport } from '../../../../domain/dispute/dispute.ts';
import type { DisputeLine } from '../../../../domain/reconciliation/statement-line.ts';
import type { DisputeInquiry, DisputeReference } from '../../../../ports/payment-channel.ts';
import { fromDisputedAmount } from './stripe-amounts.ts';
import { ATTEMPT_KEY, callStripe, detailOf, timeOfAnswer } from './stripe-calls.ts';
import { moneyOfDispute, readBlocked, readDispute } from './stripe-dispute-reports.ts';

/** Asks Stripe for the state of a dispute ("Retrieve a dispute" in Stripe's documentation). */
export async function askStripeDispute(
  stripe: Stripe,
  { channelReference, payment }: DisputeReference,
): Promise<DisputeInquiry> {
  const outcome = await callStripe(() => stripe.disputes.retrieve(channelReference));
  if (outcome.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(outcome) };
  const dispute = outcome.answer;
  if (intentOf(dispute) !== payment.opening.channelReference) {
    return { kind: 'not_understood', detail: `Stripe names ${dispute.id} as a dispute of another payment` };
  }
  const reading = readDispute(dispute);
  switch (reading.kind) {
    case 'ended':
      return { kind: 'known', report: atTimeOfOutcome(reading.result, dispute) };
    case 'not_understood':
      return reading;
    case 'under_way': {
      const blocked = readBlocked(dispute);
      // Stripe prevented the dispute. The gateway cannot find out whether the consumer got the money back in another way.
      return blocked === undefined
        ? { kind: 'not_understood', detail: `Stripe names a dispute that is ${dispute.status}` }
        : { kind: 'known', report: blocked };
    }
  }
}

/**
 * Adds the time of Stripe's answer to an outcome, by Stripe's clock, because the clocks of the gateway's instances can be
 * wrong. If the answer is that the dispute is still open, no time is added: the gateway asks every day, and each new time would
 * change the order.
 */
function atTimeOfOutcome(
  report: DisputeReport,
  answer: Partial<Stripe.Response<Stripe.Dispute>>,
): DisputeReport {
  const toldAt = timeOfAnswer(answer);
  return report.kind === 'opened' || toldAt === undefined ? report : { ...report, toldAt };
}

/**
 * The result of looking up a payment. The lookup is needed because a dispute, and a refund that the gateway did not make, contain
 * only Stripe's ID of the payment.
 */
export type FoundPayment =
  | {
      readonly kind: 'known';
      readonly attemptId: string;
      /** Whether Stripe has collected money for the payment. */
      readonly isPaid: boolean;
    }
  /**
   * The payment is in this account, but its metadata names no attempt. Somebody else made the payment, or somebody has removed
   * the metadata of one of the gateway's payments.
   */
  | { readonly kind: 'unnamed'; readonly isPaid: boolean }
  /** Stripe does not find the payment with this account's key, so the payment belongs to another account. */
  | { readonly kind: 'unseen' };

export type PaymentLookup = FoundPayment | { readonly kind: 'unavailable'; readonly detail: string };

/**
 * Looks up the attempt of a payment by the metadata of the payment intent. Anybody with access to the account can edit this
 * metadata, and other programs do so. Even after such an edit, the charge still names the attempt, because Stripe has copied the
 * metadata to the charge (Stripe's documentation, "Metadata").
 */
export async function findPayment(stripe: Stripe, intentId: string | null): Promise<PaymentLookup> {
  if (intentId === null) return { kind: 'unnamed', isPaid: false };
  const outcome = await callStripe(() =>
    stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
  );
  // Do not ask again: if Stripe has not found a payment in this account, it will not find it later.
  if (outcome.kind === 'refused' && outcome.code === 'resource_missing') return { kind: 'unseen' };
  if (outcome.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(outcome) };
  const { metadata, latest_charge: charge, amount_received: received } = outcome.answer;
  const copy = typeof charge === 'object' ? charge?.metadata : undefined;
  const attemptId = metadata[ATTEMPT_KEY] ?? copy?.[ATTEMPT_KEY];
  const isPaid = received > 0;
  return attemptId === undefined ? { kind: 'unnamed', isPaid } : { kind: 'known', attemptId, isPaid };
}

/** Returns the ID of the payment intent to which a charge, a refund or a dispute belongs. */
export function intentOf({
  payment_intent: intent,
}: {
  readonly payment_intent?: string | Stripe.PaymentIntent | null;
}): string | null {
  return typeof intent === 'string' ? intent : (intent?.id ?? null);
}

/**
 * Returns a dispute's state and amount for its line in the statement. Both are the present values, because Stripe's ledger does
 * not keep the state at the time when the money moved. The amount is taken from the dispute, because the transaction's amount
 * is in the account's settlement currency. Undefined if the gateway does not know the currency.
 */
export function entryInLedger(
  dispute: Stripe.Dispute,
  transaction: Stripe.BalanceTransaction,
): Pick<DisputeLine, 'state' | 'amount'> | undefined {
  const { balance_transactions: listed } = dispute;
  const isListed = listed.some(({ id }) => id === transaction.id);
  // Stripe documents that a dispute lists at most two transactions. The ledger may contain a later one, so add it.
  const complete = isListed ? dispute : { ...dispute, balance_transactions: [...listed, transaction] };
  const reading = readDispute(complete);
  if (reading.kind === 'ended') return { state: reading.result.kind, amount: reading.result.amount };
  const amount = fromDisputedAmount(dispute);
  return amount && { state: stateAfter(transaction), amount };
}

function stateAfter({
  reporting_category: category,
}: Pick<Stripe.BalanceTransaction, 'reporting_category'>): DisputeLine['state'] {
  // The status does not show who has the money, because the dispute was prevented or the status was not understood. The balance
  // transaction shows whether money was taken from the merchant or came back.
  return category === 'dispute_reversal' ? 'won' : 'opened';
}

/**
 * Whether a balance transaction moved the money of a dispute. Other transactions of the dispute, such as those of a fee, did
 * not.
 */
export function movesDisputedMoney({
  reporting_category: category,
}: Pick<Stripe.BalanceTransaction, 'reporting_category'>): boolean {
  return moneyOfDispute.has(category);
}

/**
 * Whether a balance transaction is the latest one that moved the money of a dispute. One transaction takes the money, and a
 * later one may return it ("The Dispute object" in Stripe's documentation). The statement lists the dispute only once, with its
 * latest transaction.
 */
export function isLastMove(move: Stripe.BalanceTransaction, dispute: Stripe.Dispute): boolean {
  const isBack = ({ reporting_category: category }: Stripe.BalanceTransaction) =>
    category === 'dispute_reversal';
  const isLater = (other: Stripe.BalanceTransaction) =>
    other.created > move.created || (other.created === move.created && isBack(other) && !isBack(move));
  return (
    movesDisputedMoney(move) &&
    !dispute.balance_transactions.some((other) => movesDisputedMoney(other) && isLater(other))
  );
}
