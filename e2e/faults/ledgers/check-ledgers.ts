import type {
  AcknowledgedLedger,
  ChannelPayment,
  GatewayEvent,
  GatewayOrder,
  GatewayRefund,
  Ledgers,
  Receipt,
} from './ledgers.ts';

export const invariants = {
  acknowledged_order_exists: 'every acknowledged order exists, with its amount',
  acknowledged_refund_exists: 'every acknowledged refund exists, with its amount',
  refused_refund_is_nowhere: 'a refused refund exists nowhere',
  refunds_fit: 'pending and made refunds together never exceed the amount',
  money_returned_fits: 'the channel never returns more of a payment than was paid',
  refund_made_once: 'each refund is at the channel exactly once, with its amount',
  refund_states_agree: 'gateway and channel agree how a refund ended',
  no_unknown_money: 'the channel has no payment and no refund that the gateway does not know',
  paid_once: 'a paid order was paid once; all of its other payments were returned in full',
  unpaid_keeps_nothing: 'an order that is not paid keeps no money',
  order_state_fits_refunds: 'an order is refunded as far as its refunds were made',
  nothing_left_underway:
    'in the end nothing is under way: no order paying, no refund pending, no event unsent',
  events_without_gaps: 'an order has events 1 to its last, without gaps, none twice',
  event_reached_merchant: 'each event reached its merchant and was acknowledged',
  event_is_stable: 'an event has one ID and one text, however often it is sent',
  events_in_order: 'an event is sent after the one before was acknowledged or had failed three times',
} as const;

export type Invariant = keyof typeof invariants;

export interface Violation {
  readonly invariant: Invariant;
  readonly orderId: string;
  readonly detail: string;
}

const paidStates = new Set(['PAY_SUCCESS', 'PARTIAL_REFUND', 'REFUNDED', 'IN_DISPUTE']);
const reservingStates = new Set(['INITIALISED', 'PROCESSING', 'SUCCESS']);
const FAILURES_BEFORE_PASSED_BY = 3;

/** Compares the ledgers once all work is done, and returns every contradiction between them. */
export function checkLedgers(ledgers: Ledgers): readonly Violation[] {
  const violations: Violation[] = [];
  const eventsOf = groupBy(ledgers.gateway.events, ({ orderId }) => orderId);
  const receiptsOf = groupBy(ledgers.receipts, ({ orderId }) => orderId);
  const paymentsOf = groupBy(ledgers.channel.payments, ({ reference }) => orderIdOf(reference));
  const orders = new Map(ledgers.gateway.orders.map((order) => [order.orderId, order]));

  checkAcknowledged(ledgers.acknowledged, orders, report);
  for (const order of orders.values()) {
    const payments = paymentsOf.get(order.orderId) ?? [];
    checkRefunds(order, payments, report);
    checkPayments(order, payments, report);
    checkRest(order, report);
    checkEvents(order, eventsOf.get(order.orderId) ?? [], receiptsOf.get(order.orderId) ?? [], report);
  }
  for (const [orderId, payments] of paymentsOf) {
    if (orders.has(orderId)) continue;
    for (const { id } of payments) report('no_unknown_money', orderId, `payment ${id} of an unknown order`);
  }
  return violations;

  function report(invariant: Invariant, orderId: string, detail: string): void {
    violations.push({ invariant, orderId, detail });
  }
}

type Report = (invariant: Invariant, orderId: string, detail: string) => void;

function checkAcknowledged(
  acknowledged: AcknowledgedLedger,
  orders: ReadonlyMap<string, GatewayOrder>,
  report: Report,
): void {
  for (const { orderId, number, amountMinor } of acknowledged.orders) {
    const order = orders.get(orderId);
    if (order === undefined) report('acknowledged_order_exists', orderId, `order ${number} is gone`);
    else if (order.number !== number || order.amountMinor !== amountMinor) {
      report(
        'acknowledged_order_exists',
        orderId,
        `order ${number} over ${amountMinor} has another number or amount now`,
      );
    }
  }
  for (const { number, orderId, amountMinor } of acknowledged.refunds) {
    const refund = orders.get(orderId)?.refunds.find((candidate) => candidate.number === number);
    if (refund?.amountMinor !== amountMinor) {
      report(
        'acknowledged_refund_exists',
        orderId,
        `refund ${number} of ${amountMinor}: ${refund?.amountMinor}`,
      );
    }
  }
  for (const { number, orderId } of acknowledged.refusedRefunds) {
    const isThere = orders.get(orderId)?.refunds.some((refund) => refund.number === number);
    if (isThere) report('refused_refund_is_nowhere', orderId, `refund ${number} was refused, but exists`);
  }
}

function checkRefunds(order: GatewayOrder, payments: readonly ChannelPayment[], report: Report): void {
  const { orderId, amountMinor } = order;
  const reserved = sum(
    order.refunds.filter((refund) => !refund.isAutomatic && reservingStates.has(refund.state)),
  );
  if (reserved > amountMinor) report('refunds_fit', orderId, `${reserved} of ${amountMinor}`);

  const made = payments.flatMap((payment) => payment.refunds.map((refund) => ({ payment, refund })));
  for (const refund of order.refunds) {
    checkRefund(
      orderId,
      refund,
      made.filter((candidate) => candidate.refund.reference === refund.refundId),
      report,
    );
  }
  for (const { refund } of made) {
    if (order.refunds.some(({ refundId }) => refundId === refund.reference)) continue;
    report('no_unknown_money', orderId, `refund ${refund.reference} is at the channel only`);
  }
  for (const payment of payments) {
    const returned = sum(payment.refunds.filter(({ status }) => status !== 'failed'));
    if (returned > payment.amountMinor) {
      report('money_returned_fits', orderId, `payment ${payment.id}: ${returned} of ${payment.amountMinor}`);
    }
  }
}

function checkRefund(
  orderId: string,
  refund: GatewayRefund,
  made: readonly {
    readonly payment: ChannelPayment;
    readonly refund: { status: string; amountMinor: number };
  }[],
  report: Report,
): void {
  const [first] = made;
  if (made.length > 1)
    report('refund_made_once', orderId, `${refund.refundId} was made ${made.length} times`);
  if (first === undefined) {
    // A failed or cancelled refund may be missing in the channel's ledger, because the channel refused it or never received it.
    const mayBeAbsent = refund.state === 'FAILED' || refund.state === 'CANCELLED';
    if (!mayBeAbsent)
      report('refund_made_once', orderId, `${refund.refundId} (${refund.state}) is not at the channel`);
    return;
  }
  if (first.refund.amountMinor !== refund.amountMinor) {
    report(
      'refund_made_once',
      orderId,
      `${refund.refundId}: ${first.refund.amountMinor} for ${refund.amountMinor}`,
    );
  }
  if (first.payment.reference !== refund.attemptId) {
    report('refund_made_once', orderId, `${refund.refundId} was taken from ${first.payment.reference}`);
  }
  const expected = { succeeded: 'SUCCESS', failed: 'FAILED', pending: 'PROCESSING' }[first.refund.status];
  if (expected !== refund.state) {
    report(
      'refund_states_agree',
      orderId,
      `${refund.refundId} is ${refund.state}, at the channel ${first.refund.status}`,
    );
  }
}

function checkPayments(order: GatewayOrder, payments: readonly ChannelPayment[], report: Report): void {
  const { orderId } = order;
  const isPaid = paidStates.has(order.state);
  for (const payment of payments) {
    const attempts = order.attempts.filter(({ attemptId }) => attemptId === payment.reference);
    if (attempts.length !== 1) report('no_unknown_money', orderId, `payment ${payment.id} has no attempt`);
    if (payment.status !== 'succeeded') continue;
    if (payment.amountMinor !== order.amountMinor || payment.currency !== order.currency) {
      report(
        'paid_once',
        orderId,
        `payment ${payment.id} is over ${payment.amountMinor} ${payment.currency}`,
      );
    }
    if (isPaid && payment.reference === order.paidByAttemptId) continue;
    const returned = sum(payment.refunds.filter(({ status }) => status === 'succeeded'));
    if (returned !== payment.amountMinor) {
      const invariant = isPaid ? 'paid_once' : 'unpaid_keeps_nothing';
      report(
        invariant,
        orderId,
        `${payment.reference} kept ${payment.amountMinor - returned}, order ${order.state}`,
      );
    }
  }
  const references = payments.map(({ reference }) => reference);
  for (const reference of new Set(references)) {
    const count = references.filter((candidate) => candidate === reference).length;
    if (count > 1) report('paid_once', orderId, `attempt ${reference} is at the channel ${count} times`);
  }
  const payer = payments.find(({ reference }) => reference === order.paidByAttemptId);
  if (isPaid && payer?.status !== 'succeeded') {
    report('paid_once', orderId, `the order is ${order.state}, its payment ${payer?.status ?? 'nowhere'}`);
  }
  if (order.hasOpenDispute !== (payer?.dispute === 'open')) {
    report('order_state_fits_refunds', orderId, `dispute: ${order.state}, at the channel ${payer?.dispute}`);
  }
  if (order.lostToDisputeMinor > 0 !== (payer?.dispute === 'lost')) {
    report(
      'order_state_fits_refunds',
      orderId,
      `lost to a dispute: ${order.lostToDisputeMinor}, dispute at the channel: ${payer?.dispute}`,
    );
  }
}

function checkRest(order: GatewayOrder, report: Report): void {
  const { orderId, state, amountMinor } = order;
  const returned =
    sum(order.refunds.filter((refund) => !refund.isAutomatic && refund.state === 'SUCCESS')) +
    order.lostToDisputeMinor;
  if (paidStates.has(state) && state !== 'IN_DISPUTE') {
    const expected = returned === 0 ? 'PAY_SUCCESS' : returned < amountMinor ? 'PARTIAL_REFUND' : 'REFUNDED';
    if (state !== expected)
      report('order_state_fits_refunds', orderId, `${state} with ${returned} of ${amountMinor} back`);
  }
  if (state === 'INIT' || state === 'PAYING')
    report('nothing_left_underway', orderId, `the order is ${state}`);
  if (order.outbox.length > 0)
    report('nothing_left_underway', orderId, `events ${order.outbox} were not relayed`);
  for (const refund of order.refunds) {
    if (refund.state === 'INITIALISED' || refund.state === 'PROCESSING') {
      report('nothing_left_underway', orderId, `refund ${refund.refundId} is ${refund.state}`);
    }
  }
}

function checkEvents(
  order: GatewayOrder,
  events: readonly GatewayEvent[],
  receipts: readonly Receipt[],
  report: Report,
): void {
  const { orderId, lastSequence } = order;
  const sequences = events.map(({ sequence }) => sequence).sort((left, right) => left - right);
  const expected = Array.from({ length: lastSequence }, (_, index) => index + 1);
  if (String(sequences) !== String(expected)) {
    report('events_without_gaps', orderId, `events ${sequences} of ${lastSequence}`);
  }
  const receiptsBySequence = groupBy(receipts, ({ sequence }) => sequence);
  for (const sequence of expected) {
    const tries = receiptsBySequence.get(sequence) ?? [];
    if (!tries.some(({ isAcknowledged }) => isAcknowledged)) {
      report('event_reached_merchant', orderId, `event ${sequence} came ${tries.length} times`);
    }
    const [first] = tries;
    if (tries.some((again) => again.webhookId !== first?.webhookId || again.body !== first.body)) {
      report('event_is_stable', orderId, `event ${sequence} came as different messages`);
    }
    const known = events.find((event) => event.sequence === sequence);
    if (first !== undefined && known !== undefined && first.webhookId !== known.eventId) {
      report('event_is_stable', orderId, `event ${sequence} is ${known.eventId}, sent as ${first.webhookId}`);
    }
  }
  for (const { sequence } of receipts) {
    if (sequence > lastSequence)
      report('events_without_gaps', orderId, `event ${sequence} was sent, but the order has no such event`);
  }
  checkTurns(orderId, receipts, report);
}

/**
 * Checks that the events of an order were sent one after another. Before an event arrives for the first time, the previous one
 * must have been acknowledged, or must have failed several times.
 */
function checkTurns(orderId: string, receipts: readonly Receipt[], report: Report): void {
  const acknowledged = new Set<number>();
  const tries = new Map<number, number>();
  for (const { sequence, isAcknowledged } of receipts) {
    const isFirst = !tries.has(sequence);
    const before = sequence - 1;
    const isSettled =
      before === 0 || acknowledged.has(before) || (tries.get(before) ?? 0) >= FAILURES_BEFORE_PASSED_BY;
    if (isFirst && !isSettled) {
      report('events_in_order', orderId, `event ${sequence} came before ${before} was settled`);
    }
    tries.set(sequence, (tries.get(sequence) ?? 0) + 1);
    if (isAcknowledged) acknowledged.add(sequence);
  }
}

function sum(entries: readonly { readonly amountMinor: number }[]): number {
  return entries.reduce((total, { amountMinor }) => total + amountMinor, 0);
}

function orderIdOf(reference: string): string {
  return `ord_${reference.split('_')[1]}`;
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
