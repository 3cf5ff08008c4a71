import type { MoneyLine } from '../../src/domain/reconciliation/statement-line.ts';
import type { RefundResult } from '../../src/domain/refund/refund.ts';
import { isWithin, type TimeSpan } from '../../src/domain/time-span.ts';
import type { RefundInquiry } from '../../src/ports/payment-channel.ts';
import type { SecondRefund } from './invariants/channel-books.ts';
import { type LedgerAccount, namedBy } from './ledger-account.ts';
import type { LedgerReports } from './ledger-reports.ts';

const failure = { code: 'refund_failed', message: 'The bank refused.' };

/** The refunds that a channel has made a second time under the gateway's same ID, with another reference of its own. */
export class LedgerSecondRefunds {
  readonly #account: LedgerAccount;
  readonly #reports: LedgerReports;
  /** By the gateway's IDs. */
  readonly #made = new Map<string, SecondRefund>();

  constructor(account: LedgerAccount, reports: LedgerReports) {
    this.#account = account;
    this.#reports = reports;
  }

  get all(): readonly SecondRefund[] {
    return [...this.#made.values()];
  }

  make(refund: Pick<SecondRefund, 'refundId' | 'attemptId' | 'payment' | 'amount'>): void {
    const { refundId } = refund;
    if (this.#made.has(refundId)) return;
    const channelReference = `again_${refundId}`;
    this.#made.set(refundId, { ...refund, channelReference, result: 'failed', movedAt: this.#account.now() });
    this.#end(channelReference, 'succeeded');
  }

  /** Lets the money come back. */
  undo(channelReference: string): void {
    this.#end(channelReference, 'failed');
  }

  /** Makes a second refund again whose money came back. */
  makeAgain(channelReference: string): void {
    this.#end(channelReference, 'succeeded');
  }

  /** Returns the channel's answer about a second refund; undefined if the reference is of none. */
  answer(reference: string | null): RefundInquiry | undefined {
    const refund = this.#find(reference);
    if (refund === undefined) return undefined;
    const { channelReference } = refund;
    return { kind: 'ended', channelReference, result: resultOf(refund) };
  }

  /** Returns the lines of the second refunds in the channel's own books. */
  lines(span: TimeSpan): readonly MoneyLine[] {
    return this.all
      .filter(({ movedAt }) => isWithin(movedAt, span))
      .map(({ refundId: reference, channelReference, amount, result: state, movedAt: at }) => {
        return { subject: 'refund', reference, channelReference, amount, state, at };
      });
  }

  #find(reference: string | null): SecondRefund | undefined {
    return this.all.find(({ channelReference }) => channelReference === reference);
  }

  #end(reference: string, result: SecondRefund['result']): void {
    const before = this.#find(reference);
    if (before === undefined || before.result === result) return;
    const { refundId, payment, channelReference } = before;
    const ended = { ...before, result, movedAt: this.#account.now() };
    this.#made.set(refundId, ended);
    // If money came back, a vendor that cannot be asked does not say of which of the two refunds.
    const isNamed = result === 'succeeded' || !this.#account.vendor.isMute;
    const named = isNamed ? { channelReference } : {};
    this.#reports.add({ kind: 'refund', refundId, ...namedBy(payment), ...named, result: resultOf(ended) });
  }
}

function resultOf({ result, amount }: SecondRefund): RefundResult {
  return result === 'succeeded' ? { kind: result, returned: amount } : { kind: result, failure };
}
