import type { CaseListResult, OperatorCase, UndeliveredWebhooks } from '@kassa/contracts';
import { moreText, printable, table } from '@kassa/contracts/terminal';
import { concludeRefundLine } from './conclusion-text.ts';

/** Advice for the operator: what to do about a case, by the kind of the case. */
const remedies: Readonly<Record<OperatorCase['kind'], string>> = {
  attempt_unresolved:
    'kassa-admin attempt ask <case-id>   asks the channel once more. If that does not help, look at the channel’s own record, then settle the case',
  refund_unresolved: [
    `look at the channel’s own record. Once it shows how the refund ended: ${concludeRefundLine('<case-id>')}`,
    'If the refund is pending at the channel, wait. Do not return the money by hand, and do not conclude the refund as not-made: the money could go back twice',
    'If the channel does not have the refund, you can return the money by hand. First settle the case, so that the gateway does not send the refund any more. Then look at the channel’s own record again. If it still does not show the refund, return the money and conclude the refund as made-by-hand',
  ].join('\n    '),
  return_failed: [
    'if the consumer disputed the payment, look at the dispute at the channel first. If the bank took the money, or if the payment’s money will never arrive, settle the case and do not return the money',
    'If the money has to go back: kassa-admin refund repeat <refund-id>, which returns the money as a new refund. If the gateway refuses the command, do what its message says',
    'If the new refund fails too, a new case opens. Then look at the order’s refunds: kassa-admin order show <order-id>. While a refund that returns this payment is INITIALISED or PROCESSING, do not return the money by hand: it could go back twice. Otherwise, return the money by hand and record it: kassa-admin refund conclude <refund-id> made-by-hand --note "…"',
  ].join('\n    '),
  payment_uncollected: [
    'look at the payment at the channel; many channels try again to collect the money. Once the money has arrived, settle the case',
    'If the money will never arrive, tell the merchant. Also conclude the payment’s refunds as not-made before you settle the case: once it is settled, the gateway sends these refunds',
    'Then record the loss, so that the order’s sums and the settlement report count it: kassa-admin dispute conclude <order-id> <the channel’s reference of its report> lost --note "…". If the money arrives after that, take the loss back: the same command with won and --corrects <time>',
    'If the consumer paid the order a second time and the merchant is to keep the second payment: conclude the return of the second payment as not-made too, before you settle the case. If a case return_failed opens, settle it and do not repeat the return',
  ].join('\n    '),
  dispute_unresolved:
    'look at the channel’s own record. If the dispute has ended there: kassa-admin dispute conclude <order-id> <dispute> won|lost --note "…". If the order shows that the channel reported it again, add --corrects <time>. If the bank has not decided yet, settle the case: it opens again after a month. While the dispute is open, the order cannot be refunded',
  returned_too_much:
    'compare the refunds and the dispute with the channel’s own record, agree with the merchant on who bears the loss, then settle the case',
  result_set_aside: [
    'compare the order with the channel’s own record. If the order is right, settle the case. If the report is right, record what it says:',
    'If the channel reported a refund as succeeded: kassa-admin refund conclude <refund-id> made --note "…". If the order already records this refund as SUCCESS, the command records the money beyond the refund’s amount as a further refund',
    'If an operator has recorded a refund as made or made-by-hand, the reported refund may be the same money. If it is, settle the case. Otherwise: kassa-admin refund conclude <refund-id> made --amount <total> --note "…"',
    'If a refund is CANCELLED or FAILED in the order but has not ended at the channel: wait until the channel’s own record shows how it ended. If you settle the case earlier, the merchant can refund the amount a second time',
    'If the channel made two refunds with the same refund ID: kassa-admin refund conclude <refund-id> made --amount <total> --note "…" (the total that the channel returned under this ID)',
    'If a refund is PROCESSING or INITIALISED in the order but the channel reported it as failed: kassa-admin refund conclude <refund-id> not-made --looked-at <time> --note "…", or made-by-hand if you have returned the money yourself',
    'If a refund is SUCCESS in the order but the channel reported it as failed: if somebody returned the money by hand, settle the case. Otherwise the money did not go back: agree with the merchant on what to do, then settle the case',
    'If the report is about a payment: the order does not count the payment, and the gateway does not return the money. If the channel’s own record shows that the channel has the money and has not returned it, return it at the channel. Tell the merchant, then settle the case',
    'If the channel reported a dispute as lost: kassa-admin dispute conclude <order-id> <dispute> lost --amount <total> --note "…" (the total that the bank took). If the order already records an outcome, add --corrects <time>, as the order shows it',
    'If a dispute is lost in the order but the channel’s own record shows it as won, or that the bank gave back a part: kassa-admin dispute conclude <order-id> <dispute> won --corrects <time> --note "…", or lost --amount <total> --corrects <time> (the total that the bank kept, and when the order recorded the loss)',
    'If the dispute is about a late or duplicate payment, or about one that the order does not count: do not conclude it, only settle the case',
  ].join('\n    '),
  order_parked:
    'fix the cause that the case’s message names, then kassa-admin cases resume <case-id>. If the message says that the order is full, the order cannot record what the channel reported. In this case, act on the report at the channel before you resume the case',
  callback_parked: [
    'if the case’s message says that the gateway still tries to apply the callback, conclude the refund that it waits for, and the case closes by itself. Otherwise fix the cause that the message names, then kassa-admin cases resume <case-id>',
    'If the message says that the order is full, the order cannot record the channel’s report, and the case opens again whenever you resume it. Act on the report at the channel, then settle the case',
    'If the report that the callback waits for will never come, for example because the order knows no refund that can have failed: compare the order with the channel’s own record, act on the difference, then settle the case. The gateway then never applies the callback',
    'If the message names an archive, the callback came after its order had been archived and removed. Look at the order with kassa-admin archive read <archive> --order <order-id>, act on the report at the channel, tell the merchant, then settle the case',
  ].join('\n    '),
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
  // A case about a stopped order cannot be settled; an operator can only resume the work.
  const settle = kinds.every((kind) => kind === 'order_parked') ? '' : settling;
  return `${table(['SINCE', 'KIND', 'CASE'], rows)}\n${details}\nWhat to do:\n${advice}${settle}${also}${moreText(next)}`;
}

const settling =
  '  To settle a case: kassa-admin cases settle <case-id> --since <since> --note "…", with the case’s SINCE from this list\n';

/** Names a case by its ID. If the order's ID differs from it, adds the order's ID, because some commands need it. */
function subjectOf({ case_id, order_id }: OperatorCase): string {
  return order_id === null || order_id === case_id ? case_id : `${case_id} of ${order_id}`;
}

/**
 * Prepares the description of a case for printing, with indented lines. It may quote a processor's message, whose control
 * characters must not reach the terminal.
 */
function indented(detail: string): string {
  return printable(detail)
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}

/**
 * Describes the webhooks that were not delivered to merchants. They are not cases, but they also need an operator. Empty if
 * there are none.
 */
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
