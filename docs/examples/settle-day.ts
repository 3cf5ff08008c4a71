import { kassa } from './kassa.ts';

// #region settlement
const { final, totals } = await kassa.reports.settlement({ date: '2026-11-21' });
for (const { currency_code, gross, refunds, disputes, net } of totals) {
  console.log(currency_code, gross, refunds, disputes, net, final ? '' : '(so far)');
}
// #endregion settlement

// #region lines
const lines = await kassa.reports.settlementFile({ date: '2026-11-21', format: 'lines_csv' });
// #endregion lines
console.log(lines);
