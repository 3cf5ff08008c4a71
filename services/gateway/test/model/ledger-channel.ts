import type { Money } from '@kassa/contracts';
import type { PaymentResult } from '../../src/domain/attempt/payment-attempt.ts';
import type { RefundResult } from '../../src/domain/refund/refund.ts';
import type {
  CancellationAnswer,
  ChannelNotification,
  GenuineCallback,
  OpeningAnswer,
  OpeningOrder,
  PaymentInquiry,
  PaymentReference,
  RefundAnswer,
  RefundInquiry,
  RefundOrder,
  RefundReference,
  Submission,
  SubmissionAnswer,
} from '../../src/ports/payment-channel.ts';
import { declined } from '../builders/orders.ts';
import { FakeChannel } from '../in-memory/fake-channel.ts';
import type { ChannelDispute, ChannelPayment, ChannelRefund } from './invariants/channel-books.ts';

/** How the channel answers what can be answered in more than one way. */
export interface ChannelMood {
  readonly openings: 'open' | 'refuse';
  readonly submissions: 'pending' | 'challenge' | 'succeed' | 'fail';
  readonly refunds: 'pending' | 'succeed' | 'fail';
}

/** A callback stays with the channel until one of its deliveries was acknowledged. */
export interface ChannelCallback extends GenuineCallback {
  readonly channelId: string;
  isAcknowledged: boolean;
}

/** What two channels number together. */
export interface Reports {
  readonly callbacks: ChannelCallback[];
  readonly disputes: Map<string, ChannelDispute>;
}

/**
 * The fake channel, grown into a party with a will of its own: it comes to results when it likes, reports
 * each by a callback, is asked for disputes, and never pays back more than it took.
 */
export class LedgerChannel extends FakeChannel {
  readonly callbacks: ChannelCallback[];
  override readonly disputes: Map<string, ChannelDispute>;
  /** The first answer to a key is its answer for ever, also when it was no. */
  readonly #refusedRefunds = new Set<string>();
  readonly #uncollected = new Set<string>();
  mood: ChannelMood = { openings: 'open', submissions: 'pending', refunds: 'pending' };

  constructor(channelId: string, { callbacks, disputes }: Reports) {
    super({ channelId });
    this.callbacks = callbacks;
    this.disputes = disputes;
  }

  override async open(order: OpeningOrder): Promise<OpeningAnswer> {
    if (this.isReachable && this.mood.openings === 'refuse' && !this.payments.has(order.attemptId)) {
      return { kind: 'refused', failure: { code: 'no', message: 'No.', category: 'try_another_method' } };
    }
    return super.open(order);
  }

  override submit(submission: Submission): Promise<SubmissionAnswer> {
    const { attemptId } = submission;
    const ended = this.payments.get(attemptId)?.result;
    const { isAnswerLost, isReachable, mood } = this;
    // What has ended, or was cancelled, is not charged any more.
    if (isReachable && ended && !isAnswerLost) return Promise.resolve({ kind: 'ended', result: ended });
    if (isReachable && ended) return Promise.resolve({ kind: 'unknown', detail: 'no answer' });
    this.actionUrl = mood.submissions === 'challenge' ? `https://bank.example/${attemptId}` : null;
    const answer = super.submit(submission);
    const isAtOnce = mood.submissions === 'succeed' || mood.submissions === 'fail';
    if (!isReachable || !isAtOnce) return answer;
    const result = this.conclude(attemptId, mood.submissions === 'succeed' ? 'succeeded' : 'failed');
    return isAnswerLost ? answer : Promise.resolve({ kind: 'ended', result });
  }

  override ask(payment: PaymentReference): Promise<PaymentInquiry> {
    if (this.isAnswerLost) return Promise.resolve({ kind: 'unavailable', detail: 'no answer' });
    return super.ask(payment);
  }

  override cancel(payment: PaymentReference): Promise<CancellationAnswer> {
    const isNews = this.isReachable && this.payments.get(payment.attemptId)?.result === null;
    const answer = super.cancel(payment);
    if (isNews) {
      this.#report({ kind: 'payment', attemptId: payment.attemptId, result: { kind: 'cancelled' } });
    }
    return this.isAnswerLost ? Promise.resolve({ kind: 'unavailable', detail: 'no answer' }) : answer;
  }

  override refund(order: RefundOrder): Promise<RefundAnswer> {
    const { refundId, payment, amount } = order;
    const { isAnswerLost, isReachable, mood } = this;
    const isNew = !this.refunds.has(refundId);
    const isTooMuch = isNew && amount.amountMinor > this.leftMinor(payment.attemptId);
    if (isReachable && (isTooMuch || this.#refusedRefunds.has(refundId))) {
      this.#refusedRefunds.add(refundId);
      if (isAnswerLost) return Promise.resolve({ kind: 'unknown', detail: 'no answer' });
      const failure = { code: 'amount_exceeds_refundable', message: 'Too much.' };
      return Promise.resolve({ kind: 'refused', failure });
    }
    const answer = super.refund(order);
    if (!isReachable || !isNew || mood.refunds === 'pending') return answer;
    const result = this.concludeRefund(refundId, mood.refunds === 'succeed' ? 'succeeded' : 'failed');
    const ended = { kind: 'ended', channelReference: `ref_${refundId}`, result } as const;
    return isAnswerLost ? answer : Promise.resolve(ended);
  }

  override askRefund(refund: RefundReference): Promise<RefundInquiry> {
    if (this.isAnswerLost) return Promise.resolve({ kind: 'unavailable', detail: 'no answer' });
    return super.askRefund(refund);
  }

  /** Brings a payment to a result and reports it. */
  conclude(attemptId: string, kind: PaymentResult['kind']): PaymentResult {
    const payment = this.payments.get(attemptId);
    if (payment === undefined) throw new Error(`the channel knows no payment ${attemptId}`);
    const results = {
      succeeded: { kind: 'succeeded', paid: payment.amount, card: null },
      failed: declined,
      cancelled: { kind: 'cancelled' },
    } as const satisfies Record<PaymentResult['kind'], PaymentResult>;
    payment.result = results[kind];
    this.#report({ kind: 'payment', attemptId, result: results[kind] });
    return results[kind];
  }

  concludeRefund(refundId: string, kind: RefundResult['kind']): RefundResult {
    const refund = this.refunds.get(refundId);
    if (refund === undefined) throw new Error(`the channel knows no refund ${refundId}`);
    const result: RefundResult =
      kind === 'succeeded'
        ? { kind, returned: refund.amount }
        : { kind, failure: { code: 'refund_failed', message: 'The bank refused.' } };
    refund.result = result;
    this.#report({ kind: 'refund', refundId, result });
    return result;
  }

  /** A consumer objects to a payment: at most to what is left of it. */
  openDispute(attemptId: string, amountMinor: number): void {
    const payment = this.payments.get(attemptId);
    if (payment === undefined || outcomeOf(payment) !== 'succeeded') return;
    const disputed = Math.min(amountMinor, this.leftMinor(attemptId));
    if (disputed < 1) return;
    const channelReference = `dsp_${this.disputes.size + 1}`;
    const amount = { ...payment.amount, amountMinor: disputed };
    this.disputes.set(channelReference, { channelReference, attemptId, amount, state: 'opened' });
    this.#report({
      kind: 'dispute',
      attemptId,
      report: { channelReference, amount, kind: 'opened' },
    });
  }

  resolveDispute(channelReference: string, outcome: 'won' | 'lost'): void {
    const dispute = this.disputes.get(channelReference);
    if (dispute?.state !== 'opened') return;
    const { attemptId, amount } = dispute;
    this.disputes.set(channelReference, { ...dispute, state: outcome });
    this.#report({ kind: 'dispute', attemptId, report: { channelReference, amount, kind: outcome } });
  }

  /** Takes another amount than it was asked to, and says so. */
  takeWrongAmount(attemptId: string): void {
    const payment = this.payments.get(attemptId);
    if (payment === undefined) return;
    const paid = { ...payment.amount, amountMinor: payment.amount.amountMinor + 1 };
    payment.result = { kind: 'succeeded', paid, card: null };
    this.#report({ kind: 'payment', attemptId, result: payment.result });
  }

  /** Says that it could not collect what it has reported as paid; the money may still come. */
  failToCollect(attemptId: string): void {
    this.#uncollected.add(attemptId);
    const channelReference = `cpt_${this.callbacks.length + 1}`;
    this.#report({ kind: 'uncollected', attemptId, channelReference, reason: 'The bank refused.' });
  }

  /** What may still go back of a payment: what was returned, is being returned or is disputed does not count. */
  leftMinor(attemptId: string): number {
    const payment = this.payments.get(attemptId);
    if (payment === undefined || outcomeOf(payment) !== 'succeeded') return 0;
    const returned = [...this.refunds.values()]
      .filter((refund) => refund.attemptId === attemptId && refund.result?.kind !== 'failed')
      .reduce((sum, { amount }) => sum + amount.amountMinor, 0);
    const disputed = [...this.disputes.values()]
      .filter((dispute) => dispute.attemptId === attemptId && dispute.state !== 'won')
      .reduce((sum, { amount }) => sum + amount.amountMinor, 0);
    return payment.amount.amountMinor - returned - disputed;
  }

  books(): { readonly payments: readonly ChannelPayment[]; readonly refunds: readonly ChannelRefund[] } {
    return {
      payments: [...this.payments].map(([attemptId, payment]) => ({
        channelId: this.channelId,
        attemptId,
        amount: payment.amount,
        charges: payment.charges,
        result: outcomeOf(payment),
        isUncollected: this.#uncollected.has(attemptId),
      })),
      refunds: [...this.refunds].map(([refundId, { attemptId, amount, result }]) => ({
        refundId,
        attemptId,
        amount,
        result: result?.kind ?? null,
      })),
    };
  }

  #report(notification: ChannelNotification): void {
    const callbackId = `cb_${this.callbacks.length + 1}`;
    this.callbacks.push({ channelId: this.channelId, callbackId, notification, isAcknowledged: false });
  }
}

function outcomeOf({
  amount,
  result,
}: {
  amount: Money;
  result: PaymentResult | null;
}): ChannelPayment['result'] {
  if (result?.kind !== 'succeeded') return result?.kind ?? null;
  return result.paid.amountMinor === amount.amountMinor ? 'succeeded' : 'mismatched';
}
