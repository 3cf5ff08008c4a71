import type { Money } from '@kassa/contracts';
import type { PaymentResult } from '../../src/domain/attempt/payment-attempt.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import type { RefundResult } from '../../src/domain/refund/refund.ts';
import { isWithin, type TimeSpan } from '../../src/domain/time-span.ts';
import type { ChannelNotification, GenuineCallback } from '../../src/ports/channel-callback.ts';
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
  RefundByHand,
} from './invariants/channel-books.ts';
import { sumMinor } from './invariants/parts-of-order.ts';

/** A method that uses the processor's own form, in which the consumer can retry after a decline. */
export const ELEMENT = 'sandbox_element';

/** How the channel answers if several answers are possible. */
export interface ChannelMood {
  readonly openings: 'open' | 'refuse';
  readonly submissions: 'pending' | 'challenge' | 'succeed' | 'fail';
  readonly refunds: 'pending' | 'succeed' | 'fail';
}

/** A callback of the channel. The channel keeps it until one of its deliveries is acknowledged. */
export interface ChannelCallback extends GenuineCallback {
  readonly channelId: string;
  isAcknowledged: boolean;
  /** Whether the channel has given up this callback and nobody else can find out what it reports. */
  isForgotten: boolean;
  /** Set if the callback is lost for ever. The gateway may still ask the channel for what it reports. */
  isLost?: true;
  /** What the callback is about, if its report does not say so in the gateway's or the channel's own terms. */
  readonly about?: string;
  /** How often the gateway could not apply the callback; absent if never. */
  failures?: number;
}

/** The callbacks and disputes of both channels, which are numbered together. */
export interface Reports {
  readonly callbacks: ChannelCallback[];
  readonly disputes: Map<string, ChannelDispute>;
}

/** How a dispute can end at its channel. */
export type DisputeOutcome = 'won' | 'lost' | 'won_in_part';

const refused = {
  kind: 'failed',
  failure: { code: 'card_declined', message: 'Declined.', category: 'declined' },
  card: null,
} as const;

/** The kind of processor behind a channel. */
export interface Vendor {
  /**
   * Whether the vendor reports results by callback alone. Then it cannot be asked about anything, and cannot cancel a payment.
   * It gives each payment a reference of its own, and can take several payments for one attempt.
   */
  readonly isMute: boolean;
  /**
   * Whether the vendor books everything that it returned for a refund on the refund's first day, even what it returned later.
   */
  readonly booksOnFirstDay: boolean;
}

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
  readonly callbacks: ChannelCallback[];
  override readonly disputes: Map<string, ChannelDispute>;
  vendor: Vendor = { isMute: false, booksOnFirstDay: false };
  /** For each payment that cannot be cancelled, until when it can be paid. */
  readonly #payableUntil = new Map<string, Date>();
  #declines = 0;
  #disputeEvents = 0;
  /** The refunds that the channel has refused. It answers a key for ever as it did first, even with a refusal. */
  readonly #refusedRefunds = new Set<string>();
  /** The payments that could not be collected: their references or, if they have none, the IDs of their attempts. */
  readonly #uncollected = new Set<string>();
  readonly #furtherPayments: FurtherPayment[] = [];
  /** For each refund, the reference of the payment that it returns. */
  readonly #refundedPayments = new Map<string, string | null>();
  /** The payments that have ended by themselves, about which the channel says nothing. */
  readonly #endedSilently = new Set<string>();
  readonly #refundsByHand: RefundByHand[] = [];
  /** The disputes whose money has come back, wholly or in part, and may have been taken again since. */
  readonly #givenBack = new Set<string>();
  /** For each dispute of which the bank has kept a part, the amount with which it was opened. */
  readonly #opened = new Map<string, Money>();
  /** The reference that somebody entered for each refund by hand and dispute. Normally it is the attempt's ID. */
  readonly #writtenAs = new Map<string, string>();
  /** For each dispute, when the channel last told something about it. */
  readonly #toldLast = new Map<string, Date>();
  /** For each refund, the amount returned beyond the requested one, in minor units. */
  readonly #returnedMore = new Map<string, number>();
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
    const isNews = this.isReachable && (known?.result === null || known?.result?.kind === 'failed');
    // Forget the decline, because the consumer could have retried. The cancellation ends the payment.
    if (isNews && known !== undefined) known.result = null;
    const answer = super.cancel(payment);
    if (isNews) {
      this.#report({ kind: 'payment', attemptId: payment.attemptId, result: { kind: 'cancelled' } });
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

  override refund(order: RefundOrder): Promise<RefundAnswer> {
    const { refundId, payment, amount, sendBy } = order;
    const { isAnswerLost, isReachable, mood } = this;
    if (this.isBusy || this.realNow() > sendBy) return super.refund(order);
    const isNew = !this.refunds.has(refundId);
    const refunded = this.vendor.isMute ? payment.paymentReference : null;
    const isTooMuch = isNew && amount.amountMinor > this.leftMinor(payment.attemptId, refunded);
    if (isReachable && (isTooMuch || this.#refusedRefunds.has(refundId))) {
      this.#refusedRefunds.add(refundId);
      if (isAnswerLost) return Promise.resolve({ kind: 'unknown', detail: 'no answer' });
      const failure = { code: 'amount_exceeds_refundable', message: 'Too much.' };
      return Promise.resolve({ kind: 'refused', failure });
    }
    const answer = super.refund(order);
    if (isReachable) this.#refundedPayments.set(refundId, refunded);
    if (!isReachable || !isNew || mood.refunds === 'pending') return answer;
    const result = this.concludeRefund(refundId, mood.refunds === 'succeed' ? 'succeeded' : 'failed');
    const ended = { kind: 'ended', channelReference: `ref_${refundId}`, result } as const;
    return isAnswerLost ? answer : Promise.resolve(ended);
  }

  override askRefund(refund: RefundReference): Promise<RefundInquiry> {
    if (this.vendor.isMute) {
      const { channelReference } = refund;
      return Promise.resolve(
        channelReference === null ? { kind: 'cannot_tell' } : { kind: 'pending', channelReference },
      );
    }
    if (this.isAnswerLost) return Promise.resolve({ kind: 'unavailable', detail: 'no answer' });
    const byHand = this.#refundsByHand.find(
      ({ channelReference }) => channelReference === refund.channelReference,
    );
    if (byHand === undefined) return super.askRefund(refund);
    const { channelReference, amount, state } = byHand;
    const failure = { code: 'refund_failed', message: 'The bank refused.' };
    const result: RefundResult =
      state === 'failed' ? { kind: 'failed', failure } : { kind: 'succeeded', returned: amount };
    return Promise.resolve({ kind: 'ended', channelReference, result });
  }

  override askDispute({ channelReference }: DisputeReference): Promise<DisputeInquiry> {
    if (this.vendor.isMute) return Promise.resolve({ kind: 'not_askable' });
    const dispute = this.disputes.get(channelReference);
    if (!this.isReachable || this.isAnswerLost || dispute === undefined) {
      return Promise.resolve({ kind: 'unavailable', detail: 'no answer' });
    }
    const { amount, state: kind, stage } = dispute;
    const back = kind === 'opened' ? {} : this.#moneyBackOf(channelReference);
    const told = kind === 'opened' ? {} : { toldAt: this.#answerTime(channelReference) };
    const report = { channelReference, amount, kind, ...(stage && { stage }), ...back, ...told };
    return Promise.resolve({ kind: 'known', report });
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
    this.#report({ kind: 'payment', attemptId, result: results[kind] });
    return results[kind];
  }

  #come(payment: { result: PaymentResult | null; movedAt: Date }, result: PaymentResult): void {
    Object.assign(payment, { result, movedAt: this.now() });
  }

  #nextDecline(kind: PaymentResult['kind']): string {
    if (kind === 'failed') this.#declines += 1;
    return `ch_${this.channelId}_${this.#declines}`;
  }

  /**
   * Returns more for a refund than was requested, as far as the payment still has the money. The channel reports the total that
   * it returned.
   */
  returnMore(refundId: string, moreMinor: number): void {
    const refund = this.refunds.get(refundId);
    if (refund === undefined) return;
    const more = Math.min(moreMinor, this.leftMinor(refund.attemptId, this.#refundedBy(refundId)));
    if (more < 1) return;
    const { amount } = refund;
    Object.assign(refund, { amount: { ...amount, amountMinor: amount.amountMinor + more } });
    this.#returnedMore.set(refundId, (this.#returnedMore.get(refundId) ?? 0) + more);
    this.concludeRefund(refundId, 'succeeded');
  }

  /** Lets the money of a refund that was made come back, for example because the consumer's account is closed. */
  undoRefund(refundId: string): void {
    if (this.refunds.get(refundId)?.result?.kind === 'succeeded') this.concludeRefund(refundId, 'failed');
  }

  /**
   * Returns money as somebody does in the processor's own dashboard. The processor's report of it names none of the gateway's
   * IDs but the attempt's. A refund that has only begun is not reported, and is never made.
   */
  refundByHand(
    { attemptId, reference }: PaymentAtChannel,
    amountMinor: number,
    writtenAs: string = attemptId,
  ): void {
    const payment = this.payments.get(attemptId);
    const left = this.leftMinor(attemptId, reference);
    const returned = this.#distinctByHand(attemptId, Math.min(amountMinor, left));
    if (payment === undefined || returned < 1) return;
    const channelReference = `hand_${this.channelId}_${this.#refundsByHand.length + 1}`;
    const amount = { ...payment.amount, amountMinor: returned };
    const state = this.#refundsByHand.length % 2 === 0 ? 'succeeded' : 'pending';
    const refund = {
      channelReference,
      attemptId,
      payment: reference,
      amount,
      state,
      movedAt: this.now(),
    } as const;
    this.#refundsByHand.push(refund);
    this.#writtenAs.set(channelReference, writtenAs);
    this.#report(
      state === 'pending'
        ? { kind: 'irrelevant', type: 'refund.created' }
        : {
            kind: 'refund_by_reference',
            attemptId: writtenAs,
            ...namedBy(reference),
            channelReference,
            result: { kind: 'succeeded', returned: amount },
          },
    );
  }

  /**
   * Returns an amount for a refund by hand that none of the payment's others has. If a report of a failure names only the
   * payment, two such refunds over the same amount cannot be told apart while the gateway knows only one of them.
   */
  #distinctByHand(attemptId: string, amountMinor: number): number {
    const others = this.#refundsByHand.filter((refund) => refund.attemptId === attemptId);
    const isTaken = others.some(({ amount }) => amount.amountMinor === amountMinor);
    return isTaken && this.vendor.isMute ? this.#distinctByHand(attemptId, amountMinor - 1) : amountMinor;
  }

  /**
   * The channel takes back a refund that somebody made by hand. The report of a vendor that cannot be asked names only the
   * payment and the amount.
   */
  undoRefundByHand(channelReference: string): void {
    const index = this.#refundsByHand.findIndex((refund) => refund.channelReference === channelReference);
    const refund = this.#refundsByHand[index];
    if (refund?.state !== 'succeeded') return;
    this.#refundsByHand[index] = { ...refund, state: 'failed', movedAt: this.now() };
    const { amount, payment } = refund;
    const attemptId = this.#writtenAs.get(channelReference) ?? refund.attemptId;
    const failure = { code: 'refund_failed', message: 'The bank refused.' };
    const report = { kind: 'refund_by_reference', attemptId, result: { kind: 'failed', failure } } as const;
    if (payment === null) {
      this.#report({ ...report, channelReference });
      return;
    }
    const isNameless = attemptId === refund.attemptId && index % 3 === 2;
    const named = isNameless ? {} : namedBy(payment);
    this.#report({ ...report, ...named, channelReference: payment, amount }, channelReference);
  }

  concludeRefund(refundId: string, kind: RefundResult['kind']): RefundResult {
    const refund = this.refunds.get(refundId);
    if (refund === undefined) throw new Error(`the channel knows no refund ${refundId}`);
    const result: RefundResult =
      kind === 'succeeded'
        ? { kind, returned: refund.amount }
        : { kind, failure: { code: 'refund_failed', message: 'The bank refused.' } };
    const isRepeated = refund.result?.kind === 'succeeded' && kind === 'succeeded';
    const movedAt = isRepeated && this.vendor.booksOnFirstDay ? refund.movedAt : this.now();
    Object.assign(refund, { result, movedAt });
    const payment = namedBy(this.#refundedBy(refundId));
    this.#report({ kind: 'refund', refundId, ...payment, channelReference: `ref_${refundId}`, result });
    return result;
  }

  #refundedBy(refundId: string): string | null {
    return this.#refundedPayments.get(refundId) ?? null;
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
    this.#report({ kind: 'payment', attemptId, result }, paymentReference);
  }

  /** Lets the consumer retry a declined debit in the processor's own form. The channel reports that the debit is under way. */
  retryDebit(attemptId: string): void {
    const payment = this.payments.get(attemptId);
    if (payment?.result?.kind !== 'failed' || this.vendor.isMute) return;
    Object.assign(payment, { result: null, isSubmitted: true, movedAt: this.now() });
    this.#report({ kind: 'payment_under_way', attemptId });
  }

  #named(attemptId: string): { readonly paymentReference?: string } {
    return this.vendor.isMute ? { paymentReference: paymentReferenceOf(attemptId) } : {};
  }

  /** Opens a dispute of a payment, however much of it was returned, and whether or not the gateway knows of the payment. */
  openDispute(
    { attemptId, reference }: PaymentAtChannel,
    amountMinor: number,
    writtenAs: string = attemptId,
  ): void {
    const payment = this.payments.get(attemptId);
    if (payment === undefined) return;
    const left = this.#undisputedMinor(attemptId, reference);
    const disputed = this.#distinctMinor(attemptId, Math.min(amountMinor, left));
    if (disputed < 1) return;
    const channelReference = `dsp_${this.disputes.size + 1}`;
    const amount = { ...payment.amount, amountMinor: disputed };
    const movedAt = this.now();
    this.disputes.set(channelReference, {
      channelReference,
      attemptId,
      payment: reference,
      amount,
      state: 'opened',
      told: 'opened',
      movedAt,
      events: [],
    });
    this.#writtenAs.set(channelReference, writtenAs);
    const opened = { channelReference, amount, kind: 'opened' } as const;
    const report = this.vendor.isMute ? ({ ...opened, mayReopen: true } as const) : opened;
    for (const each of [...this.#beforeChargeback(report), report]) {
      this.#report({ kind: 'dispute', attemptId: writtenAs, ...namedBy(reference), report: each });
    }
  }

  /**
   * Returns what the channel reports before the bank takes a dispute's money. Every second dispute is announced. A vendor that can be
   * asked calls the announcement an inquiry, and closes every second inquiry before the chargeback.
   */
  #beforeChargeback(opened: DisputeReport): readonly DisputeReport[] {
    if (this.disputes.size % 2 === 1) return [];
    const announcement: DisputeReport = { ...opened, isAnnouncement: true };
    if (this.vendor.isMute) return [announcement];
    const stage = 'inquiry';
    const isClosed = this.disputes.size % 4 === 0;
    return [{ ...announcement, stage }, ...(isClosed ? [{ ...opened, kind: 'won', stage } as const] : [])];
  }

  resolveDispute(channelReference: string, outcome: DisputeOutcome): void {
    const dispute = this.disputes.get(channelReference);
    if (dispute?.state !== 'opened') return;
    if (outcome === 'won_in_part') this.#giveBackInPart(dispute);
    else this.#resolve(dispute, { state: outcome, told: outcome, amount: dispute.amount }, dispute.amount);
  }

  /**
   * Ends a dispute with the return of a part of its money. A vendor that can be asked reports a loss of the rest. Another one reports
   * the return of the part, then a win over the part, and says nothing about the rest.
   */
  #giveBackInPart(dispute: ChannelDispute): void {
    const { attemptId, amount, channelReference } = dispute;
    const part = this.#distinctMinor(attemptId, Math.floor(amount.amountMinor * 0.7));
    const back = { ...amount, amountMinor: part };
    const kept = { ...amount, amountMinor: amount.amountMinor - part };
    if (part < 1) return;
    this.#opened.set(channelReference, this.#amountOpened(dispute));
    if (!this.vendor.isMute) this.#givenBack.add(channelReference);
    const told = this.vendor.isMute ? 'won' : 'lost';
    this.#resolve(dispute, { state: 'lost', told, amount: kept }, this.vendor.isMute ? back : kept);
  }

  /** Ends a dispute, and reports the end with an amount. */
  #resolve(
    dispute: ChannelDispute,
    end: Pick<ChannelDispute, 'state' | 'told' | 'amount'>,
    reported: Money,
  ): void {
    const { channelReference, attemptId, payment, stage } = dispute;
    const { told: kind } = end;
    if (end.state === 'won' && !this.vendor.isMute) this.#givenBack.add(channelReference);
    const isNamed = !this.vendor.isMute || this.disputes.size % 3 === 0;
    const events = isNamed ? [] : [this.#nextEvent(), this.#nextEvent()];
    this.disputes.set(channelReference, { ...dispute, ...end, movedAt: this.now(), events });
    const staged = stage && { stage };
    const returned = { kind: 'opened', amount: kind === 'won' ? reported : dispute.amount } as const;
    if (isNamed) {
      const back = this.#moneyBackOf(channelReference);
      const outcome = { kind, amount: reported, ...back } as const;
      const isInPart = end.told !== end.state;
      const reports = isInPart ? [{ ...returned, mayReopen: true } as const, outcome] : [outcome];
      for (const told of reports) {
        const report = { channelReference, ...told, ...staged };
        this.#report({ kind: 'dispute', attemptId: this.#writtenFor(dispute), ...namedBy(payment), report });
      }
      return;
    }
    // The later events of a dispute have references of their own, and do not name the dispute.
    for (const [index, told] of [returned, { kind, amount: reported }].entries()) {
      const report = {
        channelReference: events[index] ?? '',
        ...told,
        ...staged,
        keyedBy: 'payment',
      } as const;
      this.#report({ kind: 'dispute', attemptId, report });
    }
  }

  #writtenFor({ channelReference, attemptId }: ChannelDispute): string {
    return this.#writtenAs.get(channelReference) ?? attemptId;
  }

  /** Lets the bank object to the merchant's win, and take the money again. The dispute is then in its next stage. */
  objectAgain(channelReference: string): void {
    const dispute = this.disputes.get(channelReference);
    if (dispute?.state !== 'won' || dispute.stage === 'arbitration') return;
    const stage = stageAfter(dispute);
    const { attemptId, payment, amount } = dispute;
    const isNamed = !this.vendor.isMute || this.disputes.size % 3 === 0;
    const events = isNamed ? [] : [this.#nextEvent()];
    const open = { state: 'opened', told: 'opened', stage, movedAt: this.now(), events } as const;
    this.disputes.set(channelReference, { ...dispute, ...open });
    const told = { amount, kind: 'opened', stage } as const;
    if (isNamed) {
      const report = { channelReference, ...told, ...(this.vendor.isMute && { mayReopen: true as const }) };
      this.#report({ kind: 'dispute', attemptId: this.#writtenFor(dispute), ...namedBy(payment), report });
      return;
    }
    const report = { channelReference: events[0] ?? '', ...told, keyedBy: 'payment' } as const;
    this.#report({ kind: 'dispute', attemptId, report });
  }

  /**
   * Lets the bank open an ended dispute again, because somebody has appealed against its outcome. The reports of a vendor that cannot be
   * asked have no times. After a win, such a vendor opens the dispute in its next stage. After a loss, the stage remains, so nobody
   * could tell the reports' sequence from their contents: the bank decides only after the gateway has received the loss.
   */
  reopenDispute(channelReference: string): void {
    const dispute = this.disputes.get(channelReference);
    if (dispute === undefined || dispute.state === 'opened') return;
    if (this.vendor.isMute && dispute.told === 'lost' && !this.#isLossReceived(dispute)) return;
    const isStaged = this.vendor.isMute && dispute.told === 'won';
    if (isStaged && dispute.stage === 'arbitration') return;
    const stage = isStaged ? stageAfter(dispute) : dispute.stage;
    const { payment } = dispute;
    const amount = this.#amountOpened(dispute);
    const at = { movedAt: this.now(), events: [], ...(stage && { stage }) };
    const open = { amount, state: 'opened', told: 'opened', ...at } as const;
    this.disputes.set(channelReference, { ...dispute, ...open });
    const staged = stage && { stage };
    const report = { channelReference, amount, kind: 'opened', mayReopen: true, ...staged } as const;
    this.#report({ kind: 'dispute', attemptId: this.#writtenFor(dispute), ...namedBy(payment), report });
  }

  #isLossReceived({ channelReference, events }: ChannelDispute): boolean {
    const losses = this.callbacks.filter(
      ({ notification }) =>
        notification.kind === 'dispute' &&
        notification.report.kind === 'lost' &&
        [channelReference, ...events].includes(notification.report.channelReference),
    );
    return losses.every(({ isAcknowledged }) => isAcknowledged);
  }

  /**
   * Lets the bank take a direct debit back that the channel had reported as paid. The channel reports this as a dispute that is
   * lost from the beginning.
   */
  takeBackDebit({ attemptId, reference }: PaymentAtChannel): void {
    const amountMinor = this.#undisputedMinor(attemptId, reference);
    if (reference !== null || amountMinor < 1) return;
    const channelReference = `dsp_${this.disputes.size + 1}`;
    const amount = { currency: this.payments.get(attemptId)?.amount.currency ?? '', amountMinor };
    const dispute = { channelReference, attemptId, payment: null, amount, movedAt: this.now(), events: [] };
    this.disputes.set(channelReference, { ...dispute, state: 'lost', told: 'lost' });
    this.#report({ kind: 'dispute', attemptId, report: { channelReference, amount, kind: 'lost' } });
  }

  /**
   * Gives back a part of what the bank took by a lost dispute, or all of it. The dispute stays lost unless all came back. Only
   * the report of a channel that can be asked says so.
   */
  giveBack(channelReference: string, percent: number): void {
    const dispute = this.disputes.get(channelReference);
    if (dispute?.state !== 'lost' || this.vendor.isMute) return;
    const { attemptId, amount, stage } = dispute;
    const keptMinor = Math.floor((amount.amountMinor * (100 - Math.min(percent, 100))) / 100);
    const opened = this.#amountOpened(dispute);
    this.#opened.set(channelReference, opened);
    this.#givenBack.add(channelReference);
    const state = keptMinor > 0 ? 'lost' : 'won';
    const kept = keptMinor > 0 ? { ...amount, amountMinor: keptMinor } : opened;
    this.disputes.set(channelReference, {
      ...dispute,
      amount: kept,
      state,
      told: state,
      movedAt: this.now(),
    });
    const staged = stage && { stage };
    const report = { channelReference, amount: kept, kind: state, ...staged, showsMoneyBack: true } as const;
    this.#report({ kind: 'dispute', attemptId, report });
  }

  #amountOpened({ channelReference, amount }: ChannelDispute): Money {
    return this.#opened.get(channelReference) ?? amount;
  }

  #moneyBackOf(channelReference: string): { readonly showsMoneyBack?: true } {
    return this.#givenBack.has(channelReference) ? { showsMoneyBack: true } : {};
  }

  #nextEvent(): string {
    this.#disputeEvents += 1;
    return `evt_${this.channelId}_${this.#disputeEvents}`;
  }

  /**
   * Returns an amount that the channel has reported of none of the payment's other disputes. If events do not name their dispute, two
   * disputes over the same amount cannot be told apart while the gateway knows only one of them.
   */
  #distinctMinor(attemptId: string, amountMinor: number): number {
    const others = [...this.disputes.values()].filter((dispute) => dispute.attemptId === attemptId);
    const isTaken = others.some((dispute) => {
      const opened = this.#amountOpened(dispute).amountMinor;
      const kept = dispute.amount.amountMinor;
      return [opened, kept, opened - kept].includes(amountMinor);
    });
    return isTaken && this.vendor.isMute ? this.#distinctMinor(attemptId, amountMinor - 1) : amountMinor;
  }

  /** Takes another amount than was requested, and reports the taken amount. */
  takeWrongAmount(attemptId: string): void {
    const payment = this.payments.get(attemptId);
    if (payment === undefined) return;
    const paid = { ...payment.amount, amountMinor: payment.amount.amountMinor + 1 };
    const result = { kind: 'succeeded', paid, card: null, ...this.#named(attemptId) } as const;
    this.#come(payment, result);
    this.#report({ kind: 'payment', attemptId, result });
  }

  /** Reports that the channel could not collect money that it had reported as paid. The money may still arrive. */
  failToCollect({ attemptId, reference }: PaymentAtChannel, writtenAs: string = attemptId): void {
    this.#uncollected.add(reference ?? attemptId);
    const report = { channelReference: `cpt_${this.callbacks.length + 1}`, reason: 'The bank refused.' };
    const isFurther = this.#furtherPayments.some(({ paymentReference }) => paymentReference === reference);
    const about = isFurther && reference !== null ? reference : attemptId;
    this.#report({ kind: 'uncollected', attemptId: writtenAs, ...namedBy(reference), ...report }, about);
  }

  /** Returns how much of a payment can still be refunded: returned and pending amounts are subtracted. */
  leftMinor(attemptId: string, reference: string | null): number {
    const returned = [...this.refunds].filter(
      ([refundId, refund]) =>
        refund.attemptId === attemptId &&
        this.#refundedBy(refundId) === reference &&
        refund.result?.kind !== 'failed',
    );
    const byHand = this.#refundsByHand.filter(
      (refund) => refund.attemptId === attemptId && refund.payment === reference && refund.state !== 'failed',
    );
    const back = sumMinor(returned.map(([, refund]) => refund)) + sumMinor(byHand);
    return this.#takenMinor(attemptId, reference) - back;
  }

  /** How much money the channel has of a payment. A mute vendor also has the money of a payment over a wrong amount. */
  #takenMinor(attemptId: string, reference: string | null): number {
    const further = this.#furtherPayments.find(({ paymentReference }) => paymentReference === reference);
    if (further !== undefined) return further.amount.amountMinor;
    const result = this.payments.get(attemptId)?.result;
    const isRight = result?.kind === 'succeeded' && result.paid.amountMinor === this.#askedMinor(attemptId);
    return isRight || (result?.kind === 'succeeded' && reference !== null) ? result.paid.amountMinor : 0;
  }

  #askedMinor(attemptId: string): number {
    return this.payments.get(attemptId)?.amount.amountMinor ?? 0;
  }

  #undisputedMinor(attemptId: string, reference: string | null): number {
    const disputed = [...this.disputes.values()].filter(
      (dispute) =>
        dispute.attemptId === attemptId && dispute.payment === reference && dispute.state !== 'won',
    );
    return this.#askedMinor(attemptId) - sumMinor(disputed);
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
    const byHand = this.#refundsByHand
      .filter(({ movedAt }) => isWithin(movedAt, span))
      .map(({ channelReference, attemptId, amount, state, movedAt }) => ({
        subject: 'refund' as const,
        reference: attemptId,
        channelReference,
        amount,
        state,
        at: movedAt,
      }));
    const named = own.map((line) =>
      line.reference !== null && line.subject === 'payment' && this.vendor.isMute
        ? { ...line, channelReference: paymentReferenceOf(line.reference) }
        : line,
    );
    const lines = [...named, ...further, ...byHand];
    return { kind: 'statement', lines, fees: feesOf(lines) };
  }

  books(): Omit<ChannelBooks, 'disputes' | 'forgotten'> {
    return {
      refundsByHand: this.#refundsByHand,
      payments: [...this.payments].map(([attemptId, payment]) => ({
        channelId: this.channelId,
        attemptId,
        reference: this.vendor.isMute ? paymentReferenceOf(attemptId) : null,
        amount: payment.amount,
        charges: payment.charges,
        result: outcomeOf(payment),
        isSubmitted: payment.isSubmitted,
        isUncollected: this.#isUncollected(this.vendor.isMute ? paymentReferenceOf(attemptId) : attemptId),
        isUntold: payment.result?.kind === 'cancelled' && this.#endedSilently.has(attemptId),
        movedAt: payment.movedAt,
      })),
      furtherPayments: this.#furtherPayments.map(({ paymentReference: reference, ...payment }) => ({
        ...payment,
        channelId: this.channelId,
        reference,
        isUncollected: this.#isUncollected(reference),
      })),
      refunds: [...this.refunds].map(([refundId, { attemptId, amount, result, movedAt }]) => ({
        refundId,
        attemptId,
        payment: this.#refundedBy(refundId),
        amount,
        moreMinor: this.#returnedMore.get(refundId) ?? 0,
        result: result?.kind ?? null,
        movedAt,
      })),
    };
  }

  #isUncollected(name: string): boolean {
    return this.#uncollected.has(name);
  }

  /** Returns when the channel tells what happened to a dispute: later than all that it told of the dispute before. */
  #nextTime(channelReference: string): Date {
    const before = this.#toldLast.get(channelReference);
    const earliestMs = before === undefined ? 0 : before.getTime() + 1_000;
    const toldAt = new Date(Math.max(this.now().getTime(), earliestMs));
    this.#toldLast.set(channelReference, toldAt);
    return toldAt;
  }

  /** Returns when the channel answers how a dispute ended. What happens to the dispute afterwards is told later. */
  #answerTime(channelReference: string): Date {
    const before = this.#toldLast.get(channelReference)?.getTime() ?? 0;
    const toldAt = new Date(Math.max(this.now().getTime(), before));
    this.#toldLast.set(channelReference, toldAt);
    return toldAt;
  }

  /** Adds to a dispute's report when the channel tells it. The reports of a vendor that cannot be asked have no times. */
  #withTime(notification: ChannelNotification): ChannelNotification {
    if (notification.kind !== 'dispute' || this.vendor.isMute) return notification;
    const { report } = notification;
    const toldAt = this.#nextTime(report.channelReference);
    const dispute = this.disputes.get(report.channelReference);
    if (dispute !== undefined) this.disputes.set(report.channelReference, { ...dispute, toldAt });
    return { ...notification, report: { ...report, toldAt } };
  }

  #report(notification: ChannelNotification, about?: string): void {
    const callbackId = `cb_${this.callbacks.length + 1}`;
    this.callbacks.push({
      channelId: this.channelId,
      callbackId,
      notification: this.#withTime(notification),
      isAcknowledged: false,
      isForgotten: false,
      ...(about !== undefined && { about }),
    });
  }
}

/** Returns the stage that a bank opens by objecting to a merchant's win. */
function stageAfter({ stage }: ChannelDispute): 'pre_arbitration' | 'arbitration' {
  return stage === undefined ? 'pre_arbitration' : 'arbitration';
}

function namedBy(paymentReference: string | null): { readonly paymentReference?: string } {
  return paymentReference === null ? {} : { paymentReference };
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
