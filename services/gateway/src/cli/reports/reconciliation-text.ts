import {
  type Reconciliation,
  type ReconciliationFinding,
  type ReconciliationList,
  type ReconciliationSummary,
  reconciliationDifferenceMeanings,
} from '@kassa/contracts';
import { amountTable, layOut, moreText, printable, table } from '@kassa/contracts/terminal';

/** Shows as text how a channel's books of one day differ from the gateway's orders. */
export function reconciliationText(result: Reconciliation): string {
  const head = layOut([
    ['Channel', result.channel],
    ['Day', `${result.date}, UTC${result.final ? '' : ' (not over yet when it was compared)'}`],
    ['Compared', result.at ?? 'not yet'],
    ['State', result.detail === null ? result.state : `${result.state}: ${result.detail}`],
  ]);
  if (result.counts === null) return head;
  return [
    head,
    differencesText(result),
    result.pending.length === 0
      ? ''
      : `Still pending on one side (${result.pending_count}):\n${findingTable(result.pending)}`,
    agreedText(result),
    accountFeesText(result),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

export function reconciliationListText({ reconciliations, next }: ReconciliationList): string {
  if (reconciliations.length === 0) return 'No day was compared yet.\n';
  const rows = reconciliations.map((summary) => [
    summary.date,
    summary.channel,
    summary.state,
    countText(summary),
    summary.at ?? '',
    summary.detail ?? '',
  ]);
  return table(['Day', 'Channel', 'State', 'Differences', 'Compared', 'Why'], rows) + moreText(next);
}

function countText({ counts, final }: ReconciliationSummary): string {
  if (counts === null) return '';
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  const text = found.length === 0 ? 'none' : found.map(([kind, count]) => `${count} ${kind}`).join(', ');
  return final ? text : `${text} (day not over)`;
}

function differencesText({ differences, counts }: Reconciliation): string {
  if (differences.length === 0) return 'The books agree.\n';
  return Object.entries(counts ?? {})
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => {
      const listed = differences.filter((difference) => difference.kind === kind);
      const meaning = reconciliationDifferenceMeanings[kind as (typeof listed)[number]['kind']];
      const more = count > listed.length ? `  … and ${count - listed.length} more\n` : '';
      return `${kind} (${count}): ${meaning}\n${findingTable(listed)}${more}`;
    })
    .join('\n');
}

function findingTable(findings: readonly ReconciliationFinding[]): string {
  const rows = findings.map((finding) => [
    finding.subject,
    finding.order_id ?? '',
    finding.reference,
    finding.channel_reference ?? '',
    sideText(finding.here),
    sideText(finding.there),
    finding.detail ?? '',
  ]);
  return table(['What', 'Order', 'Our ID', 'Channel’s ID', 'Here', 'There', ''], rows);
}

function sideText(side: ReconciliationFinding['here']): string {
  if (side === null) return 'nothing';
  return printable(
    `${side.amount} ${side.currency_code} ${side.state}${side.at === null ? '' : ` ${side.at}`}`,
  );
}

function agreedText({ agreed, agreed_across_days, foreign }: Reconciliation): string {
  const sums = agreed.map(({ subject, currency_code, count, sum }) => [
    `${subject}s ${currency_code}`,
    sum,
    String(count),
  ]);
  const notes = [
    ...(agreed_across_days > 0
      ? [
          `  ${agreed_across_days} of these entries are booked on different days by the gateway and the channel`,
        ]
      : []),
    ...(foreign > 0 ? [`  ${foreign} of the channel’s entries do not belong to this gateway`] : []),
  ];
  if (sums.length === 0 && notes.length === 0) return '';
  const total = sums.length === 0 ? '' : amountTable(['Agreed', 'Amount', 'Count'], sums);
  return `${total}${notes.map((note) => `${note}\n`).join('')}`;
}

function accountFeesText({ account_fees = [] }: Reconciliation): string {
  if (account_fees.length === 0) return '';
  const rows = account_fees.map(({ currency_code, count, sum }) => [currency_code, sum, String(count)]);
  return amountTable(['Fees of the account', 'Amount', 'Count'], rows);
}
