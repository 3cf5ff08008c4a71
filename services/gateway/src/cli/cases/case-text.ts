import type { CaseListResult, OperatorCase, UndeliveredWebhooks } from '@kassa/contracts';
import { moreText, printable, table } from '@kassa/contracts/terminal';
import { concludeRefundLine } from './conclusion-text.ts';

/** Advice for the operator: what to do about a case, by the kind of the case. */
const remedies: Readonly<Record<OperatorCase['kind'], string>> = {
  attempt_unresolved:
    'kassa-admin attempt ask <case-id>   asks the channel once more. If that does not help, look at the channel’s own record, then settle the case',
  refund_unresolved: [
    `look at the channel’s own record. Once it shows how the refund ended: ${concludeRefundLine('<case-id>')}`,
    'If the refund is pending there, wait. Neither return the money by hand nor conclude not-made: the money could go back twice',
    'If the channel does not have the refund, you can return the money by hand: first settle the case, so that the gateway does not send the refund any more, and look at the record again. If it still does not show the refund, return the money and conclude the refund as made-by-hand',
  ].join('\n    '),
  return_failed: [
    'if the consumer disputed the payment, look at the dispute at the channel first. If the bank took the money, settle the case and do not return the money; likewise if the payment’s money will never arrive',
    'Otherwise: kassa-admin refund repeat <refund-id>, which returns the money as a new refund. If the command is refused, do what the refusal says',
    'If the new refund fails too, it becomes a case. Only then return the money by hand, and record it: kassa-admin refund conclude <refund-id> made-by-hand --note "…". While kassa-admin order show has a return as INITIALISED or PROCESSING, it can still be made: money returned by hand as well would go back twice',
  ].join('\n    '),
  payment_uncollected:
    'look at the payment at the channel; many channels retry by themselves. Settle the case once the money has arrived, or once the merchant knows that it will not. If it will not, first conclude the payment’s refunds as not-made, because the gateway sends them after you have settled the case. The same holds for the return of a second payment of the order, if the merchant is to keep that payment. If this opens a case return_failed, settle that case too: do not repeat the return',
  dispute_unresolved:
    'look at the channel’s own record. If the dispute has ended there: kassa-admin dispute conclude <order-id> <dispute> won|lost --note "…". A loss cannot be taken back. If the bank has not decided yet, settle the case: it opens again after a month. While the dispute is open, the order cannot be refunded',
  returned_too_much:
    'compare the refunds and the dispute with the channel’s own record, agree with the merchant on who bears the loss, then settle the case',
  result_set_aside: [
    'compare the order with the channel’s own record. If the order is right, settle the case. If the report is right, record what it says:',
    'For a refund reported as succeeded: kassa-admin refund conclude <refund-id> made --note "…" (if the refund is SUCCESS in the order, the excess becomes a further refund)',
    'For a refund that the channel has not ended and that is CANCELLED or FAILED in the order: wait until the channel’s own record shows how it ended. If you settle the case earlier, the merchant can refund the amount a second time',
    'For a second refund of the channel with the ID of a recorded refund: kassa-admin refund conclude <refund-id> made --amount <total> --note "…" (the total that the channel returned under this ID)',
    'For a refund reported as failed that is PROCESSING or INITIALISED in the order: kassa-admin refund conclude <refund-id> not-made --looked-at <time> --note "…", or made-by-hand if you have returned the money yourself',
    'For a refund reported as failed that is SUCCESS in the order: if it was returned by hand, settle the case. Otherwise the money did not go back: agree with the merchant, then settle the case',
    'For a payment: the order does not count this money, and the gateway does not return it. If the channel’s own record shows the money and it did not go back there yet, return it at the channel; tell the merchant; then settle the case',
    'For a lost dispute: kassa-admin dispute conclude <order-id> <dispute> lost --amount <total> --note "…" (the total that the bank took)',
    'For a won dispute that is lost in the order: the loss cannot be taken back. Agree with the merchant, then settle the case',
    'For a dispute about late or duplicate money: only settle the case',
  ].join('\n    '),
  order_parked:
    'fix the cause that the case’s message names, then kassa-admin cases resume <case-id>. If the order is full, first act on what the channel reported, because the order cannot record it',
  callback_parked:
    'fix the cause that the case’s message names, then kassa-admin cases resume <case-id>. If the order is full, the case comes back: act at the channel on what it reported, because the order cannot record it',
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
  const settle = kinds.every(isParked) ? '' : settling;
  return `${table(['SINCE', 'KIND', 'CASE'], rows)}\n${details}\nWhat to do:\n${advice}${settle}${also}${moreText(next)}`;
}

/** Parked work cannot be settled, only resumed. */
function isParked(kind: OperatorCase['kind']): boolean {
  return kind === 'order_parked' || kind === 'callback_parked';
}

const settling =
  '  To settle a case: kassa-admin cases settle <case-id> --since <since> --note "…", with the case’s SINCE from this list\n';

/** Names a case by its ID and, if that differs, by its order's ID, because some commands need the order's ID. */
function subjectOf({ case_id, order_id }: OperatorCase): string {
  return order_id === null || order_id === case_id ? case_id : `${case_id} of ${order_id}`;
}

/**
 * Prepares the description of a case for printing, indented. It may quote a processor's message, whose control characters must
 * not reach the terminal.
 */
function indented(detail: string): string {
  return printable(detail)
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}

/** Describes the webhooks that merchants do not get. They are not cases, but also need an operator. Empty if there are none. */
function undeliveredText(webhooks: UndeliveredWebhooks): string {
  const { events_given_up: events, endpoints_switched_off: endpoints } = webhooks;
  const lines: string[] = [];
  if (endpoints > 0) {
    const named = webhooks.switched_off_merchants.join(', ');
    const more = endpoints > webhooks.switched_off_merchants.length ? ', …' : '';
    lines.push(
      `  ${countText(endpoints, 'endpoint')} disabled after answering 410: ${named}${more}`,
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
