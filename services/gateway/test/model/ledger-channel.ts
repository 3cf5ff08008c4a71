import type { Money } from '@kassa/contracts';
import type { PaymentResult } from '../../src/domain/attempt/payment-attempt.ts';
import { isWithin, type TimeSpan } from '../../src/domain/time-span.ts';
import type {
  CancellationAnswer,
  ChannelMethod,
  ChannelStatement,
  DisputeInquiry,
  DisputeReference,
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
import { FakeChannel } from '../in-memory/fake-channel.ts';
import { feesOf } from './fees-in-books.ts';
import { type FurtherPayment, paymentReferenceOf } from './further-payments.ts';
import type {
  ChannelBooks,
  ChannelDispute,
  ChannelPayment,
  PaymentAtChannel,
} from './invariants/channel-books.ts';
import type { Vendor } from './ledger-account.ts';
import { LedgerCollections } from './ledger-collections.ts';
import { LedgerDisputes } from './ledger-disputes.ts';
import { LedgerRefunds } from './ledger-refunds.ts';
import { inWholeSeconds, LedgerReports, type Reports } from './ledger-reports.ts';

/** A method that uses the processor's own form, in which the consumer can retry after a decline. */
export const ELEMENT = 'sandbox_element';

/** How the channel answers if several answers are possible. */
export interface ChannelMood {
  readonly openings: 'open' | 'refuse';
  readonly submissions: 'pending' | 'challenge' | 'succeed' | 'fail';
  readonly refunds: 'pending' | 'succeed' | 'fail';
}

const refused = {
  kind: 'failed',
  failure: { code: 'card_declined', message: 'Declined.', category: 'declined' },
  card: null,
} as const;

/**
 * The payments of a vendor that cannot be asked end by themselves. A payment made at the last moment is reported up to this
 * much later.
 */
const AFTER_THE_LAST_MOMENT_MS = 60_000;

/**
 * The fake channel with more freedom: it decides on results at any time and reports each by a callback. It has no safeguards:
 * it refunds whatever is requested, even disputed money. A declined payment can be retried until it is cancelled, and the money
 * of a refund reported as made can come back.
 */
export class LedgerChannel extends FakeChannel {
  override readonly disputes: Map<string, ChannelDispute>;
  vendor: Vendor = { isMute: false, booksOnFirstDay: false, namesFailedRefunds: false };
  /** For each payment that cannot be cancelled, until when it can be paid. */
  readonly #payableUntil = new Map<string, Date>();
  #declines = 0;
  readonly #furtherPayments: FurtherPayment[] = [];
  /** The payments that have ended by themselves, about which the channel says nothing. */
  readonly #endedSilently = new Set<string>();
  mood: ChannelMood = { openings: 'open', submissions: 'pending', refunds: 'pending' };

  readonly #reports: LedgerReports;
  readonly #collections: LedgerCollections;
  readonly ledgerDisputes: LedgerDisputes;
  readonly ledgerRefunds: LedgerRefunds;

  constructor(channelId: string, reports: Reports) {
    super({ channelId });
    this.disputes = reports.disputes;
    this.#reports = new LedgerReports(reports, this);
    this.#collections = new LedgerCollections(this, this.#reports);
    this.ledgerDisputes = new LedgerDisputes(this, this.#reports);
    this.ledgerRefunds = new LedgerRefunds({
      account: this,
      reports: this.#reports,
      refunds: this.refunds,
      takenMinor: (payment) => this.#takenMinor(payment),
    });
  }

  override async open(order: OpeningOrder): Promise<OpeningAnswer> {
    if (this.isReachable && this.mood.openings === 'refuse' && !this.payments.has(order.attemptId)) {
      return { kind: 'refused', failure: { code: 'no', message: 'No.', category: 'try_another_method' } };
    }
    const answer = await super.open(order);
    this.#payableUntil.set(order.attemptId, order.expiresAt);
    if (answer.kind !== 'opened') return answer;
    const isElement = order.methodCode === ELEMENT;
    const opening = {
      ...answer.opening,
      ...(isElement && {
        renderType: 'PROCESSOR_ELEMENT' as const,
        paymentUrl: null,
        clientSecret: 'secret',
      }),
      ...(this.vendor.isMute && { payableUntil: order.expiresAt }),
      ...(this.vendor.isMute && isElement && { resultWithinDays: 5 }),
    };
    return { kind: 'opened', opening };
  }

  override methods(amount: Money, secondsLeft: number): readonly ChannelMethod[] {
    const element = { code: ELEMENT, name: 'Element', iconFile: 'card.svg', cardBrands: [] };
    return [...super.methods(amount, secondsLeft), element];
  }

  override submit(submission: Submission): Promise<SubmissionAnswer> {
    const { attemptId } = submission;
    const ended = this.payments.get(attemptId)?.result;
    const { isAnswerLost, isReachable, mood } = this;
    // A payment that has ended or was cancelled is not charged again, so return its result.
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
    if (this.vendor.isMute) return Promise.resolve({ kind: 'not_askable' });
    if (this.isAnswerLost) return Promise.resolve({ kind: 'unavailable', detail: 'no answer' });
    return super.ask(payment);
  }

  override cancel(payment: PaymentReference): Promise<CancellationAnswer> {
    if (this.vendor.isMute) return Promise.resolve(this.#endByItself(payment.attemptId));
    const known = this.payments.get(payment.attemptId);
    const isNew = this.isReachable && (known?.result === null || known?.result?.kind === 'failed');
    // Forget the decline, because the consumer could have retried. The cancellation ends the payment.
    if (isNew && known !== undefined) known.result = null;
    const answer = super.cancel(payment);
    if (isNew) {
      this.#reports.add({ kind: 'payment', attemptId: payment.attemptId, result: { kind: 'cancelled' } });
    }
    return this.isAnswerLost ? Promise.resolve({ kind: 'unavailable', detail: 'no answer' }) : answer;
  }

  /**
   * Ends a payment that cannot be cancelled. The channel sends no report, and its answer does not say whether the payment was
   * made: the gateway waits 48 hours for a submitted payment, and then leaves it to an operator.
   */
  #endByItself(attemptId: string): CancellationAnswer {
    const endsAt = (this.#payableUntil.get(attemptId)?.getTime() ?? 0) + AFTER_THE_LAST_MOMENT_MS;
    if (this.now().getTime() < endsAt) return { kind: 'pending' };
    const payment = this.payments.get(attemptId);
    const isUnpaid = payment !== undefined && payment.result?.kind !== 'succeeded';
    if (isUnpaid) {
      this.#come(payment, { kind: 'cancelled' });
      this.#endedSilently.add(attemptId);
    }
    return { kind: 'not_askable' };
  }

  override async refund(order: RefundOrder): Promise<RefundAnswer> {
    const { refundId, payment, amount, sendBy, earlyRefusals = 0 } = order;
    const { isAnswerLost, isReachable, mood } = this;
    if (this.isBusy || this.realNow() > sendBy) return super.refund(order);
    const first = isReachable ? this.ledgerRefunds.firstAnswer(refundId, earlyRefusals) : undefined;
    if (first !== undefined) return isAnswerLost ? { kind: 'unknown', detail: 'no answer' } : first;
    const isNew = !this.refunds.has(refundId);
    const refunded = this.vendor.isMute ? payment.paymentReference : null;
    const leftMinor = this.ledgerRefunds.leftMinor(payment.attemptId, refunded);
    const isTooMuch = isNew && amount.amountMinor > leftMinor;
    if (isReachable && (isTooMuch || this.ledgerRefunds.hasRefused(refundId))) {
      this.ledgerRefunds.refuse(refundId);
      if (isAnswerLost) return { kind: 'unknown', detail: 'no answer' };
      const failure = { code: 'amount_exceeds_refundable', message: 'Too much.' };
      return { kind: 'refused', failure };
    }
    const answer = await super.refund(order);
    if (isReachable) this.ledgerRefunds.noteRefunded(refundId, refunded);
    if (!isReachable || !isNew || mood.refunds === 'pending') return this.#withStateTime(answer);
    const result = this.ledgerRefunds.conclude(refundId, mood.refunds === 'succeed' ? 'succeeded' : 'failed');
    const ended = { kind: 'ended', channelReference: this.refundReference(refundId), result } as const;
    return isAnswerLost ? answer : this.#withStateTime(ended);
  }

  override refundReference(refundId: string): string {
    return this.ledgerRefunds.referenceOf(refundId);
  }

  override async askRefund(refund: RefundReference): Promise<RefundInquiry> {
    if (this.vendor.isMute) {
      const { channelReference } = refund;
      return channelReference === null ? { kind: 'cannot_tell' } : { kind: 'pending', channelReference };
    }
    if (this.isAnswerLost) return { kind: 'unavailable', detail: 'no answer' };
    const unasked = this.ledgerRefunds.answerUnasked(refund.channelReference);
    return this.#withStateTime(unasked ?? (await super.askRefund(refund)));
  }

  /** Adds to an answer about a refund that has ended when the refund has this state, as a vendor does that can be asked. */
  #withStateTime<Answer extends RefundAnswer | RefundInquiry>(answer: Answer): Answer {
    if (answer.kind !== 'ended' || this.vendor.isMute) return answer;
    return { ...answer, result: { ...answer.result, stateAt: inWholeSeconds(this.now()) } };
  }

  override askDispute({ channelReference }: DisputeReference): Promise<DisputeInquiry> {
    if (this.vendor.isMute) return Promise.resolve({ kind: 'not_askable' });
    const isAnswering = this.isReachable && !this.isAnswerLost;
    const report = isAnswering ? this.ledgerDisputes.standing(channelReference) : undefined;
    return Promise.resolve(
      report === undefined ? { kind: 'unavailable', detail: 'no answer' } : { kind: 'known', report },
    );
  }

  /** Gives a payment its result, and reports it. */
  conclude(attemptId: string, kind: PaymentResult['kind']): PaymentResult {
    const payment = this.payments.get(attemptId);
    if (payment === undefined) throw new Error(`the channel knows no payment ${attemptId}`);
    const results = {
      succeeded: { kind: 'succeeded', paid: payment.amount, card: null, ...this.#named(attemptId) },
      failed: { ...refused, declineReference: this.#nextDecline(kind) },
      cancelled: { kind: 'cancelled' },
    } as const satisfies Record<PaymentResult['kind'], PaymentResult>;
    this.#come(payment, results[kind]);
    this.#reports.add({ kind: 'payment', attemptId, result: results[kind] });
    return results[kind];
  }

  #come(payment: { result: PaymentResult | null; movedAt: Date }, result: PaymentResult): void {
    Object.assign(payment, { result, movedAt: this.now() });
  }

  #nextDecline(kind: PaymentResult['kind']): string {
    if (kind === 'failed') this.#declines += 1;
    return `ch_${this.channelId}_${this.#declines}`;
  }

  /** Takes a further payment for an attempt, and reports it. */
  payAgain(attemptId: string, moreMinor: number): void {
    const payment = this.payments.get(attemptId);
    if (payment === undefined || !this.vendor.isMute) return;
    const others = this.#furtherPayments.filter((each) => each.attemptId === attemptId);
    const paymentReference = paymentReferenceOf(attemptId, others.length + 2);
    const amount = { ...payment.amount, amountMinor: payment.amount.amountMinor + moreMinor };
    this.#furtherPayments.push({ attemptId, paymentReference, amount, movedAt: this.now() });
    const result = { kind: 'succeeded', paid: amount, card: null, paymentReference } as const;
    this.#reports.add({ kind: 'payment', attemptId, result }, paymentReference);
  }

  /** Lets the consumer retry a declined debit in the processor's own form. The channel reports that the debit is under way. */
  retryDebit(attemptId: string): void {
    const payment = this.payments.get(attemptId);
    if (payment?.result?.kind !== 'failed' || this.vendor.isMute) return;
    Object.assign(payment, { result: null, isSubmitted: true, movedAt: this.now() });
    this.#reports.add({ kind: 'payment_under_way', attemptId });
  }

  #named(attemptId: string): { readonly paymentReference?: string } {
    return this.vendor.isMute ? { paymentReference: paymentReferenceOf(attemptId) } : {};
  }

  /** Takes another amount than was requested, and reports the taken amount. */
  takeWrongAmount(attemptId: string): void {
    const payment = this.payments.get(attemptId);
    if (payment === undefined) return;
    const paid = { ...payment.amount, amountMinor: payment.amount.amountMinor + 1 };
    const result = { kind: 'succeeded', paid, card: null, ...this.#named(attemptId) } as const;
    this.#come(payment, result);
    this.#reports.add({ kind: 'payment', attemptId, result });
  }

  /** Reports that the channel could not collect money that it had reported as paid. The money may still arrive. */
  failToCollect(payment: PaymentAtChannel, writtenAs: string = payment.attemptId): void {
    this.#collections.fail(payment, this.#nameOf(payment), writtenAs);
  }

  /** Reports that the channel has collected money after it had reported that it could not. */
  collectAfterAll(payment: PaymentAtChannel): void {
    this.#collections.collect(payment, this.#nameOf(payment));
  }

  /** Returns the name under which a lost report about a payment is noted. */
  #nameOf({ attemptId, reference }: PaymentAtChannel): string {
    const isFurther = this.#furtherPayments.some(({ paymentReference }) => paymentReference === reference);
    return isFurther && reference !== null ? reference : attemptId;
  }

  /** Returns how much money the channel has of a payment. A mute vendor also has the money of a payment over a wrong amount. */
  #takenMinor({ attemptId, reference }: PaymentAtChannel): number {
    const further = this.#furtherPayments.find(({ paymentReference }) => paymentReference === reference);
    if (further !== undefined) return further.amount.amountMinor;
    const payment = this.payments.get(attemptId);
    if (payment?.result?.kind !== 'succeeded') return 0;
    const { amountMinor } = payment.result.paid;
    return amountMinor === payment.amount.amountMinor || reference !== null ? amountMinor : 0;
  }

  /**
   * Returns the channel's own books for a span of time. The two channels number disputes together, so disputes of the other
   * channel's payments are left out.
   */
  override async statement(span: TimeSpan): Promise<ChannelStatement> {
    if (this.isAnswerLost) return { kind: 'unavailable', detail: 'no answer' };
    const statement = await super.statement(span);
    if (statement.kind === 'unavailable') return statement;
    const own = statement.lines.filter(
      (line) => line.reference === null || line.subject !== 'dispute' || this.payments.has(line.reference),
    );
    const further = this.#furtherPayments
      .filter(({ movedAt }) => isWithin(movedAt, span))
      .map(({ attemptId, paymentReference, amount, movedAt }) => ({
        subject: 'payment' as const,
        reference: attemptId,
        channelReference: paymentReference,
        amount,
        state: 'succeeded' as const,
        at: movedAt,
      }));
    const named = own.map((line) =>
      line.reference !== null && line.subject === 'payment' && this.vendor.isMute
        ? { ...line, channelReference: paymentReferenceOf(line.reference) }
        : line,
    );
    const lines = [...named, ...further, ...this.ledgerRefunds.linesUnasked(span)];
    return { kind: 'statement', lines, fees: feesOf(lines) };
  }

  books(): Omit<ChannelBooks, 'disputes' | 'forgotten'> {
    return {
      payments: [...this.payments].map(([attemptId, payment]) => ({
        channelId: this.channelId,
        attemptId,
        reference: this.vendor.isMute ? paymentReferenceOf(attemptId) : null,
        amount: payment.amount,
        charges: payment.charges,
        result: outcomeOf(payment),
        isSubmitted: payment.isSubmitted,
        uncollected: this.#collections.of(this.vendor.isMute ? paymentReferenceOf(attemptId) : attemptId),
        isUntold: payment.result?.kind === 'cancelled' && this.#endedSilently.has(attemptId),
        movedAt: payment.movedAt,
      })),
      furtherPayments: this.#furtherPayments.map(({ paymentReference: reference, ...payment }) => ({
        ...payment,
        channelId: this.channelId,
        reference,
        uncollected: this.#collections.of(reference),
      })),
      refunds: this.ledgerRefunds.requested,
      secondRefunds: this.ledgerRefunds.second,
      refundsByHand: this.ledgerRefunds.byHand,
    };
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
