import type { MoneyLine } from '../../src/domain/reconciliation/statement-line.ts';
import type { RefundResult } from '../../src/domain/refund/refund.ts';
import { isWithin, type TimeSpan } from '../../src/domain/time-span.ts';
import type { RefundAnswer, RefundInquiry } from '../../src/ports/payment-channel.ts';
import type { FakeChannel } from '../in-memory/fake-channel.ts';
import type {
  ChannelRefund,
  PaymentAtChannel,
  RefundByHand,
  SecondRefund,
} from './invariants/channel-books.ts';
import { sumMinor } from './invariants/parts-of-order.ts';
import { type LedgerAccount, namedBy } from './ledger-account.ts';
import type { LedgerReports } from './ledger-reports.ts';
import { LedgerSecondRefunds } from './ledger-second-refunds.ts';

/** How often the channel refuses a refund as too early. */
const MOST_EARLY = 3;

interface Facts {
  readonly account: LedgerAccount;
  readonly reports: LedgerReports;
  /** The refunds that the gateway requested. */
  readonly refunds: FakeChannel['refunds'];
  /** Returns how much money the channel has of a payment. */
  takenMinor(payment: PaymentAtChannel): number;
}

/** The refunds at a channel: those that the gateway requested, and those that somebody made by hand. */
export class LedgerRefunds {
  readonly #account: LedgerAccount;
  readonly #reports: LedgerReports;
  readonly #refunds: Facts['refunds'];
  readonly #takenMinor: Facts['takenMinor'];
  /** The refunds that the channel has refused. It answers a key for ever as it did first, even with a refusal. */
  readonly #refused = new Set<string>();
  /** For each refund, the references of the requests that the channel has refused as too early. */
  readonly #tooEarly = new Map<string, readonly string[]>();
  /** For each refund, the reference of the payment that it returns. */
  readonly #payments = new Map<string, string | null>();
  readonly #byHand: RefundByHand[] = [];
  /** The reference that somebody entered for each refund by hand. Normally it is the attempt's ID. */
  readonly #writtenAs = new Map<string, string>();
  /** For each refund, the amount returned beyond the requested one, in minor units. */
  readonly #returnedMore = new Map<string, number>();
  /** The requested refunds whose money came back at least once. */
  readonly #undone = new Set<string>();
  readonly #second: LedgerSecondRefunds;

  constructor({ account, reports, refunds, takenMinor }: Facts) {
    this.#account = account;
    this.#reports = reports;
    this.#refunds = refunds;
    this.#takenMinor = takenMinor;
    this.#second = new LedgerSecondRefunds(account, reports);
  }

  hasRefused(refundId: string): boolean {
    return this.#refused.has(refundId);
  }

  refuse(refundId: string): void {
    this.#refused.add(refundId);
  }

  /** The channel's reference of a refund, which differs for each request that was refused as too early. */
  referenceOf(refundId: string): string {
    const { length } = this.#tooEarly.get(refundId) ?? [];
    return length === 0 ? `ref_${refundId}` : `ref_${refundId}_${length + 1}`;
  }

  /** Returns the channel's first answer to a request that it refused later as too early; undefined for any other request. */
  firstAnswer(refundId: string, earlyRefusals: number): RefundAnswer | undefined {
    const channelReference = this.#tooEarly.get(refundId)?.[earlyRefusals];
    return channelReference === undefined ? undefined : { kind: 'pending', channelReference };
  }

  /**
   * Refuses a refund because the channel has not captured the payment yet. It then has no such refund, until the gateway sends
   * the refund as a new request. Only a vendor that cannot be asked does this.
   */
  refuseAsTooEarly(refundId: string): void {
    const refused = this.#tooEarly.get(refundId) ?? [];
    const isTwice = this.second.some((second) => second.refundId === refundId);
    const isPending = this.#refunds.get(refundId)?.result === null;
    if (!this.#account.vendor.isMute || !isPending || isTwice || refused.length === MOST_EARLY) return;
    const channelReference = this.referenceOf(refundId);
    const payment = namedBy(this.#refundedBy(refundId));
    this.#tooEarly.set(refundId, [...refused, channelReference]);
    this.#refunds.delete(refundId);
    const failure = { code: 'refund_refused', message: 'The payment is not captured yet.' };
    const result = { kind: 'failed', failure, isTooEarly: true } as const;
    this.#reports.add({ kind: 'refund', refundId, ...payment, channelReference, result });
  }

  /** Notes which payment a refund returns. */
  noteRefunded(refundId: string, paymentReference: string | null): void {
    this.#payments.set(refundId, paymentReference);
  }

  /**
   * Returns the channel's answer about a refund that it made a second time, or that somebody made by hand; undefined if it is
   * no such refund.
   */
  answerUnasked(reference: string | null): RefundInquiry | undefined {
    const second = this.#second.answer(reference);
    if (second !== undefined) return second;
    const byHand = this.#byHand.find(({ channelReference }) => channelReference === reference);
    if (byHand === undefined) return undefined;
    const { channelReference, amount, state } = byHand;
    const failure = { code: 'refund_failed', message: 'The bank refused.' };
    const result: RefundResult =
      state === 'failed' ? { kind: 'failed', failure } : { kind: 'succeeded', returned: amount };
    return { kind: 'ended', channelReference, result };
  }

  /**
   * Returns more for a refund than was requested, as far as the payment still has the money. The channel reports the total that
   * it returned.
   */
  returnMore(refundId: string, moreMinor: number): void {
    const refund = this.#refunds.get(refundId);
    if (refund === undefined || (refund.result?.kind === 'failed' && !this.#account.vendor.isMute)) return;
    const more = Math.min(moreMinor, this.leftMinor(refund.attemptId, this.#refundedBy(refundId)));
    if (more < 1) return;
    const { amount } = refund;
    Object.assign(refund, { amount: { ...amount, amountMinor: amount.amountMinor + more } });
    this.#returnedMore.set(refundId, (this.#returnedMore.get(refundId) ?? 0) + more);
    this.conclude(refundId, 'succeeded');
  }

  /** Makes a refund a second time under the gateway's same ID, as far as the payment still has the money. */
  makeTwice(refundId: string): void {
    const refund = this.#refunds.get(refundId);
    if (refund === undefined || refund.result?.kind === 'failed') return;
    const { attemptId, amount } = refund;
    const payment = this.#refundedBy(refundId);
    const amountMinor = amount.amountMinor - (this.#returnedMore.get(refundId) ?? 0);
    if (amountMinor > this.leftMinor(attemptId, payment)) return;
    this.#second.make({ refundId, attemptId, payment, amount: { ...amount, amountMinor } });
  }

  /** Lets the money of a refund that was made come back, for example because the consumer's account is closed. */
  undo(refundId: string): void {
    if (this.#refunds.get(refundId)?.result?.kind !== 'succeeded') return;
    this.#undone.add(refundId);
    this.conclude(refundId, 'failed');
  }

  /** Lets the money of a second refund come back. */
  undoSecond(channelReference: string): void {
    this.#second.undo(channelReference);
  }

  /** The refunds whose money came back, and which the channel can make again: their IDs or, if made by hand, their references. */
  get undone(): readonly string[] {
    if (!this.#account.vendor.isMute) return [];
    const own = [...this.#undone].filter((id) => this.#refunds.get(id)?.result?.kind === 'failed');
    const second = this.second.filter(({ result }) => result === 'failed');
    const byHand = this.#byHand.filter(({ state }) => state === 'failed');
    return [...own, ...[...second, ...byHand].map(({ channelReference }) => channelReference)];
  }

  /** Makes a refund again whose money came back, as far as the payment still has the money. */
  makeAgain(name: string): void {
    if (!this.undone.includes(name)) return;
    const own = this.#refunds.get(name);
    if (own !== undefined) {
      if (own.amount.amountMinor <= this.leftMinor(own.attemptId, this.#refundedBy(name))) {
        this.conclude(name, 'succeeded');
      }
      return;
    }
    const second = this.second.find(({ channelReference }) => channelReference === name);
    if (second !== undefined) {
      const left = this.leftMinor(second.attemptId, second.payment);
      if (second.amount.amountMinor <= left) this.#second.makeAgain(name);
      return;
    }
    const index = this.#byHand.findIndex(({ channelReference }) => channelReference === name);
    const refund = this.#byHand[index];
    if (refund === undefined) return;
    if (refund.amount.amountMinor > this.leftMinor(refund.attemptId, refund.payment)) return;
    const again = { ...refund, state: 'succeeded', movedAt: this.#account.now() } as const;
    this.#byHand[index] = again;
    this.#reportMadeByHand(again);
  }

  /**
   * Returns money as somebody does in the processor's own dashboard. The processor's report of it names none of the gateway's
   * IDs but the attempt's. A refund that has only begun is not reported, and is never made.
   */
  makeByHand(
    { attemptId, reference }: PaymentAtChannel,
    amountMinor: number,
    writtenAs: string = attemptId,
  ): void {
    const payment = this.#account.payments.get(attemptId);
    const left = this.leftMinor(attemptId, reference);
    const returned = this.#distinctByHand(attemptId, Math.min(amountMinor, left));
    if (payment === undefined || returned < 1) return;
    const channelReference = `hand_${this.#account.channelId}_${this.#byHand.length + 1}`;
    const amount = { ...payment.amount, amountMinor: returned };
    const state = this.#byHand.length % 2 === 0 ? 'succeeded' : 'pending';
    const refund = {
      channelReference,
      attemptId,
      payment: reference,
      amount,
      state,
      movedAt: this.#account.now(),
    } as const;
    this.#byHand.push(refund);
    this.#writtenAs.set(channelReference, writtenAs);
    if (state === 'pending') this.#reports.add({ kind: 'irrelevant', type: 'refund.created' });
    else this.#reportMadeByHand(refund);
  }

  #reportMadeByHand({ attemptId, channelReference, payment, amount }: RefundByHand): void {
    this.#reports.add({
      kind: 'refund_by_reference',
      attemptId: this.#writtenAs.get(channelReference) ?? attemptId,
      ...namedBy(payment),
      channelReference,
      result: { kind: 'succeeded', returned: amount },
    });
  }

  /**
   * Returns an amount for a refund by hand that none of the payment's others has. If a report of a failure names only the
   * payment, two such refunds over the same amount cannot be distinguished while the gateway knows only one of them.
   */
  #distinctByHand(attemptId: string, amountMinor: number): number {
    const others = this.#byHand.filter((refund) => refund.attemptId === attemptId);
    const isTaken = others.some(({ amount }) => amount.amountMinor === amountMinor);
    return isTaken && this.#account.vendor.isMute
      ? this.#distinctByHand(attemptId, amountMinor - 1)
      : amountMinor;
  }

  /**
   * The channel takes back a refund that somebody made by hand. The report of a vendor that cannot be asked may name only the
   * payment and the amount.
   */
  undoByHand(channelReference: string): void {
    const index = this.#byHand.findIndex((refund) => refund.channelReference === channelReference);
    const refund = this.#byHand[index];
    if (refund?.state !== 'succeeded') return;
    this.#byHand[index] = { ...refund, state: 'failed', movedAt: this.#account.now() };
    const { amount, payment } = refund;
    const attemptId = this.#writtenAs.get(channelReference) ?? refund.attemptId;
    const failure = { code: 'refund_failed', message: 'The bank refused.' };
    const report = { kind: 'refund_by_reference', attemptId, result: { kind: 'failed', failure } } as const;
    if (payment === null) {
      this.#reports.add({ ...report, channelReference });
      return;
    }
    if (this.#account.vendor.namesFailedRefunds) {
      this.#reports.add({ ...report, ...namedBy(payment), channelReference, amount });
      return;
    }
    const isNameless = attemptId === refund.attemptId && index % 3 === 2;
    const named = isNameless ? {} : namedBy(payment);
    this.#reports.add({ ...report, ...named, channelReference: payment, amount }, channelReference);
  }

  conclude(refundId: string, kind: RefundResult['kind']): RefundResult {
    const refund = this.#refunds.get(refundId);
    if (refund === undefined) throw new Error(`the channel knows no refund ${refundId}`);
    // A vendor that can be asked never makes a refund which has failed.
    if (refund.result?.kind === 'failed' && !this.#account.vendor.isMute) return refund.result;
    const result: RefundResult =
      kind === 'succeeded'
        ? { kind, returned: refund.amount }
        : { kind, failure: { code: 'refund_failed', message: 'The bank refused.' } };
    const isRepeated = refund.result?.kind === 'succeeded' && kind === 'succeeded';
    const movedAt = isRepeated && this.#account.vendor.booksOnFirstDay ? refund.movedAt : this.#account.now();
    Object.assign(refund, { result, movedAt });
    const payment = namedBy(this.#refundedBy(refundId));
    // If money came back, a vendor that cannot be asked does not name the refund by its own reference.
    const isNamed = kind === 'succeeded' || !this.#undone.has(refundId) || !this.#account.vendor.isMute;
    const named = isNamed ? { channelReference: this.referenceOf(refundId) } : {};
    this.#reports.add({ kind: 'refund', refundId, ...payment, ...named, result });
    return result;
  }

  /** Returns how much of a payment can still be refunded: returned and pending amounts are subtracted. */
  leftMinor(attemptId: string, reference: string | null): number {
    const returned = [...this.#refunds].filter(
      ([refundId, refund]) =>
        refund.attemptId === attemptId &&
        this.#refundedBy(refundId) === reference &&
        refund.result?.kind !== 'failed',
    );
    const byHand = this.#byHand.filter(
      (refund) => refund.attemptId === attemptId && refund.payment === reference && refund.state !== 'failed',
    );
    const second = this.second.filter(
      (refund) =>
        refund.attemptId === attemptId && refund.payment === reference && refund.result !== 'failed',
    );
    const back = sumMinor(returned.map(([, refund]) => refund)) + sumMinor([...second, ...byHand]);
    return this.#takenMinor({ attemptId, reference }) - back;
  }

  #refundedBy(refundId: string): string | null {
    return this.#payments.get(refundId) ?? null;
  }

  /** Returns the lines of the second refunds and of those by hand in the channel's own books. */
  linesUnasked(span: TimeSpan): readonly MoneyLine[] {
    const byHand = this.#byHand
      .filter(({ movedAt }) => isWithin(movedAt, span))
      .map(({ channelReference, attemptId, amount, state, movedAt }) => ({
        subject: 'refund' as const,
        reference: attemptId,
        channelReference,
        amount,
        state,
        at: movedAt,
      }));
    return [...this.#second.lines(span), ...byHand];
  }

  get second(): readonly SecondRefund[] {
    return this.#second.all;
  }

  get byHand(): readonly RefundByHand[] {
    return this.#byHand;
  }

  get requested(): readonly ChannelRefund[] {
    return [...this.#refunds].map(([refundId, { attemptId, amount, result, movedAt }]) => ({
      refundId,
      attemptId,
      payment: this.#refundedBy(refundId),
      amount,
      moreMinor: this.#returnedMore.get(refundId) ?? 0,
      result: result?.kind ?? null,
      isMadeAgain: result?.kind === 'succeeded' && this.#undone.has(refundId),
      movedAt,
    }));
  }
}
