import type { DisputeState, Money } from '@kassa/contracts';
import type { PaymentResult } from '../../src/domain/attempt/payment-attempt.ts';
import type {
  DisputeLine,
  MoneyLine,
  StatementLine,
} from '../../src/domain/reconciliation/statement-line.ts';
import type { RefundResult } from '../../src/domain/refund/refund.ts';
import { isWithin, type TimeSpan } from '../../src/domain/time-span.ts';

export interface FakePayment {
  readonly amount: Money;
  charges: number;
  isSubmitted: boolean;
  /** Whether its money waits to be captured. */
  isReserved: boolean;
  result: PaymentResult | null;
  movedAt: Date;
}

export interface FakeRefund {
  readonly attemptId: string;
  readonly amount: Money;
  result: RefundResult | null;
  movedAt: Date;
}

export interface FakeDispute {
  readonly attemptId: string;
  readonly amount: Money;
  readonly state: DisputeState;
  readonly respondBy?: Date;
  readonly movedAt?: Date;
}

/** Returns the lines of the fake channel's books within a span of time. */
export function linesWithin(
  books: {
    readonly payments: ReadonlyMap<string, FakePayment>;
    readonly refunds: ReadonlyMap<string, FakeRefund>;
    readonly disputes: ReadonlyMap<string, FakeDispute>;
    refundReference(refundId: string): string;
  },
  span: TimeSpan,
  now: Date,
): readonly StatementLine[] {
  const payments = [...books.payments].flatMap(([reference, { amount, result, isSubmitted, movedAt }]) =>
    result === null && !isSubmitted
      ? []
      : [lineOf('payment', reference, `pay_${reference}`, { amount, result, movedAt })],
  );
  const refunds = [...books.refunds].map(([reference, refund]) =>
    lineOf('refund', reference, books.refundReference(reference), refund),
  );
  const disputes = [...books.disputes].map(
    ([channelReference, { attemptId: reference, amount, state, movedAt: at = now }]): DisputeLine => ({
      subject: 'dispute',
      reference,
      channelReference,
      amount,
      state,
      at,
    }),
  );
  return [...payments, ...refunds, ...disputes].filter(({ at }) => isWithin(at, span));
}

function lineOf(
  subject: MoneyLine['subject'],
  reference: string,
  channelReference: string,
  {
    amount,
    result,
    movedAt: at,
  }: Pick<FakePayment, 'amount' | 'movedAt'> & {
    readonly result: PaymentResult | RefundResult | null;
  },
): MoneyLine {
  return { subject, reference, channelReference, amount, state: result?.kind ?? 'pending', at };
}
