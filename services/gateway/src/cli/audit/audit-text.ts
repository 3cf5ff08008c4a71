import type { AuditEntry, AuditList } from '@kassa/contracts';
import { moreText, table } from '../terminal/text-layout.ts';

export function auditText({ entries, next }: AuditList): string {
  if (entries.length === 0) return 'No changes.\n';
  const rows = entries.map((entry) => [
    entry.at,
    entry.operator ?? entry.address,
    entry.action,
    entry.outcome ?? 'not known',
    entry.about.join(' '),
    detailText(entry.details),
  ]);
  return table(['When', 'Who', 'What', 'Outcome', 'About', 'Details'], rows) + moreText(next);
}

function detailText(details: AuditEntry['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ');
}
