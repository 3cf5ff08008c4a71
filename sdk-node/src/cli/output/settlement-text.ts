import type { SettlementReport, SettlementTotals } from '../../index.ts';
import { layOut, table } from './text-layout.ts';

/** What a day came to, laid out for people. */
export function settlementText({ date, final, totals }: SettlementReport): string {
  const head = layOut([
    ['Day', `${date}, UTC`],
    ['Final', final ? 'yes' : 'no: more can be added until five minutes after its end'],
  ]);
  if (totals.length === 0) return `${head}\nNo money moved.\n`;
  return `${head}\n${totals.map(totalsText).join('\n')}`;
}

function totalsText(totals: SettlementTotals): string {
  const { payment_count, refund_count, automatic_refund_count, dispute_count, dispute_reversal_count } =
    totals;
  const disputes =
    dispute_reversal_count === 0
      ? String(dispute_count)
      : `${dispute_count} withdrawn, ${dispute_reversal_count} given back`;
  const rows = [
    ['Gross', totals.gross, String(payment_count)],
    ['Refunds', totals.refunds, String(refund_count + automatic_refund_count)],
    ['  of these automatic', totals.automatic_refunds, String(automatic_refund_count)],
    ['Disputes', totals.disputes, disputes],
    ['Net', totals.net, ''],
  ] as const;
  const width = Math.max(...rows.map(([, amount]) => amount.length), 'AMOUNT'.length);
  return table(
    [totals.currency_code, 'AMOUNT'.padStart(width), 'COUNT'],
    rows.map(([label, amount, count]) => [label, amount.padStart(width), count]),
  );
}
