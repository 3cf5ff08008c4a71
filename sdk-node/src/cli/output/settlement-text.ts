import { settlementFacts, settlementRows } from '@kassa/contracts';
import { amountTable, layOut } from '@kassa/contracts/terminal';
import type { SettlementReport } from '../../index.ts';

/** Formats a settlement report for people. */
export function settlementText(report: SettlementReport): string {
  const head = layOut(settlementFacts(report));
  if (report.totals.length === 0) return `${head}\nNo money moved.\n`;
  const tables = report.totals.map((totals) =>
    amountTable([totals.currency_code, 'AMOUNT', 'COUNT'], settlementRows(totals)),
  );
  return `${head}\n${tables.join('\n')}`;
}
