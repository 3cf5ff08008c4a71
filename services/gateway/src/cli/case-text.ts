import type { CaseListResult, OperatorCase } from '@kassa/contracts';
import { table } from './text-layout.ts';

/** What can be done about a kind of case. */
const remedies: Readonly<Record<OperatorCase['kind'], string>> = {
  attempt_unresolved:
    'kassa-admin attempt ask <case-id>   asks the channel once more; else look there, then settle',
  refund_unresolved: 'look at the channel; it goes on being asked. Settle it to take it off the list',
  return_failed:
    'kassa-admin refund repeat <case-id>   tries again; else return the money there, then settle',
  result_set_aside: 'compare the order with the channel’s own record, then settle',
  order_parked: 'mend what the message names, then kassa-admin cases resume <case-id>',
  callback_parked: 'mend what the message names, then kassa-admin cases resume <case-id>',
};

export function caseListText({ cases, has_more }: CaseListResult): string {
  if (cases.length === 0) return 'Nothing waits for you.\n';
  const rows = cases.map(({ since, kind, case_id }) => [since, kind, case_id]);
  const details = cases.map(({ case_id, detail }) => `  ${case_id}\n    ${detail}\n`).join('');
  const kinds = [...new Set(cases.map(({ kind }) => kind))];
  const advice = kinds.map((kind) => `  ${kind}: ${remedies[kind]}\n`).join('');
  const more = has_more ? 'There are more; these have waited longest.\n' : '';
  return `${table(['SINCE', 'KIND', 'CASE'], rows)}\n${details}\nWhat to do:\n${advice}${more}`;
}
