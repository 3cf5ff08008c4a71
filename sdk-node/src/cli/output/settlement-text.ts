import { settlementFacts, settlementRows } from '@kassa/contracts';
import type { SettlementReport, SettlementTotals } from '../../index.ts';
import { layOut, table } from './text-layout.ts';

/** Formats a settlement report for people. */
export function settlementText(report: SettlementReport): string {
  const head = layOut(settlementFacts(report));
  if (report.totals.length === 0) return `${head}\nNo money moved.\n`;
  return `${head}\n${report.totals.map(totalsText).join('\n')}`;
}

function totalsText(totals: SettlementTotals): string {
  const rows = settlementRows(totals);
  const width = Math.max(...rows.map(([, amount]) => amount.length), 'AMOUNT'.length);
  return table(
    [totals.currency_code, 'AMOUNT'.padStart(width), 'COUNT'],
    rows.map(([label, amount, count]) => [label, amount.padStart(width), count]),
  );
}
