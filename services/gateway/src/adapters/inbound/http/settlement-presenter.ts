import { formatSum, type SettlementReport, type SettlementTotals } from '@kassa/contracts';
import type { SettlementDay } from '../../../domain/settlement/settlement-day.ts';
import type { CurrencyTotals, OtherSettlement } from '../../../domain/settlement/settlement-totals.ts';

export function presentSettlement(
  merchantId: string,
  { date, from, before, isFinal }: SettlementDay,
  totals: readonly CurrencyTotals[],
): SettlementReport {
  return {
    merchant_id: merchantId,
    date,
    from: from.toISOString(),
    before: before.toISOString(),
    final: isFinal,
    totals: totals.map(presentTotals),
  };
}

function presentTotals({ currency, byKind, fees, otherSettlements }: CurrencyTotals): SettlementTotals {
  const { payment, refund, automatic_refund, refund_reversal, dispute, dispute_reversal, uncollected } =
    byKind;
  const refunds = refund.sumMinor + automatic_refund.sumMinor + refund_reversal.sumMinor;
  const disputes = dispute.sumMinor + dispute_reversal.sumMinor;
  const net = payment.sumMinor + refunds + disputes + uncollected.sumMinor;
  const movements = Object.values(byKind).reduce((sum, { count }) => sum + count, 0);
  const isWhole = fees.count === movements && otherSettlements.length === 0;
  return {
    currency_code: currency,
    gross: formatSum(payment.sumMinor, currency),
    refunds: formatSum(refunds, currency),
    automatic_refunds: formatSum(automatic_refund.sumMinor, currency),
    disputes: formatSum(disputes, currency),
    net: formatSum(net, currency),
    payment_count: payment.count,
    refund_count: refund.count,
    automatic_refund_count: automatic_refund.count,
    dispute_count: dispute.count,
    dispute_reversal_count: dispute_reversal.count,
    refund_reversal_count: refund_reversal.count,
    fees: formatSum(-fees.sumMinor, currency),
    fee_count: fees.count,
    net_after_fees: isWhole ? formatSum(net - fees.sumMinor, currency) : null,
    uncollected: formatSum(uncollected.sumMinor, currency),
    uncollected_count: uncollected.count,
    ...(otherSettlements.length > 0 && { other_settlements: otherSettlements.map(presentOther) }),
  };
}

function presentOther({ settlementCurrency, count, feesMinor, netMinor }: OtherSettlement) {
  return {
    currency_code: settlementCurrency,
    count,
    gross: formatSum(netMinor + feesMinor, settlementCurrency),
    fees: formatSum(-feesMinor, settlementCurrency),
    net: formatSum(netMinor, settlementCurrency),
  };
}
