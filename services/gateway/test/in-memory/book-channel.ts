import type {
  AccountFees,
  DisputeLine,
  MoneyLine,
  StatementFee,
  StatementLine,
  UnreadEntry,
} from '../../src/domain/reconciliation/statement-line.ts';
import { isWithin, type TimeSpan } from '../../src/domain/time-span.ts';
import type {
  ChannelStatement,
  DisputeInquiry,
  DisputeReference,
  PaymentInquiry,
  PaymentReference,
  RefundInquiry,
  RefundReference,
} from '../../src/ports/payment-channel.ts';
import { money } from '../builders/orders.ts';
import { FakeChannel } from './fake-channel.ts';

/** A channel whose books a test writes. If it is asked about an entry, it answers what its books contain. */
export class BookChannel extends FakeChannel {
  lines: StatementLine[] = [];
  fees: StatementFee[] = [];
  unread: readonly UnreadEntry[] = [];
  accountFees: readonly AccountFees[] = [];
  /** Whether the channel may no longer keep a part of its books. */
  mayLackEntries = false;
  areBooksOpen = true;
  /** Whether the channel always answers that a refund is pending. */
  areRefundsAlwaysPending = false;
  statements = 0;

  override async statement(span: TimeSpan): Promise<ChannelStatement> {
    this.statements += 1;
    if (!this.areBooksOpen) return { kind: 'unavailable', detail: 'not closed yet' };
    const lines = this.lines.filter((line) => line.reference === null || isWithin(line.at, span));
    return {
      kind: 'statement',
      lines,
      fees: this.fees.filter(({ at }) => isWithin(at, span)),
      unread: this.unread,
      accountFees: this.accountFees,
      ...(this.mayLackEntries && { mayLackEntries: true }),
    };
  }

  override async ask({ attemptId }: PaymentReference): Promise<PaymentInquiry> {
    const line = this.#find('payment', attemptId);
    if (line === undefined) return { kind: 'unavailable', detail: 'status 404' };
    switch (line.state) {
      case 'succeeded':
        return { kind: 'ended', result: { kind: 'succeeded', paid: line.amount, card: null } };
      case 'pending':
        return { kind: 'pending' };
      case 'failed':
      case 'cancelled':
        return { kind: 'ended', result: { kind: 'cancelled' } };
    }
  }

  override async askRefund({ refundId }: RefundReference): Promise<RefundInquiry> {
    const line = this.#find('refund', refundId);
    if (line === undefined) return { kind: 'not_received' };
    const { channelReference } = line;
    if (line.state === 'pending' || this.areRefundsAlwaysPending) {
      return { kind: 'pending', channelReference };
    }
    return line.state === 'succeeded'
      ? { kind: 'ended', channelReference, result: { kind: 'succeeded', returned: line.amount } }
      : {
          kind: 'ended',
          channelReference,
          result: { kind: 'failed', failure: { code: 'no', message: 'No.' } },
        };
  }

  override async askDispute({ channelReference }: DisputeReference): Promise<DisputeInquiry> {
    const line = this.lines.find((each) => each.channelReference === channelReference);
    if (line?.reference == null || line.subject !== 'dispute') {
      return { kind: 'unavailable', detail: 'status 404' };
    }
    return { kind: 'known', report: { kind: line.state, channelReference, amount: line.amount } };
  }

  #find(subject: MoneyLine['subject'], reference: string): MoneyLine | undefined {
    const named = this.lines.filter((line) => line.reference !== null);
    const ofMoney = named.filter((line) => line.subject !== 'dispute');
    return ofMoney.find((line) => line.subject === subject && line.reference === reference);
  }
}

/** An entry of such books. */
export function lineOf(
  subject: MoneyLine['subject'],
  reference: string,
  at: Date,
  amount = money(10_000),
  state: MoneyLine['state'] = 'succeeded',
): MoneyLine {
  return { subject, reference, channelReference: `ch_${reference}`, amount, state, at };
}

/** Returns a line about a dispute of an attempt's money. */
export function disputeLineOf(
  reference: string,
  channelReference: string,
  at: Date,
  state: DisputeLine['state'],
  amount = money(10_000),
): DisputeLine {
  return { subject: 'dispute', reference, channelReference, amount, state, at };
}
