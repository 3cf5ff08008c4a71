import type { PaymentResult } from '../../src/domain/attempt/payment-attempt.ts';
import { isAttemptId } from '../../src/domain/order/order-identifiers.ts';
import type { ChannelNotification } from '../../src/ports/channel-callback.ts';
import {
  type ChannelBooks,
  type ChannelDispute,
  type ChannelPayment,
  isOfDispute,
  type PaymentAtChannel,
} from './invariants/channel-books.ts';
import type { Vendor } from './ledger-account.ts';
import { type ChannelMood, LedgerChannel } from './ledger-channel.ts';
import type { DisputeOutcome } from './ledger-disputes.ts';
import type { ChannelCallback, Reports } from './ledger-reports.ts';

/** How often the gateway fails to apply a callback within a day. */
const FAILURES_IN_A_DAY = 34;

/** Which of the channels an event concerns. */
export type Reach = 'first' | 'both';

/**
 * Two channels that can take the same payments. The first one is preferred. What happens to a payment happens at the payment's
 * channel.
 */
export class Ledgers {
  readonly #reports: Reports = { callbacks: [], disputes: new Map() };
  readonly first = new LedgerChannel('Sandbox', this.#reports);
  readonly other = new LedgerChannel('Other', this.#reports);
  readonly #both: readonly [LedgerChannel, LedgerChannel] = [this.first, this.other];

  constructor(vendors: readonly [Vendor, Vendor], now: () => Date) {
    for (const [index, channel] of this.#both.entries()) {
      channel.vendor = vendors[index] ?? channel.vendor;
      channel.now = now;
    }
  }

  get callbacks(): Reports['callbacks'] {
    return this.#reports.callbacks;
  }

  get disputes(): Reports['disputes'] {
    return this.#reports.disputes;
  }

  get payments(): LedgerChannel['payments'] {
    return new Map(this.#both.flatMap(({ payments }) => [...payments]));
  }

  get refunds(): LedgerChannel['refunds'] {
    return new Map(this.#both.flatMap(({ refunds }) => [...refunds]));
  }

  setMood(mood: Partial<ChannelMood>, reach: Reach = 'both'): void {
    for (const channel of reach === 'both' ? this.#both : [this.first]) {
      channel.mood = { ...channel.mood, ...mood };
    }
  }

  conclude(attemptId: string, kind: PaymentResult['kind']): void {
    this.#of(attemptId).conclude(attemptId, kind);
  }

  returnMore(refundId: string, moreMinor: number): void {
    this.#both.find(({ refunds }) => refunds.has(refundId))?.ledgerRefunds.returnMore(refundId, moreMinor);
  }

  refuseRefundAsTooEarly(refundId: string): void {
    this.#both.find(({ refunds }) => refunds.has(refundId))?.ledgerRefunds.refuseAsTooEarly(refundId);
  }

  makeRefundTwice(refundId: string): void {
    this.#both.find(({ refunds }) => refunds.has(refundId))?.ledgerRefunds.makeTwice(refundId);
  }

  undoSecondRefund(channelReference: string): void {
    for (const channel of this.#both) channel.ledgerRefunds.undoSecond(channelReference);
  }

  undoRefundByHand(channelReference: string): void {
    for (const channel of this.#both) channel.ledgerRefunds.undoByHand(channelReference);
  }

  undoRefund(refundId: string): void {
    this.#both.find(({ refunds }) => refunds.has(refundId))?.ledgerRefunds.undo(refundId);
  }

  get undoneRefunds(): readonly string[] {
    return this.#both.flatMap(({ ledgerRefunds }) => ledgerRefunds.undone);
  }

  makeRefundAgain(name: string): void {
    for (const { ledgerRefunds } of this.#both) ledgerRefunds.makeAgain(name);
  }

  isMute(channelId: string): boolean {
    return this.#both.some((channel) => channel.channelId === channelId && channel.vendor.isMute);
  }

  get both(): readonly [LedgerChannel, LedgerChannel] {
    return this.#both;
  }

  /** Sets whether refunds are rejected before they reach the channels. */
  set isBusy(isBusy: boolean) {
    for (const channel of this.#both) channel.isBusy = isBusy;
  }

  concludeRefund(refundId: string, kind: 'succeeded' | 'failed'): void {
    this.#both.find(({ refunds }) => refunds.has(refundId))?.ledgerRefunds.conclude(refundId, kind);
  }

  payAgain(attemptId: string, moreMinor: number): void {
    this.#of(attemptId).payAgain(attemptId, moreMinor);
  }

  refundByHand(payment: PaymentAtChannel, amountMinor: number, writtenAs?: string): void {
    this.#of(payment.attemptId).ledgerRefunds.makeByHand(payment, amountMinor, writtenAs);
  }

  giveBack(channelReference: string, percent: number): void {
    const dispute = this.disputes.get(channelReference);
    if (dispute !== undefined) this.#of(dispute.attemptId).ledgerDisputes.giveBack(channelReference, percent);
  }

  openDispute(payment: PaymentAtChannel, amountMinor: number, writtenAs?: string): void {
    this.#of(payment.attemptId).ledgerDisputes.open(payment, amountMinor, writtenAs);
  }

  /** Opens a dispute of the payment that was made for an attempt first. */
  openDisputeOf(attemptId: string, amountMinor: number): void {
    const payment = this.books().payments.find((each) => each.attemptId === attemptId);
    if (payment !== undefined && isDisputable(payment)) this.openDispute(payment, amountMinor);
  }

  retryDebit(attemptId: string): void {
    this.#of(attemptId).retryDebit(attemptId);
  }

  takeBackDebit(payment: PaymentAtChannel): void {
    this.#of(payment.attemptId).ledgerDisputes.takeBackDebit(payment);
  }

  reopenDispute(channelReference: string): void {
    const dispute = this.disputes.get(channelReference);
    if (dispute !== undefined) this.#of(dispute.attemptId).ledgerDisputes.reopen(channelReference);
  }

  objectAgain(channelReference: string): void {
    const dispute = this.disputes.get(channelReference);
    if (dispute !== undefined) this.#of(dispute.attemptId).ledgerDisputes.objectAgain(channelReference);
  }

  resolveDispute(channelReference: string, outcome: DisputeOutcome): void {
    const dispute = this.disputes.get(channelReference);
    if (dispute !== undefined) this.#of(dispute.attemptId).ledgerDisputes.resolve(channelReference, outcome);
  }

  /** Returns a dispute by its own reference or by that of one of its events. */
  disputeOf(reference: string): ChannelDispute | undefined {
    return [...this.disputes.values()].find((dispute) => isOfDispute(dispute, reference));
  }

  takeWrongAmount(attemptId: string): void {
    this.#of(attemptId).takeWrongAmount(attemptId);
  }

  failToCollect(payment: PaymentAtChannel, writtenAs?: string): void {
    this.#of(payment.attemptId).failToCollect(payment, writtenAs);
  }

  collectAfterAll(payment: PaymentAtChannel): void {
    this.#of(payment.attemptId).collectAfterAll(payment);
  }

  /**
   * Whether the gateway may have taken a report for somebody else's: it has no reference of the gateway, and the gateway has
   * tried to apply it for a day without learning of its payment.
   */
  #isTakenForOthers({ notification, failures = 0 }: ChannelCallback): boolean {
    if (!('attemptId' in notification) || isAttemptId(notification.attemptId)) return false;
    return failures >= FAILURES_IN_A_DAY;
  }

  /**
   * Whether a lost callback is about one of two refunds under the same ID. The gateway can ask only about the one that it
   * knows.
   */
  #isLostOfTwo({ isLost, notification }: ChannelCallback): boolean {
    if (!isLost || notification.kind !== 'refund') return false;
    return this.#both.some(({ ledgerRefunds }) =>
      ledgerRefunds.second.some(({ refundId }) => refundId === notification.refundId),
    );
  }

  /** Notes that the gateway could not apply a callback yet. */
  noteFailure(callbackId: string): void {
    const callback = this.callbacks.find((each) => each.callbackId === callbackId);
    if (callback !== undefined) callback.failures = (callback.failures ?? 0) + 1;
  }

  /** The books of both channels. */
  books(): ChannelBooks {
    const books = this.#both.map((channel) => channel.books());
    return {
      payments: books.flatMap(({ payments }) => payments),
      furtherPayments: books.flatMap(({ furtherPayments }) => furtherPayments),
      refunds: books.flatMap(({ refunds }) => refunds),
      secondRefunds: books.flatMap(({ secondRefunds }) => secondRefunds),
      refundsByHand: books.flatMap(({ refundsByHand }) => refundsByHand),
      disputes: [...this.disputes.values()],
      forgotten: new Set(
        this.callbacks.flatMap((callback) => {
          const { isForgotten, notification, about } = callback;
          const isUnknown = isForgotten || this.#isTakenForOthers(callback) || this.#isLostOfTwo(callback);
          if (!isUnknown) return [];
          if (about !== undefined) return [about];
          return namesIn(notification).map((name) => this.disputeOf(name)?.channelReference ?? name);
        }),
      ),
    };
  }

  #of(attemptId: string): LedgerChannel {
    return this.other.payments.has(attemptId) ? this.other : this.first;
  }
}

/** Whether the consumer has made a payment, so that the bank can take it back, even before the channel has its result. */
export function isDisputable({ charges, result }: ChannelPayment): boolean {
  return charges > 0 || result !== null;
}

/** The IDs of a report's subject. */
function namesIn(notification: ChannelNotification): readonly string[] {
  switch (notification.kind) {
    case 'payment':
    case 'uncollected':
      return [notification.attemptId];
    case 'refund':
      return [notification.refundId];
    case 'refund_by_reference':
      return [notification.channelReference];
    case 'dispute':
      return [notification.report.channelReference];
    default:
      return [];
  }
}
