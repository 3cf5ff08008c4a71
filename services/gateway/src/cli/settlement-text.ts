import type { SettlementReport, SettlementTotals } from '@kassa/contracts';
import { amountTable, layOut } from './text-layout.ts';

/** A day of a merchant, laid out for people. */
export function settlementText({ merchant_id, date, final, totals }: SettlementReport): string {
  const head = layOut([
    ['Merchant', merchant_id],
    ['Day', `${date}, UTC`],
    ['Final', final ? 'yes' : 'no: more can be added until five minutes after its end'],
  ]);
  if (totals.length === 0) return `${head}\nNo money moved.\n`;
  return `${head}\n${totals.map(totalsText).join('\n')}`;
}

function totalsText(totals: SettlementTotals): string {
  const { payment_count, refund_count, automatic_refund_count, dispute_count, dispute_reversal_count } =
    totals;
  return amountTable(
    [totals.currency_code, 'Amount', 'Count'],
    [
      ['Gross', totals.gross, String(payment_count)],
      ['Refunds', totals.refunds, String(refund_count + automatic_refund_count)],
      ['  of these automatic', totals.automatic_refunds, String(automatic_refund_count)],
      ['Disputes', totals.disputes, disputeCount(dispute_count, dispute_reversal_count)],
      ['Net', totals.net, ''],
    ],
  );
}

function disputeCount(withdrawn: number, reinstated: number): string {
  return reinstated === 0 ? String(withdrawn) : `${withdrawn} withdrawn, ${reinstated} given back`;
}
