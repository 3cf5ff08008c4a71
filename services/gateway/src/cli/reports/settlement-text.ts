import { type SettlementReport, settlementFacts, settlementRows } from '@kassa/contracts';
import { amountTable, layOut } from '../terminal/text-layout.ts';

/** A day of a merchant, laid out for people. */
export function settlementText(report: SettlementReport): string {
  const head = layOut([['Merchant', report.merchant_id], ...settlementFacts(report)]);
  if (report.totals.length === 0) return `${head}\nNo money moved.\n`;
  const tables = report.totals.map((totals) =>
    amountTable([totals.currency_code, 'Amount', 'Count'], settlementRows(totals)),
  );
  return `${head}\n${tables.join('\n')}`;
}
