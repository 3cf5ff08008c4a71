import type { CaseListResult, OperatorCase, UndeliveredWebhooks } from '@kassa/contracts';
import { moreText, printable, table } from '@kassa/contracts/terminal';
import { concludeRefundLine } from './conclusion-text.ts';

/** What an operator can do about each kind of case. */
const remedies: Readonly<Record<OperatorCase['kind'], string>> = {
  attempt_unresolved:
    'kassa-admin attempt ask <case-id>   asks the channel once more; else look there, then settle',
  refund_unresolved: `look at the channel; the gateway goes on trying. Once you know what became of it: ${concludeRefundLine('<case-id>')}. Before you return the money by hand, settle the case, so that the refund is not sent any more; afterwards conclude it as made-by-hand`,
  return_failed:
    'kassa-admin refund repeat <case-id>   tries again; else return the money there, then kassa-admin refund conclude <case-id> made-by-hand --note "…"',
  payment_uncollected:
    'look there: many channels try again by themselves. Settle it once the money is there or the merchant knows',
  dispute_unresolved:
    'look there, then kassa-admin dispute conclude <order-id> <dispute> won|lost --note …: until then the order cannot be refunded',
  returned_too_much:
    'compare the refunds and the dispute with the channel’s own record and settle with the merchant, then settle the case',
  result_set_aside:
    'compare the order with the channel’s own record. If the order is right, settle the case. If the report is right, record it: kassa-admin refund conclude <refund-id> made --note "…", or kassa-admin dispute conclude <order-id> <dispute> lost --note "…"',
  order_parked: 'mend what the message names, then kassa-admin cases resume <case-id>',
  callback_parked: 'mend what the message names, then kassa-admin cases resume <case-id>',
};

export function caseListText({ cases, next, webhooks }: CaseListResult): string {
  const undelivered = undeliveredText(webhooks);
  if (cases.length === 0) {
    return undelivered === '' ? 'Nothing waits for you.\n' : `No case waits for you.\n\n${undelivered}`;
  }
  const rows = cases.map(({ since, kind, case_id }) => [since, kind, case_id]);
  const details = cases.map((each) => `  ${printable(subjectOf(each))}\n${indented(each.detail)}\n`).join('');
  const kinds = [...new Set(cases.map(({ kind }) => kind))];
  const advice = kinds.map((kind) => `  ${kind}: ${remedies[kind]}\n`).join('');
  const also = undelivered === '' ? '' : `\n${undelivered}`;
  return `${table(['SINCE', 'KIND', 'CASE'], rows)}\n${details}\nWhat to do:\n${advice}${also}${moreText(next)}`;
}

/** Some commands take the order instead of the subject of the case. */
function subjectOf({ case_id, order_id }: OperatorCase): string {
  return order_id === null || order_id === case_id ? case_id : `${case_id} of ${order_id}`;
}

/** A part of the detail may be a processor's own words. */
function indented(detail: string): string {
  return printable(detail)
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}

/** Webhook problems that are no cases and still need an operator; empty when there are none. */
function undeliveredText(webhooks: UndeliveredWebhooks): string {
  const { events_given_up: events, endpoints_switched_off: endpoints } = webhooks;
  const lines: string[] = [];
  if (endpoints > 0) {
    const named = webhooks.switched_off_merchants.join(', ');
    const more = endpoints > webhooks.switched_off_merchants.length ? ', …' : '';
    lines.push(
      `  ${countText(endpoints, 'endpoint')} switched off by answering 410: ${named}${more}`,
      '    kassa-admin merchant show <merchant-id>   then kassa-admin webhooks switch-on or set-url',
    );
  }
  if (events > 0) {
    lines.push(
      `  ${countText(events, 'event')} given up`,
      '    kassa-admin webhooks failed   then kassa-admin webhooks resend <event-id…>',
    );
  }
  return lines.length === 0 ? '' : `Webhooks that merchants do not get:\n${lines.join('\n')}\n`;
}

/** The gateway counts at most a thousand. */
function countText(count: number, noun: string): string {
  if (count === 1) return `1 ${noun} is`;
  return `${count === 1000 ? '1000 or more' : count} ${noun}s are`;
}
