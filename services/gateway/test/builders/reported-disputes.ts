import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { obstacleToSending } from '../../src/domain/refund/obstacle-to-sending.ts';
import { afterChange, latest, money, paid, refundNumbered, withRefund } from './orders.ts';
import { after } from './times.ts';

/** A report about a dispute. What is left out is as in a dispute over 100 dollars. */
export type TestReport = readonly [
  kind: DisputeReport['kind'],
  amountMinor?: number,
  channelReference?: string,
];

/** Applies reports about disputes of the order's payment, one after another. */
export function withReports(order: PaymentOrder, ...reports: readonly TestReport[]): PaymentOrder {
  return reports.reduce((current, [kind, amountMinor = 10_000, channelReference = 'dsp_1'], index) => {
    const report = { kind, channelReference, amount: money(amountMinor) };
    return afterChange(applyDisputeReport(current, latest(current).attemptId, report, after(90 + index)));
  }, order);
}

/** Returns the reason for which a merchant's refund of this amount would not be sent; undefined if it would. */
export function obstacleTo(order: PaymentOrder, amountMinor: number): string | undefined {
  const asked = refundNumbered(withRefund(paid(), { number: 'asked', amountMinor }), 'asked');
  return obstacleToSending({ ...order, refunds: [...order.refunds, asked] }, asked)?.code;
}

/** Returns the order after an operator has concluded its first dispute. */
export function concludedAs(order: PaymentOrder, outcome: 'won' | 'lost'): PaymentOrder {
  const concluded = concludeDispute(order, { channelReference: 'dsp_1', outcome, note: 'Seen.' }, after(95));
  if (concluded.kind !== 'concluded') throw new Error(concluded.reason);
  return concluded.order;
}

/**
 * Returns the order after an operator has settled all its cases. An earlier version of the gateway also let an operator settle a
 * loss behind an open dispute.
 */
export function allSettled(order: PaymentOrder): PaymentOrder {
  const settled = openCases(order).map((open) => ({ ...open, at: after(200), note: 'Seen.' }));
  return { ...order, settledCases: [...order.settledCases, ...settled] };
}
