import { formatAmount, type OperatorOrder, type OrderHistoryEntry, readAmount } from '@kassa/contracts';
import { layOut, table } from '@kassa/contracts/terminal';

/** Formats a payment order and its whole history for people. */
export function orderText(order: OperatorOrder): string {
  const { payment } = order;
  const money = (amount: number) => moneyText(amount, payment.currency_code);
  const head = layOut([
    ['Order', payment.order_id],
    ['Merchant', `${order.merchant_id}, ID ${payment.merchant_transaction_id}`],
    ['State', `${payment.state} (version ${payment.version})`],
    ['Amount', money(payment.amount)],
    ['Refunded', `${money(payment.refunded_amount)}, refundable ${money(payment.refundable_amount)}`],
    ['Created', payment.created_at],
    ['Expires', payment.expires_at],
    ...(payment.awaiting_result_until === null
      ? []
      : [['Waits', `for the payment’s result, until ${payment.awaiting_result_until}`] as const]),
    ...(payment.paid_at === null ? [] : [['Paid', payment.paid_at] as const]),
    ...(payment.closed_at === null ? [] : [['Closed', payment.closed_at] as const]),
    ...(payment.dispute === undefined
      ? []
      : [['Dispute', disputeText(order, payment.dispute, money)] as const]),
  ]);
  return [
    head,
    section(
      'Waits for you',
      order.cases.map(({ kind, case_id, detail }) => [kind, case_id, detail]),
      ['KIND', 'CASE', ''],
    ),
    section('Attempts', order.attempts.map(attemptRow), [
      'ATTEMPT',
      'STATE',
      'METHOD',
      'CHANNEL',
      'WHY THERE',
      'REFERENCE',
      'FAILURE',
    ]),
    section(
      'Refunds',
      order.refunds.map((refund) => refundRow(refund, money)),
      ['REFUND', 'NUMBER', 'STATE', 'AMOUNT', 'REFERENCE', 'NEXT TRY', 'FAILURE'],
    ),
    section('Events', order.events.map(eventRow), ['EVENT', 'TYPE', 'DELIVERY', 'TRIES', 'LAST', 'NEXT TRY']),
    section(
      'Settled',
      order.settled_cases.map(({ at, case_id, note }) => [at, case_id, note]),
      ['AT', 'CASE', 'NOTE'],
    ),
    section('History', order.history.map(historyRow), ['AT', 'VERSION', 'ACTOR', 'CAUSE', 'WHAT MOVED']),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

function disputeText(
  { dispute }: OperatorOrder,
  { state, amount }: NonNullable<OperatorOrder['payment']['dispute']>,
  money: (amount: number) => string,
): string {
  const known = `${dispute?.channel_reference}, ${state}, ${money(amount)}`;
  if (state !== 'opened' && dispute?.recorded_at != null)
    return `${known}, recorded at ${dispute.recorded_at}`;
  const again = dispute?.recorded_at == null ? known : `${known}, reported again at ${dispute.recorded_at}`;
  const hasTime = state === 'opened' && dispute?.respond_by != null;
  return hasTime ? `${again}, the bank accepts responses until ${dispute.respond_by}` : again;
}

function moneyText(amount: number, currency: string): string {
  const reading = readAmount(String(amount), currency, 'zero');
  return `${reading.kind === 'read' ? formatAmount(reading.money) : amount} ${currency}`;
}

function section(title: string, rows: readonly (readonly string[])[], headings: readonly string[]): string {
  return rows.length === 0 ? '' : `${title}\n${table(headings, rows)}`;
}

function attemptRow(attempt: OperatorOrder['attempts'][number]): readonly string[] {
  const { attempt_id, state, payment_method, channel_id, route, channel_reference, failure } = attempt;
  const reference = channel_reference ?? '-';
  return [attempt_id, state, payment_method, channel_id, routeText(route), reference, failure ?? ''];
}

/** Says why an attempt was sent to its channel and, for each channel that was skipped, why it was skipped. */
function routeText(route: OperatorOrder['attempts'][number]['route']): string {
  if (route === null) return '-';
  const over = route.passed_over.map(({ channel_id, reason }) => `${channel_id}: ${reason}`);
  return over.length === 0 ? route.reason : `${route.reason} (${over.join(', ')})`;
}

function refundRow(
  refund: OperatorOrder['refunds'][number],
  money: (amount: number) => string,
): readonly string[] {
  const { refund_id, transaction_id, state, amount, automatic, channel_reference, next_try_at, failure } =
    refund;
  const own = automatic ? 'by the gateway' : transaction_id;
  const requestedAs =
    refund.corrects_refund_id === null ? own : `returned in addition to ${refund.corrects_refund_id}`;
  const how = refund.made_by_hand ? `${state}, by hand` : state;
  const reference = channel_reference ?? '-';
  return [refund_id, requestedAs, how, money(amount), reference, next_try_at ?? '-', failure ?? ''];
}

function eventRow(event: OperatorOrder['events'][number]): readonly string[] {
  const { event_id, event_type, delivery_state, tries, last_answer, next_try_at } = event;
  return [event_id, event_type, delivery_state, String(tries), last_answer ?? '-', next_try_at ?? '-'];
}

function historyRow({ at, version, actor, cause, times, moves, note }: OrderHistoryEntry): readonly string[] {
  const moved = moves
    .map(({ subject, from, to }) =>
      from === to ? `${subject} ${to}` : `${subject} ${from ?? ''} → ${to}`.replace('  ', ' '),
    )
    .join(', ');
  const text = note === null ? moved : `${moved}: ${note}`;
  return [at, String(version), actor, times > 1 ? `${cause} ×${times}` : cause, text];
}
